/// Where words and lines begin and end.
///
/// Writing without blanks has words too: a run of one script is a word, so that 今日は晴れ has four places to stop at, and
/// no key takes a whole sentence of it. Every cluster is judged by its first scalar.
extension TextBuffer {
    private enum Kind: Equatable {
        case blank, sign
        case letter, ideograph, hiragana, katakana
        /// ー lengthens what stands before it.
        case lengthMark

        var isWord: Bool { self != .blank && self != .sign }
        var hasNoBlanks: Bool { isWord && self != .letter }

        func joins(_ other: Kind) -> Bool {
            self == other || (self == .lengthMark && (other == .hiragana || other == .katakana))
                || (other == .lengthMark && (self == .hiragana || self == .katakana))
        }
    }

    /// The place behind the next word.
    var wordEnd: Int {
        var place = cursor
        while place < utf8.count, !kind(at: place).isWord { place = clusterEnd(after: place) }
        return place < utf8.count ? runEnd(from: place) : place
    }

    /// The beginning of the word before the cursor.
    var wordStart: Int {
        var place = cursor
        while place > 0, !kind(before: place).isWord { place = clusterStart(before: place) }
        return place > 0 ? runStart(from: place) : 0
    }

    /// Back to a blank, as in readline; in writing without blanks, one word back.
    var blankDelimitedStart: Int {
        var place = cursor
        while place > 0, kind(before: place) == .blank { place = clusterStart(before: place) }
        var hasLetters = false
        while place > 0 {
            let kind = kind(before: place)
            if kind == .blank { break }
            if kind.hasNoBlanks { return hasLetters ? place : runStart(from: place) }
            hasLetters = hasLetters || kind == .letter
            place = clusterStart(before: place)
        }
        return place
    }

    func lineStart(before place: Int) -> Int {
        utf8[..<place].lastIndex(of: 10).map { $0 + 1 } ?? 0
    }

    func lineEnd(after place: Int) -> Int {
        utf8[place...].firstIndex(of: 10) ?? utf8.count
    }

    private func runEnd(from start: Int) -> Int {
        let first = kind(at: start)
        var place = clusterEnd(after: start)
        while place < utf8.count, kind(at: place).joins(first) { place = clusterEnd(after: place) }
        return place
    }

    private func runStart(from end: Int) -> Int {
        var place = clusterStart(before: end)
        var last = kind(at: place)
        while place > 0, kind(before: place).joins(last) {
            place = clusterStart(before: place)
            if last == .lengthMark { last = kind(at: place) }
        }
        return place
    }

    private func kind(before place: Int) -> Kind { kind(at: clusterStart(before: place)) }

    private func kind(at place: Int) -> Kind {
        let byte = utf8[place]
        switch byte {
        case 32, 10: return .blank
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: return .letter
        case ..<0x80: return .sign
        default: break
        }
        guard
            let scalar = String(decoding: utf8[place..<min(place + 4, utf8.count)], as: UTF8.self).unicodeScalars.first
        else { return .sign }
        switch scalar.value {
        case 0x30FC, 0xFF70: return .lengthMark
        case 0x3041...0x309F: return .hiragana
        case 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .katakana
        case 0x3005, 0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return .ideograph
        default: break
        }
        if scalar.properties.isWhitespace { return .blank }
        let character = Character(scalar)
        return character.isLetter || character.isNumber ? .letter : .sign
    }
}
