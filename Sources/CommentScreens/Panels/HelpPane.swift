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

    /// From this width on two columns stand side by side.
    private static let twoColumns = 140

    private static func lines(_ model: HelpModel, width: Int, pen: Pen) -> [Line] {
        let sections = pen.keys.sections(first: model.about).filter { !$0.rows.isEmpty }
        guard width >= twoColumns else { return joined(sections.map { lines($0, width: width, pen: pen) }) }
        let half = width / 2
        let blocks = sections.map { lines($0, width: half - 2, pen: pen) }
        // The sections stay in order, parted where the longer column is shortest.
        let columns = (0...blocks.count).map { (joined(Array(blocks[..<$0])), joined(Array(blocks[$0...]))) }
        guard let best = columns.min(by: { max($0.0.count, $0.1.count) < max($1.0.count, $1.1.count) }) else {
            return []
        }
        return (0..<max(best.0.count, best.1.count)).map { row in
            let left = row < best.0.count ? best.0[row] : Line()
            return row < best.1.count ? left.beside(best.1[row], at: half) : left
        }
    }

    /// One below the other, with an empty line between.
    private static func joined(_ blocks: [[Line]]) -> [Line] {
        Array(blocks.joined(separator: [Line()]))
    }

    private static func lines(_ section: KeyTable.Section, width: Int, pen: Pen) -> [Line] {
        let column = Gutter.text + 18
        var lines = [Line(pen.words(section.title), .title, at: Gutter.text)]
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
        return lines
    }
}
