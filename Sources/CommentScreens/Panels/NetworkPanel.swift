import CommentPresenters
import TerminalUI

/// The panel that chooses how bad the network is; below, what is on its way there, so that one sees the network work
/// while the screen has long moved on.
enum NetworkPanel {
    /// Its height does not follow what comes and goes: nothing else on the screen moves.
    static func rows(_ model: NetworkModel, in rect: Rect) -> Int {
        let most = max(1, rect.rows * 2 / 3)
        return min(rect.rows, max(min(rect.rows, 4), min(most, 3 + presets(model, most) + traffic(model, most))))
    }

    /// Rows of the list of presets.
    private static func presets(_ model: NetworkModel, _ rows: Int) -> Int {
        min(max(1, model.presets.count), max(1, rows - 3 - traffic(model, rows)))
    }

    /// Rows of the requests, with their heading.
    private static func traffic(_ model: NetworkModel, _ rows: Int) -> Int {
        model.traffic == nil ? 0 : min(6, max(0, (rows - 3) / 2))
    }

    static func draw(_ model: NetworkModel, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        let title = model.filter.isEmpty ? "Network" : "Network: \(model.filter)"
        heading(title, row: 0, in: rect, on: &canvas, pen: pen)
        let room = min(max(0, rect.rows - 3), presets(model, rect.rows))
        let below = model.traffic == nil ? 0 : max(0, rect.rows - 3 - room)
        drawPresets(model, rows: room, in: rect, on: &canvas, pen: pen)
        if below > 0 {
            heading("On its way", row: 1 + room, in: rect, on: &canvas, pen: pen)
            drawTraffic(model.traffic ?? [], from: 2 + room, rows: below - 1, in: rect, on: &canvas, pen: pen)
        }
        let retry = model.retriesAutomatically ? "on" : "off"
        say(
            "Automatic retry is \(retry): Ctrl-R switches it.", or: "Ctrl-R: retry is \(retry)", row: rect.rows - 2,
            in: rect, on: &canvas, pen: pen)
        say(
            "Ctrl-F refuses what is sent next. Letters narrow the list.", or: "Ctrl-F refuses", row: rect.rows - 1,
            in: rect, on: &canvas, pen: pen)
    }

    /// The long sentence, where there is room for it.
    private static func say(
        _ long: String, or short: String, row: Int, in rect: Rect, on canvas: inout Canvas, pen: Pen
    ) {
        let room = max(1, rect.columns - Gutter.text)
        let words = pen.words(long, keysOf: .network)
        let said = words.width <= room ? words : pen.cut(pen.words(short, keysOf: .network), to: room)
        canvas.draw(Line(said, .hint, at: Gutter.text), in: rect, row: row)
    }

    private static func heading(_ words: String, row: Int, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.horizontalLine(
            pen.glyphs.horizontalLine, at: rect.at(0, row), length: rect.columns, style: Style(.line))
        canvas.draw(
            Line(pen.cut(pen.words(" \(words) "), to: max(1, rect.columns - Gutter.text)), .title, at: Gutter.text - 1),
            in: rect, row: row)
    }

    private static func drawPresets(
        _ model: NetworkModel, rows: Int, in rect: Rect, on canvas: inout Canvas, pen: Pen
    ) {
        let first = max(0, min((model.selected ?? 0) - rows + 1, model.presets.count - rows))
        let shown = model.presets.dropFirst(first).prefix(rows)
        let column = Gutter.text + min(24, shown.map { pen.words($0).width }.max() ?? 0) + 2
        for (row, preset) in shown.enumerated() {
            var line = Line()
            if row + first == model.selected { line.put(pen.glyphs.pointer, .accent, at: 0) }
            let isCurrent = preset == model.current
            line.put(
                pen.cut(pen.words(preset), to: max(1, rect.columns - Gutter.text)), isCurrent ? .title : .text,
                at: Gutter.text)
            let meaning = NetworkModel.meaning(of: preset)
            let now = pen.words("now")
            let room = rect.columns - column - (isCurrent ? now.width + 2 : 0)
            // A word and a half say nothing.
            if !meaning.isEmpty, room >= 8 { line.put(pen.cut(pen.words(meaning), to: room), .dim, at: column) }
            if isCurrent, line.end + 2 + now.width <= rect.columns { line.add(now, .accent, gap: 2) }
            canvas.draw(line, in: rect, row: 1 + row)
        }
    }

    private static func drawTraffic(
        _ traffic: [TrafficItem], from top: Int, rows: Int, in rect: Rect, on canvas: inout Canvas, pen: Pen
    ) {
        guard !traffic.isEmpty else {
            canvas.draw(Line(pen.words("nothing"), .dim, at: Gutter.text), in: rect, row: top)
            return
        }
        let bar = rect.columns >= 60 ? 16 : 0
        let what = max(1, min(34, (rect.columns - Gutter.text - bar) / 2))
        for (row, item) in traffic.prefix(rows).enumerated() {
            var line = Line()
            let isOver = item.progress == nil
            switch item.tone {
            case .underWay: line.put(pen.glyphs.pending, .pending, at: Gutter.glyph)
            case .failed: line.put(pen.glyphs.failed, .failed, at: Gutter.glyph)
            case .answered: break
            }
            line.put(pen.cut(pen.words(item.what), to: what), isOver ? .dim : .text, at: Gutter.text)
            let column = Gutter.text + what + 2
            let words = pen.cut(pen.words(item.words), to: max(1, rect.columns - column - (isOver ? 0 : bar + 2)))
            if let progress = item.progress {
                let filled = Int(progress * Double(bar))
                let (full, rest) = pen.bar(filled: filled, of: bar)
                line.put(full, .accent, at: column)
                line.put(rest, .line, at: column + filled)
                line.put(words, .dim, at: column + bar + (bar > 0 ? 2 : 0))
            } else {
                line.put(words, item.tone == .failed ? .failed : .dim, at: column)
            }
            canvas.draw(line, in: rect, row: top + row)
        }
    }
}

extension Pen {
    /// Two parts of a bar, so many cells together.
    fileprivate func bar(filled: Int, of cells: Int) -> (full: DisplayText, rest: DisplayText) {
        repertoire == .ascii
            ? (row(of: "#", filled), row(of: ".", cells - filled))
            : (row(of: "━", filled), row(of: "─", cells - filled))
    }
}
