import CommentPresenters
import Comments
import TerminalUI

/// The composer at the bottom of its pane: a heading in the line that parts it, and the text.
enum ComposerPanel {
    /// The rows that it takes of a pane.
    static func rows(_ model: ComposerModel, in rect: Rect) -> Int {
        let most = max(1, min(8, rect.rows / 2))
        let lines = ComposerLayout(model.buffer, width: rect.columns - Gutter.text - 1, rows: most).lines.count
        return min(rect.rows, 1 + lines)
    }

    static func draw(_ model: ComposerModel, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        heading(model, in: rect, on: &canvas, pen: pen)
        let width = rect.columns - Gutter.text - 1
        let layout = ComposerLayout(model.buffer, width: width, rows: rect.rows - 1)
        for (row, line) in layout.lines.enumerated() {
            let isTitle = model.target.hasTitle && layout.isFirstLine(row)
            let role: Role = model.waiting != nil ? .dim : isTitle ? .title : .text
            canvas.draw(Line(line, role, at: Gutter.text), in: rect, row: row + 1)
        }
        guard model.waiting == nil else { return }
        canvas.cursor = rect.at(Gutter.text + layout.cursor.column, 1 + layout.cursor.row)
    }

    private static func heading(_ model: ComposerModel, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.horizontalLine(pen.glyphs.horizontalLine, at: rect.origin, length: rect.columns, style: Style(.line))
        let room = max(1, rect.columns - Gutter.text - 1)
        let (note, role) = note(model)
        let said = note.map { pen.words(" \($0) ") } ?? DisplayText()
        let title = pen.cut(pen.words(" \(title(of: model.target)) "), to: max(1, room - said.width - 2))
        canvas.draw(Line(title, .title, at: Gutter.text - 1), in: rect, row: 0)
        canvas.draw(Line(said, role, at: max(Gutter.text, rect.columns - said.width - 2)), in: rect, row: 0)
    }

    private static func title(of target: ComposerTarget) -> String {
        let about = target.about.excerpt
        return switch target.work {
        case .comment: about.isEmpty ? "Comment" : "Comment on “\(about)”"
        case .reply: about.isEmpty ? "Reply" : "Reply to \(about)"
        case .editComment: "Edit your comment"
        case .post: "New post: the first line is its title"
        case .editPost: "Edit your post: the first line is its title"
        }
    }

    private static func note(_ model: ComposerModel) -> (String?, Role) {
        if let seconds = model.waiting { return ("waiting for the answer, \(seconds) s", .pending) }
        if let over = model.overflow {
            let what = over.part == .title ? "title is" : "text is"
            return ("\(over.excess) over: \(what) at most \(over.limit)", .error)
        }
        switch model.hint {
        case .empty: return ("nothing to send yet", .error)
        case .refused(let reason): return ("not sent: \(reason.raw)", .error)
        case nil: return (nil, .hint)
        }
    }
}

/// A text broken into the rows of its area, with the place of the cursor. Breaks behind blanks where it can.
struct ComposerLayout {
    private(set) var lines: [DisplayText] = []
    private(set) var cursor = Point(column: 0, row: 0)
    private var firstRow = 0

    /// Only so many characters around the cursor are looked at: a paste of a megabyte is one line.
    private static var reach: Int { 4_096 }

    init(_ buffer: TextBuffer, width: Int, rows: Int) {
        let width = max(2, width)
        let rows = max(1, rows)
        let from = max(0, buffer.cursor - Self.reach)
        let to = min(buffer.characters.count, buffer.cursor + Self.reach)
        var all: [DisplayText] = [DisplayText()]
        var row: [(cell: DisplayText, isBlank: Bool)] = []
        var used = 0
        var place: (row: Int, column: Int)?

        func text(_ cells: some Sequence<(cell: DisplayText, isBlank: Bool)>) -> DisplayText {
            cells.reduce(DisplayText()) { $0 + $1.cell }
        }
        for index in from..<to {
            if index == buffer.cursor { place = (all.count - 1, used) }
            let character = buffer.characters[index]
            if character == "\n" {
                all[all.count - 1] = text(row)
                all.append(DisplayText())
                row = []
                used = 0
                continue
            }
            let cell = DisplayText(sanitizing: String(character))
            if used + cell.width > width {
                // The word that does not fit moves down as a whole, if it does not fill the row alone.
                let wordStart = row.lastIndex(where: \.isBlank).map { $0 + 1 } ?? row.count
                let word = Array(row[wordStart...])
                let kept = row[..<wordStart]
                let keptWidth = kept.reduce(0) { $0 + $1.cell.width }
                all[all.count - 1] = text(kept)
                all.append(DisplayText())
                if let (cursorRow, column) = place, cursorRow == all.count - 2, column >= keptWidth, !word.isEmpty {
                    place = (all.count - 1, column - keptWidth)
                }
                if place?.row == all.count - 2, index == buffer.cursor { place = (all.count - 1, used - keptWidth) }
                row = word
                used -= keptWidth
            }
            row.append((cell, character.isWhitespace))
            used += cell.width
        }
        all[all.count - 1] = text(row)
        if place == nil {
            if used >= width {
                all.append(DisplayText())
                used = 0
            }
            place = (all.count - 1, used)
        }
        let cursorRow = place?.row ?? 0
        firstRow = max(0, min(cursorRow - rows + 1, all.count - rows))
        if cursorRow < firstRow { firstRow = cursorRow }
        lines = Array(all[firstRow..<min(all.count, firstRow + rows)])
        cursor = Point(column: min(place?.column ?? 0, width), row: cursorRow - firstRow)
    }

    /// Whether this row shows the beginning of the text.
    func isFirstLine(_ row: Int) -> Bool { firstRow == 0 && row == 0 }
}
