import CommentPresenters
@testable import CommentScreens
import TerminalUI

/// A text in the rows of a composer, without the screen around it.
struct ComposerRows {
    private var buffer: TextBuffer
    private var scroll = ComposerScroll()
    private var shown = ComposerScroll.Shown()
    private let width: Int
    private let rows: Int
    private let rules: WidthRules

    init(width: Int, rows: Int, text: String, rules: WidthRules = .standard) {
        self.rules = rules
        self.width = width
        self.rows = rows
        buffer = TextBuffer(text)
        show()
    }

    var lines: [String] { shown.lines.map(\.string) }
    var cursor: Point { shown.cursor }
    /// The rows that were ever broken.
    var made: Int { scroll.layout?.made ?? 0 }

    /// The same text and cursor as someone sees them who has seen nothing before.
    var shownAnew: (lines: [String], cursor: Point) {
        var fresh = ComposerScroll()
        let shown = fresh.show(buffer, width: width, rows: rows, rules: rules)
        return (shown.lines.map(\.string), shown.cursor)
    }

    mutating func type(_ text: String) {
        buffer.insert(text)
        show()
    }

    mutating func move(to place: Int) { apply(.place(place)) }

    mutating func apply(_ change: TextChange) {
        switch change {
        case .up: buffer.apply(scroll.place(-1, from: buffer).map { .place($0) } ?? .up)
        case .down: buffer.apply(scroll.place(1, from: buffer).map { .place($0) } ?? .down)
        case .left, .right, .wordLeft, .wordRight, .lineStart, .lineEnd, .place, .deleteBackward, .deleteForward,
            .killToLineEnd, .killToLineStart, .killWordBackward, .killWordForward, .killToBlank, .yank, .yankOlder,
            .transpose, .undo, .redo, .newLine, .clear:
            buffer.apply(change)
        }
        show()
    }

    private mutating func show() { shown = scroll.show(buffer, width: width, rows: rows, rules: rules) }
}
