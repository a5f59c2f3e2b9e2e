import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

/// What is on its way and what failed, oldest first.
enum OutboxPane {
    /// As far as the texts of comments go.
    private static let widest = 76

    static func draw(
        _ model: OutboxModel, status: StatusModel, isFocused: Bool, scroll: inout ListScroll<MutationID>,
        in rect: Rect, on canvas: inout Canvas, pen: Pen
    ) {
        canvas.fill(rect, style: Style(.text))
        let header = rect.rows >= 5 ? 2 : min(1, rect.rows)
        var title = Line(pen.words("Outbox"), .title, at: Gutter.text)
        if model.entries.count > 0 {
            let what = model.entries.count == 1 ? "1 waits or failed" : "\(model.entries.count) wait or failed"
            title.add(pen.cut(pen.words(what), to: max(1, rect.columns - title.end - 2)), .dim, gap: 2)
        }
        canvas.draw(title, in: rect, row: 0)
        if header > 1 {
            canvas.horizontalLine(
                pen.glyphs.horizontalLine, at: rect.at(0, 1), length: rect.columns, style: Style(.line))
        }
        let list = rect.dropping(top: header)
        guard model.entries.count > 0 else {
            let said = pen.words("Nothing waits: everything was sent.").wrapped(to: max(1, rect.columns - Gutter.text))
            for (row, line) in said.enumerated() {
                canvas.draw(Line(line, .text, at: Gutter.text), in: list, row: row)
            }
            canvas.draw(
                Line(pen.words("Esc goes back.", keysOf: .outbox), .hint, at: Gutter.text), in: list, row: said.count)
            return
        }
        let gap = list.rows >= 12 ? 1 : 0
        let placed = scroll.place(model.entries, in: list) { entry in
            block(entry, width: rect.columns, gap: gap, pen: pen)
        }
        canvas.draw(placed, in: list, selected: model.entries.selected, isFocused: isFocused, pen: pen)
    }

    private static func block(_ entry: OutboxItem, width: Int, gap: Int, pen: Pen) -> Block {
        var line = Line()
        switch entry.tone {
        case .failed: line.put(pen.glyphs.failed, .failed, at: Gutter.glyph)
        case .pending: line.put(pen.glyphs.pending, .pending, at: Gutter.glyph)
        }
        line.put(pen.line(entry.what), .title, at: Gutter.text)
        let age = pen.words(entry.age)
        let room = min(width, widest) - line.end - age.width - 6
        if !entry.about.raw.isEmpty, room > 2 {
            line.add(pen.words("“"), .text, gap: 2)
            line.add(pen.cut(pen.words(entry.about), to: room), .text)
            line.add(pen.words("”"), .text)
        }
        line.add(age, .dim, gap: 2)
        var block = Block(lines: [line], gap: gap)
        switch entry.tone {
        case .failed:
            block.lines += pen.failure(entry.words.raw, entry.remedy, at: Gutter.text, width: width)
        case .pending:
            block.lines += pen.pending(pen.words(entry.words), at: Gutter.text, width: width)
        }
        return block
    }
}
