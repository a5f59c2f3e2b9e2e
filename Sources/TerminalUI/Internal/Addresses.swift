/// Finds what stands in a text as an address: letters, "://", and what follows up to a blank.
enum Addresses {
    /// In order, none within another.
    ///
    /// - Complexity: O(n).
    static func ranges(in utf8: ArraySlice<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = utf8.startIndex
        while place + 3 <= utf8.endIndex {
            guard utf8[place] == UInt8(ascii: ":"), utf8[place + 1] == slash, utf8[place + 2] == slash else {
                place += 1
                continue
            }
            var start = place
            while start > (ranges.last?.upperBound ?? utf8.startIndex), isLetter(utf8[start - 1]) { start -= 1 }
            var end = place + 3
            while end < utf8.endIndex, belongs(utf8[end]) { end += 1 }
            if start < place, end > place + 3 { ranges.append(start..<end) }
            place = end
        }
        return ranges
    }

    private static let slash = UInt8(ascii: "/")

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    /// What RFC 3986 allows in one, and what people write there all the same; not what encloses it.
    private static func belongs(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
        default: (0x21...0x7E).contains(byte)
        }
    }
}
