/// What the keys of a text do to it: readline's commands.
package enum TextChange: Hashable, Sendable {
    case left, right, wordLeft, wordRight
    /// By lines of the text. Where the text is shown in rows, the screen says which place is above or below.
    case up, down
    case lineStart, lineEnd
    /// To an offset in the text.
    case place(Int)
    case deleteBackward, deleteForward
    case killToLineEnd, killToLineStart, killWordBackward, killWordForward
    /// Back to a blank.
    case killToBlank
    case yank
    /// In the place of what was just put back, what was cut before it.
    case yankOlder
    /// Exchanges the two characters around the cursor.
    case transpose
    case undo, redo
    case newLine
    /// Empties the text.
    case clear
}

extension TextBuffer {
    /// - Returns: What it changed; nil if it only moved.
    @discardableResult
    package mutating func apply(_ change: TextChange) -> TextEdit? {
        switch change {
        case .left: move(to: clusterStart(before: cursor))
        case .right: move(to: clusterEnd(after: cursor))
        case .wordLeft: move(to: wordStart)
        case .wordRight: move(to: wordEnd)
        case .up: moveLine(by: -1)
        case .down: moveLine(by: 1)
        case .lineStart: move(to: lineStart(before: cursor))
        case .lineEnd: move(to: lineEnd(after: cursor))
        case .place(let place): move(to: place)
        case .deleteBackward: return self.change(clusterStart(before: cursor)..<cursor, to: [], as: .deletingBackward)
        case .deleteForward: return self.change(cursor..<clusterEnd(after: cursor), to: [], as: .deletingForward)
        case .killToLineEnd: return killLineEnd()
        case .killToLineStart: return cut(lineStart(before: cursor)..<cursor)
        case .killWordBackward: return cut(wordStart..<cursor)
        case .killWordForward: return cut(cursor..<wordEnd)
        case .killToBlank: return cut(blankDelimitedStart..<cursor)
        case .yank: return yank()
        case .yankOlder: return yankOlder()
        case .transpose: return transpose()
        case .undo: return undo()
        case .redo: return redo()
        case .newLine: return insert("\n")
        case .clear: return cut(0..<utf8.count)
        }
        return nil
    }

    /// The line break itself goes when nothing stands before it, as in Emacs.
    private mutating func killLineEnd() -> TextEdit? {
        let end = lineEnd(after: cursor)
        return cut(cursor..<(end == cursor ? min(end + 1, utf8.count) : end))
    }

    /// At the end of a line, the last two.
    private mutating func transpose() -> TextEdit? {
        let end = cursor == lineEnd(after: cursor) ? cursor : clusterEnd(after: cursor)
        let middle = clusterStart(before: end)
        let start = clusterStart(before: middle)
        guard start < middle, start >= lineStart(before: cursor) else { return nil }
        return change(start..<end, to: Array(utf8[middle..<end] + utf8[start..<middle]), as: .single)
    }

    private mutating func moveLine(by step: Int) {
        let start = lineStart(before: cursor)
        var column = 0
        var place = start
        while place < cursor {
            place = clusterEnd(after: place)
            column += 1
        }
        if step < 0 {
            guard start > 0 else { return move(to: 0) }
            place = lineStart(before: start - 1)
        } else {
            let end = lineEnd(after: cursor)
            guard end < utf8.count else { return move(to: end) }
            place = end + 1
        }
        let end = lineEnd(after: place)
        while column > 0, place < end {
            place = clusterEnd(after: place)
            column -= 1
        }
        move(to: place)
    }
}
