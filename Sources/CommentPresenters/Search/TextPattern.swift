/// What is searched for: it is found in capitals and in small letters, and however its characters are composed.
package struct TextPattern: Hashable, Sendable {
    /// As it was typed.
    package let text: String
    private let keys: [Character]
    /// The same when all of it is ASCII.
    private let bytes: [UInt8]?

    /// - Returns: nil if there is nothing to look for.
    package init?(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        self.text = text
        keys = text.flatMap { Self.fold($0) }
        bytes = keys.allSatisfy { $0.isASCII } ? keys.compactMap(\.asciiValue) : nil
    }

    /// Whether everything that has this in it has `earlier` in it, too.
    func narrows(_ earlier: TextPattern) -> Bool { keys.starts(with: earlier.keys) }

    /// Whether it occurs in a text.
    ///
    /// - Complexity: O(n) for what is usual, n the length of the text.
    package func occurs(in text: String) -> Bool {
        plainRanges(in: text, limit: 1).map { !$0.isEmpty } ?? !foldedRanges(in: text, limit: 1).isEmpty
    }

    /// Where it occurs: offsets in the text's UTF-8, in order, none within another.
    package func ranges(in text: String) -> [Range<Int>] {
        plainRanges(in: text, limit: .max) ?? foldedRanges(in: text, limit: .max)
    }

    /// In a text of ASCII; nil for any other.
    private func plainRanges(in text: String, limit: Int) -> [Range<Int>]? {
        var text = text
        return text.withUTF8 { found -> [Range<Int>]? in
            guard found.allSatisfy({ $0 < 0x80 }) else { return nil }
            guard let bytes, let first = bytes.first, found.count >= bytes.count else { return [] }
            var ranges: [Range<Int>] = []
            var place = 0
            while place + bytes.count <= found.count, ranges.count < limit {
                let isHere =
                    Self.small(found[place]) == first
                    && bytes.indices.allSatisfy { Self.small(found[place + $0]) == bytes[$0] }
                if isHere { ranges.append(place..<place + bytes.count) }
                place += isHere ? bytes.count : 1
            }
            return ranges
        }
    }

    /// By whole characters: two are the same if Unicode says that they are written the same.
    private func foldedRanges(in text: String, limit: Int) -> [Range<Int>] {
        var found: [Character] = []
        // Where the character stands that each comes from.
        var owners: [Range<Int>] = []
        var offset = 0
        for character in text {
            let end = offset + character.utf8.count
            for key in Self.fold(character) {
                found.append(key)
                owners.append(offset..<end)
            }
            offset = end
        }
        var ranges: [Range<Int>] = []
        var place = 0
        while place + keys.count <= found.count, ranges.count < limit {
            if found[place..<place + keys.count].elementsEqual(keys) {
                ranges.append(owners[place].lowerBound..<owners[place + keys.count - 1].upperBound)
                place += keys.count
            } else {
                place += 1
            }
        }
        return ranges
    }

    private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Small by way of capital: `ß` is `ss`, both small sigmas are one.
    private static func fold(_ character: Character) -> [Character] {
        if let ascii = character.asciiValue, character.utf8.count == 1 {
            return [Character(UnicodeScalar(small(ascii)))]
        }
        return Array(String(character).uppercased().lowercased())
    }
}
