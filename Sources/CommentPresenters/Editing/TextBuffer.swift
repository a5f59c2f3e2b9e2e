import Comments
/// A text that is being written, and the cursor in it. Its unit is what a person takes for one character.
package struct TextBuffer: Hashable, Sendable {
    package private(set) var characters: [Character]
    /// Between 0 and the number of characters.
    package private(set) var cursor: Int
    /// What was killed last, for yanking.
    private var killed: [Character] = []

    /// Begins with the cursor at the end.
    package init(_ text: String = "") {
        characters = Array(Self.clean(text))
        cursor = characters.count
    }

    package var text: String { String(characters) }
    package var isEmpty: Bool { characters.isEmpty }

    /// The text before the cursor.
    package var head: String { String(characters[..<cursor]) }

    /// Whether there is nothing in it but blanks.
    package var isBlank: Bool { UntrustedText(text).isBlank }

    /// Inserts at the cursor, in one step however long it is.
    package mutating func insert(_ text: String) {
        // A combining mark joins the character before it, and what is typed before one joins that.
        let from = max(0, cursor - 1)
        let to = min(characters.count, cursor + 1)
        let before = String(characters[from..<cursor])
        let after = String(characters[cursor..<to])
        let joined = Array(before + Self.clean(text) + after)
        characters.replaceSubrange(from..<to, with: joined)
        let tail = after.isEmpty ? 0 : 1
        cursor = max(from, from + joined.count - tail)
    }

    /// Puts another text in its place, the cursor at its end.
    package mutating func replace(with text: String) {
        characters = Array(Self.clean(text))
        cursor = characters.count
    }

    package mutating func move(to place: Int) {
        cursor = min(max(0, place), characters.count)
    }

    /// Takes a range out without keeping it.
    mutating func erase(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    /// Takes a range out and keeps it for yanking.
    mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        killed = Array(characters[range])
        erase(range)
    }

    mutating func yank() {
        insert(String(killed))
    }

    /// Control characters removed, line breaks kept as LF, tabs as blanks.
    static func clean(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 10:
                if !wasReturn { result.append("\n") }
            case 13:
                result.append("\n")
            case 9:
                result.append(" ")
            case ..<32, 127..<160:
                break
            default:
                result.append(scalar)
            }
            wasReturn = scalar.value == 13
        }
        return String(result)
    }
}
