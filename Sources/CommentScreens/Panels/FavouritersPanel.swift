import CommentPresenters
import Comments
import TerminalUI

/// Who favourited something: their names, side by side.
struct FavouritersPanel {
    private let title: Line
    private var lines: [Line] = []

    /// A name takes no more cells.
    private static let widestName = 24

    init(_ model: FavouritersModel, in main: Rect, pen: Pen) {
        let room = max(1, main.columns - Gutter.text)
        let count = model.count + (model.isMine ? 1 : 0)
        var title = Line(pen.heart(model.isMine), model.isMine ? .favourite : .dim, at: Gutter.text)
        title.add(pen.words(" \(count)  "), .text)
        title.add(pen.cut(pen.line(model.about), to: max(1, main.columns - title.end)), .title)
        self.title = title
        switch model.state {
        case .reading: lines = [Line(pen.cut(pen.words("Reading who it was…"), to: room), .dim, at: Gutter.text)]
        case .failed(let reason):
            lines = pen.words("Who it was could not be read: \(reason.raw).").wrapped(to: room, limit: 2)
                .map { Line($0, .error, at: Gutter.text) }
        case .read: break
        }
        // A small screen has rows for what matters: the title, and how to leave.
        let most = max(1, main.rows / 2 - 3 - lines.count)
        lines += Self.names(model, count, room: main.columns, rows: most, pen: pen)
        lines.append(Line(pen.words("Esc closes", keysOf: .favouriters), .hint, at: Gutter.text))
    }

    /// As many as fit into so many rows; the rest is a number.
    private static func names(_ model: FavouritersModel, _ count: Int, room: Int, rows: Int, pen: Pen) -> [Line] {
        if count == 0 { return model.state == .read ? [Line(pen.words("Nobody yet."), .text, at: Gutter.text)] : [] }
        var shown = 0
        var lines = [Line()]
        let names =
            (model.isMine ? [(pen.words("you"), Role.title)] : [])
            + model.names.map { (pen.cut(pen.line($0), to: widestName), .author(named: $0.raw)) }
        // Names that are not blank: an empty one would be none to see.
        for (index, (name, role)) in names.enumerated() {
            let isLast = index == count - 1
            let rest = isLast ? 0 : pen.words("and \(count - shown) more").width + 2
            let end = lines[lines.count - 1].end
            let reserved = lines.count == rows ? rest : 0
            if end > 0, end + 2 + name.width + reserved > room {
                guard lines.count < rows else { break }
                lines.append(Line())
            }
            let line = lines.count - 1
            lines[line].put(name, role, at: lines[line].end == 0 ? Gutter.text : lines[line].end + 2)
            shown += 1
        }
        guard shown < count, model.state == .read else { return lines.filter { $0.end > 0 } }
        let rest = pen.words(shown == 0 ? "\(count) people" : "and \(count - shown) more")
        let end = lines[lines.count - 1].end
        if end > 0, end + 2 + rest.width > room { lines.append(Line()) }
        let line = lines.count - 1
        lines[line].put(rest, .dim, at: lines[line].end == 0 ? Gutter.text : lines[line].end + 2)
        return lines
    }

    var rows: Int { lines.count + 2 }

    func draw(in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        canvas.horizontalLine(pen.glyphs.horizontalLine, at: rect.origin, length: rect.columns, style: Style(.line))
        // How to leave is what may not be missing.
        let all = [title] + lines
        let shown = all.prefix(max(0, rect.rows - 2)) + all.suffix(1)
        for (row, line) in shown.enumerated() { canvas.draw(line, in: rect, row: row + 1) }
    }
}
