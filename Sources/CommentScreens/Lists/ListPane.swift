import CommentPresenters
import Comments
import TerminalUI

/// The columns that all lists share: the pointer, the state's glyph, a blank, the text.
enum Gutter {
    static let glyph = 1
    static let text = 3
    /// Replies stand this much further in.
    static let indent = 3
}

extension Pen {
    /// The glyph in the gutter for what is said of an item; the worst counts.
    func gutter(_ marks: [ItemMark]) -> (DisplayText, Role)? {
        guard let worst = marks.first else { return nil }
        switch worst.tone {
        case .failed: return (glyphs.failed, .failed)
        case .pending: return (glyphs.pending, .pending)
        }
    }

    /// What waits, on as many lines as it takes.
    func pending(_ words: DisplayText, at column: Int, width: Int) -> [Line] {
        words.wrapped(to: max(1, width - column), limit: 4).map { Line($0, .pending, at: column) }
    }

    /// What failed, with what to press, each on lines of its own.
    func failures(_ marks: [ItemMark], at column: Int, width: Int) -> [Line] {
        marks.filter { $0.tone == .failed }.flatMap { mark in
            failure(mark.words?.raw ?? "", mark.remedy, at: column, width: width)
        }
    }

    func failure(_ reason: String, _ remedy: Remedy?, at column: Int, width: Int) -> [Line] {
        let room = max(1, width - column)
        let why = words(reason)
        let keys = (remedy ?? .retry).keys
        let remedy = words(keys, keysOf: .outbox)
        guard why.width + 2 + remedy.width > room else {
            var line = Line(why, .failed, at: column)
            line.add(remedy, .hint, gap: 2)
            return [line]
        }
        return why.wrapped(to: room, limit: 4).map { Line($0, .failed, at: column) }
            + parts(keys, keysOf: .outbox, width: room).map { Line($0, .hint, at: column) }
    }
}

extension Remedy {
    /// What to press.
    fileprivate var keys: String {
        switch self {
        case .retry: "Enter retries · x discards"
        case .sendAgain: "Enter sends again · x discards"
        case .decide: "Enter sends again · K keeps it · x discards"
        case .open: "Enter shows it"
        }
    }
}

extension Canvas {
    /// Draws placed items; the pointer stands beside the selected one while its list has the focus.
    mutating func draw<ID>(
        _ placed: [ListScroll<ID>.Placed], in rect: Rect, selected: Int?, isFocused: Bool, pen: Pen
    ) {
        for item in placed {
            for (offset, line) in item.block.lines.enumerated() { draw(line, in: rect, row: item.row + offset) }
            guard isFocused, item.index == selected else { continue }
            // The pointer of an item that begins above the pane stands at the pane's edge.
            let row = min(max(0, item.row), item.row + item.block.lines.count - 1)
            draw(Line(pen.glyphs.pointer, .accent), in: rect, row: row)
        }
    }
}
