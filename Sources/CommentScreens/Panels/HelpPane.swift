import CommentPresenters
import TerminalUI

/// All keys, made from the table that dispatches them; those of where one was stand first.
enum HelpPane {
    static func draw(_ model: HelpModel, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        var title = Line(pen.words("Keys"), .title, at: Gutter.text)
        let list = rect.dropping(top: 2)
        let lines = lines(model, width: rect.columns, pen: pen)
        let offset = min(model.offset, max(0, lines.count - list.rows))
        if lines.count > list.rows, list.rows > 0 {
            // The last line on screen looks like the last there is.
            title.add(pen.words("\(offset + 1)-\(offset + list.rows) of \(lines.count)"), .dim, gap: 2)
        }
        canvas.draw(title, in: rect, row: 0)
        canvas.horizontalLine(
            pen.glyphs.horizontalLine, at: rect.at(0, 1), length: rect.columns, style: Style(.line))
        for (row, line) in lines.dropFirst(offset).prefix(list.rows).enumerated() {
            canvas.draw(line, in: list, row: row)
        }
    }

    private static func lines(_ model: HelpModel, width: Int, pen: Pen) -> [Line] {
        var lines: [Line] = []
        let column = Gutter.text + 18
        let sections = pen.keys.sections(first: model.about)
        for section in sections where !section.rows.isEmpty {
            if !lines.isEmpty { lines.append(Line()) }
            lines.append(Line(pen.words(section.title), .title, at: Gutter.text))
            for row in section.rows {
                let keys = pen.words(row.keys.joined(separator: " "))
                var line = Line(keys, .accent, at: Gutter.text)
                guard width >= 2 * column else {
                    lines.append(line)
                    let room = max(1, width - Gutter.text - 2)
                    lines += pen.words(row.words).wrapped(to: room).map { Line($0, .text, at: Gutter.text + 2) }
                    continue
                }
                line.put(pen.words(row.words), .text, at: max(column, Gutter.text + keys.width + 2))
                lines.append(line)
            }
        }
        return lines
    }
}
