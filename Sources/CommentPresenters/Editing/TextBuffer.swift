/// A text that is being written, and the cursor in it. Its unit is the grapheme cluster, which is what a person takes for
/// one character.
///
/// It is held as UTF-8, and every change of it is one ``TextEdit``: so a key costs about the same in a megabyte as in a
/// word, and what is appended to the draft is what was typed.
package struct TextBuffer: Hashable, Sendable {
    /// The text. Its only control is LF.
    package private(set) var utf8: [UInt8]
    /// An offset in ``utf8``, between two clusters.
    package private(set) var cursor: Int
    /// The Unicode scalars in it: what servers count.
    package private(set) var scalarCount: Int
    private var history = EditHistory()
    private var kills = KillRing()
    private var streak = KillRing.Streak.none

    /// What is typed in one piece and is longer is undone in one piece.
    private static let longestTyped = 64

    /// Begins with the cursor at the end.
    package init(_ text: String = "") {
        utf8 = Self.clean(text)
        cursor = utf8.count
        scalarCount = utf8.scalarCount
    }

    package var text: String { String(decoding: utf8, as: UTF8.self) }
    package var isEmpty: Bool { utf8.isEmpty }

    /// The text before the cursor.
    package var head: String { String(decoding: utf8[..<cursor], as: UTF8.self) }

    /// How many clusters it has, and how many of them stand before the cursor.
    ///
    /// - Complexity: O(n): for the short texts of forms.
    package var clusters: (all: Int, before: Int) { (text.count, head.count) }

    /// Inserts what was typed at the cursor.
    @discardableResult
    package mutating func insert(_ text: String) -> TextEdit? {
        let bytes = Self.clean(text)
        return change(cursor..<cursor, to: bytes, as: bytes.count > Self.longestTyped ? .single : .typing)
    }

    /// Inserts what was pasted, in one step however long it is.
    @discardableResult
    package mutating func paste(_ text: String) -> TextEdit? {
        change(cursor..<cursor, to: Self.clean(text), as: .single)
    }

    /// Puts another text in its place, the cursor at its end. One step, which can be undone.
    @discardableResult
    package mutating func replace(with text: String) -> TextEdit? {
        change(0..<utf8.count, to: Self.clean(text), as: .single)
    }

    /// Puts the cursor between the two clusters at `place`, or behind the one that it lies in.
    package mutating func move(to place: Int) {
        cursor = clusterBorder(at: place)
        history.endRun()
        streak = .none
    }

    /// The only way that the text changes. Nil if it does not.
    @discardableResult
    mutating func change(_ range: Range<Int>, to bytes: [UInt8], as run: EditHistory.Run) -> TextEdit? {
        streak = .none
        guard !range.isEmpty || !bytes.isEmpty else { return nil }
        let edit = TextEdit(offset: range.lowerBound, removed: Array(utf8[range]), inserted: bytes)
        history.record(edit, as: run, cursor: cursor)
        perform(edit)
        return edit
    }

    private mutating func perform(_ edit: TextEdit) {
        utf8.replaceSubrange(edit.offset..<edit.offset + edit.removed.count, with: edit.inserted)
        scalarCount += edit.inserted.scalarCount - edit.removed.scalarCount
        // A mark may have joined what stands behind it.
        cursor = clusterBorder(at: edit.offset + edit.inserted.count)
    }

    /// Takes a range out and keeps it for yanking.
    mutating func cut(_ range: Range<Int>) -> TextEdit? {
        guard !range.isEmpty else { return nil }
        kills.cut(Array(utf8[range]), isBefore: range.upperBound <= cursor, continues: streak == .cutting)
        let edit = change(range, to: [], as: .single)
        streak = .cutting
        return edit
    }

    mutating func yank() -> TextEdit? {
        guard let bytes = kills.newest() else { return nil }
        return yank(bytes, over: cursor..<cursor)
    }

    /// Puts what was cut before in the place of what was put back just now.
    mutating func yankOlder() -> TextEdit? {
        guard case .yanking(let range) = streak, let bytes = kills.older() else { return nil }
        return yank(bytes, over: range)
    }

    private mutating func yank(_ bytes: [UInt8], over range: Range<Int>) -> TextEdit? {
        let edit = change(range, to: bytes, as: .single)
        streak = .yanking(range.lowerBound..<range.lowerBound + bytes.count)
        return edit
    }

    mutating func undo() -> TextEdit? {
        streak = .none
        guard let (edit, place) = history.undo() else { return nil }
        perform(edit)
        cursor = clusterBorder(at: place)
        return edit
    }

    mutating func redo() -> TextEdit? {
        streak = .none
        guard let edit = history.redo() else { return nil }
        perform(edit)
        return edit
    }

    /// Control characters removed, every kind of line break an LF, tabs as blanks.
    static func clean(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var rest = Array(text.utf8)[...]
        var wasReturn = false
        while let byte = rest.popFirst() {
            switch byte {
            case 10: if !wasReturn { result.append(10) }
            case 13: result.append(10)
            case 9: result.append(32)
            case ..<32, 127: break
            // C1; NEL among them.
            case 0xC2 where rest.first.map { $0 < 0xA0 } ?? false:
                if rest.removeFirst() == 0x85 { result.append(10) }
            // U+2028 and U+2029.
            case 0xE2 where rest.starts(with: [0x80, 0xA8]) || rest.starts(with: [0x80, 0xA9]):
                rest.removeFirst(2)
                result.append(10)
            default: result.append(byte)
            }
            wasReturn = byte == 13
        }
        return result
    }
}

extension Collection where Element == UInt8 {
    /// The scalars in whole UTF-8.
    var scalarCount: Int { reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
}
