/// Where clusters begin and end. Only the bytes around the place are looked at.
extension TextBuffer {
    /// Farther back nothing is looked for: a cluster that is longer is nobody's letter.
    private static var farthest: Int { 4_096 }

    /// The end of the cluster that begins at `place`.
    package func clusterEnd(after place: Int) -> Int {
        guard place < utf8.count else { return utf8.count }
        if utf8[place] < 0x80, place + 1 == utf8.count || utf8[place + 1] < 0x80 { return place + 1 }
        var reach = 64
        while true {
            let end = scalarStart(place + min(reach, utf8.count - place))
            let length = String(decoding: utf8[place..<end], as: UTF8.self).first?.utf8.count ?? 0
            // What touches the end of the bytes that were looked at may go on behind it.
            if end == utf8.count || place + length < end { return place + length }
            reach *= 4
        }
    }

    /// The beginning of the cluster that ends at `place`.
    func clusterStart(before place: Int) -> Int {
        guard place > 1 else { return 0 }
        if utf8[place - 1] < 0x80, utf8[place - 2] < 0x80 { return place - 1 }
        var start = safeStart(before: place)
        for character in String(decoding: utf8[start..<place], as: UTF8.self) {
            let end = start + character.utf8.count
            if end >= place { break }
            start = end
        }
        return start
    }

    /// `place` if it lies between two clusters, else the end of the one that it lies in.
    func clusterBorder(at place: Int) -> Int {
        guard place > 0, place < utf8.count else { return min(max(0, place), utf8.count) }
        if utf8[place - 1] < 0x80, utf8[place] < 0x80 { return place }
        var border = safeStart(before: place)
        while border < place { border = clusterEnd(after: border) }
        return border
    }

    /// A place before the cluster that ends at or holds `place`, certain to lie between two clusters.
    private func safeStart(before place: Int) -> Int {
        var start = place
        var wasPlain = false
        while start > 0, place - start < Self.farthest {
            let before = scalarStart(start - 1)
            let isPlain = Self.isPlain(scalar(at: before))
            if isPlain, wasPlain { return start }
            wasPlain = isPlain
            start = before
        }
        return start
    }

    /// Letters that never join each other.
    private static func isPlain(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<0x80, 0xC0...0x24F, 0x400...0x481, 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3:
            true
        default: false
        }
    }

    /// The start of the scalar that `place` lies in.
    func scalarStart(_ place: Int) -> Int {
        var place = place
        while place > 0, place < utf8.count, utf8[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }

    private func scalar(at place: Int) -> UInt32 {
        let first = utf8[place]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard length > 1 else { return UInt32(first) }
        return utf8[place + 1..<min(place + length, utf8.count)]
            .reduce(UInt32(first) & (0x7F >> UInt32(length))) { $0 << 6 | UInt32($1 & 0x3F) }
    }
}
