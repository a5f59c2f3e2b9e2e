import CommentPresenters
import TerminalUI

/// The panel that chooses how bad the network is, below what it does to it.
enum NetworkPanel {
    static func rows(_ model: NetworkModel, in rect: Rect) -> Int {
        min(rect.rows, 3 + max(1, model.presets.count))
    }

    static func draw(_ model: NetworkModel, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        canvas.horizontalLine(pen.glyphs.horizontalLine, at: rect.origin, length: rect.columns, style: Style(.line))
        let heading = model.filter.isEmpty ? " Network " : " Network: \(model.filter) "
        canvas.draw(Line(pen.words(heading), .title, at: Gutter.text - 1), in: rect, row: 0)
        let room = max(0, rect.rows - 3)
        let first = max(0, min((model.selected ?? 0) - room + 1, model.presets.count - room))
        for (row, preset) in model.presets.dropFirst(first).prefix(room).enumerated() {
            var line = Line()
            let isSelected = row + first == model.selected
            if isSelected { line.put(pen.glyphs.pointer, .accent, at: 0) }
            line.put(pen.words(preset), preset == model.current ? .title : .text, at: Gutter.text)
            line.put(pen.words(NetworkModel.meaning(of: preset)), .dim, at: Gutter.text + 10)
            if preset == model.current { line.add(pen.words("now"), .accent, gap: 2) }
            canvas.draw(line, in: rect, row: 1 + row)
        }
        let retry = model.retriesAutomatically ? "on" : "off"
        canvas.draw(
            Line(pen.words("Automatic retry is \(retry): Ctrl-R switches it."), .hint, at: Gutter.text), in: rect,
            row: rect.rows - 2)
        canvas.draw(
            Line(pen.words("Ctrl-F refuses what is sent next. Letters narrow the list."), .hint, at: Gutter.text),
            in: rect, row: rect.rows - 1)
    }
}
