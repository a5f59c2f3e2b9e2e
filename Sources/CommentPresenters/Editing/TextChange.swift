/// What the keys of a text do to it: readline's motions.
package enum TextChange: Hashable, Sendable {
    case left, right, wordLeft, wordRight, up, down
    case lineStart, lineEnd
    case deleteBackward, deleteForward
    case killToLineEnd, killToLineStart, killWordBackward, killWordForward, yank
    case newLine
    /// Empties the text.
    case clear
}

extension TextBuffer {
    package mutating func apply(_ change: TextChange) {
        switch change {
        case .left: move(to: cursor - 1)
        case .right: move(to: cursor + 1)
        case .wordLeft: move(to: wordStart)
        case .wordRight: move(to: wordEnd)
        case .up: moveLine(by: -1)
        case .down: moveLine(by: 1)
        case .lineStart: move(to: lineStart(before: cursor))
        case .lineEnd: move(to: lineEnd(after: cursor))
        case .deleteBackward: if cursor > 0 { erase(cursor - 1..<cursor) }
        case .deleteForward: if cursor < characters.count { erase(cursor..<cursor + 1) }
        case .killToLineEnd: killLineEnd()
        case .killToLineStart: kill(lineStart(before: cursor)..<cursor)
        case .killWordBackward: kill(blankDelimitedWordStart..<cursor)
        case .killWordForward: kill(cursor..<wordEnd)
        case .yank: yank()
        case .newLine: insert("\n")
        case .clear: kill(0..<characters.count)
        }
    }

    private func lineStart(before place: Int) -> Int {
        characters[..<place].lastIndex(of: "\n").map { $0 + 1 } ?? 0
    }

    private func lineEnd(after place: Int) -> Int {
        characters[place...].firstIndex(of: "\n") ?? characters.count
    }

    /// The line break itself goes when nothing stands before it, as in Emacs.
    private mutating func killLineEnd() {
        let end = lineEnd(after: cursor)
        kill(cursor..<(end == cursor ? min(end + 1, characters.count) : end))
    }

    private mutating func moveLine(by step: Int) {
        let start = lineStart(before: cursor)
        let column = cursor - start
        if step < 0 {
            guard start > 0 else { return move(to: 0) }
            let above = lineStart(before: start - 1)
            move(to: min(above + column, start - 1))
        } else {
            let end = lineEnd(after: cursor)
            guard end < characters.count else { return move(to: end) }
            move(to: min(end + 1 + column, lineEnd(after: end + 1)))
        }
    }

    private var wordStart: Int {
        var place = cursor
        while place > 0, !characters[place - 1].isWordPart { place -= 1 }
        while place > 0, characters[place - 1].isWordPart { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, !characters[place].isWordPart { place += 1 }
        while place < characters.count, characters[place].isWordPart { place += 1 }
        return place
    }

    /// Ctrl-W takes everything back to a blank, as in readline.
    private var blankDelimitedWordStart: Int {
        var place = cursor
        while place > 0, characters[place - 1].isWhitespace { place -= 1 }
        while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
        return place
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber || self == "_" }
}
