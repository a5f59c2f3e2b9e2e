import CUnistring

extension DisplayText {
    /// The lines of the text, each at most `cells` wide, broken where Unicode allows it (UAX 14: no line of Japanese
    /// begins with a full stop); a word that is too long is broken anywhere, and a cluster that is wider than a line is
    /// replaced by `…`. Blanks at a break are dropped. No lines if `cells` is below 1.
    ///
    /// - Parameter limit: Stops after so many lines.
    /// - Complexity: O(n), n the length of the text up to the last line that is returned.
    package func wrapped(to cells: Int, limit: Int = .max) -> [DisplayText] {
        wrapped(to: cells, addressesTo: nil, limit: limit)
    }

    /// The same, but an address ("https://…") is not broken where it fits on a line: then it begins one. Where it does not,
    /// nothing but the ends of lines stands within it.
    ///
    /// - Parameter addressesTo: The width of a line that an address begins and fills.
    package func wrapped(to cells: Int, addressesTo: Int?, limit: Int = .max) -> [DisplayText] {
        guard cells > 0 else { return [] }
        var result: [DisplayText] = []
        var breaker = LineBreaker(text: self, cells: cells, addressCells: addressesTo.map { max(cells, $0) })
        while result.count < limit, let line = breaker.next() { result.append(line.text) }
        return result
    }
}

/// Walks a text from one line of the screen to the next.
struct LineBreaker {
    struct Line {
        var text: DisplayText
        /// Where it begins, and where what is drawn of it ends: blanks at the break lie between that and the next line.
        var start: DisplayText.Place
        var end: DisplayText.Place
    }

    /// How many bytes behind a line its last break is judged by: more than any cluster has.
    private static let lookahead = 64

    private let text: DisplayText
    private let cells: Int
    /// The cells that an address may take; nil if addresses are words as any other.
    private let addressCells: Int?
    /// Where addresses stand, in order, in bytes.
    private var addresses: ArraySlice<Range<Int>> = []
    private var place: DisplayText.Place
    private var isAtEnd = false
    private var breaks: [CChar] = []

    /// - Parameter cells: At least 1.
    init(text: DisplayText, cells: Int, addressCells: Int? = nil) {
        self.text = text
        self.cells = cells
        self.addressCells = addressCells
        place = text.start
        if addressCells != nil { addresses = Addresses.ranges(in: text.utf8)[...] }
    }

    mutating func next() -> Line? {
        if isAtEnd { return nil }
        let start = place
        if let line = addressLine(start) { return line }
        let fitting = text.cut(after: cells, from: start, stoppingAtLineBreak: true)
        if fitting.byte == text.utf8.endIndex {
            isAtEnd = true
            return line(start, fitting)
        }
        if text.utf8[fitting.byte] == 10 {
            place = text.next(fitting)
            return line(start, fitting)
        }
        return broken(start, fitting)
    }

    /// A line of an address that is longer than other lines may be; nil if there is none.
    private mutating func addressLine(_ start: DisplayText.Place) -> Line? {
        while let first = addresses.first, first.upperBound <= start.byte { addresses.removeFirst() }
        guard let addressCells, let address = addresses.first, address.contains(start.byte) else { return nil }
        guard text.cut(after: cells, from: start, stoppingAtLineBreak: true).byte < address.upperBound else {
            return nil
        }
        var end = start
        end.cells = 0
        while end.byte < address.upperBound {
            let after = text.next(end)
            if after.cells > addressCells { break }
            end = after
        }
        guard end.byte > start.byte else { return nil }
        place = end.byte < address.upperBound ? end : skipBlanks(end)
        if place.byte == text.utf8.endIndex {
            isAtEnd = true
        } else if text.utf8[place.byte] == 10 {
            place = text.next(place)
        }
        return line(start, end)
    }

    /// - Parameter fitting: The end of what fits, in the middle of a line of the text.
    private mutating func broken(_ start: DisplayText.Place, _ fitting: DisplayText.Place) -> Line {
        let blanksEnd = skipBlanks(fitting)
        if blanksEnd.byte == text.utf8.endIndex {
            isAtEnd = true
            return line(start, withoutBlanks(start, fitting))
        }
        if text.utf8[blanksEnd.byte] == 10 {
            place = text.next(blanksEnd)
            return line(start, withoutBlanks(start, fitting))
        }
        if let end = lastBreak(start, blanksEnd) {
            place = end
            return line(start, withoutBlanks(start, end.byte < fitting.byte ? end : fitting))
        }
        if fitting.byte > start.byte {
            place = fitting
            return line(start, fitting)
        }
        // Not even one cluster fits.
        place = text.next(start)
        return Line(text: "…", start: start, end: start)
    }

    /// The last place behind `start` and not behind `end` where a line may break.
    private mutating func lastBreak(_ start: DisplayText.Place, _ end: DisplayText.Place) -> DisplayText.Place? {
        let first = start.byte
        var last = min(end.byte + Self.lookahead, text.utf8.endIndex)
        while last < text.utf8.endIndex, text.utf8[last] & 0xC0 == 0x80 { last += 1 }
        if breaks.count < last - first { breaks = [CChar](repeating: 0, count: last - first) }
        text.utf8[first..<last].withUnsafeBufferPointer { bytes in
            u8_possible_linebreaks(bytes.baseAddress, bytes.count, "UTF-8", &breaks)
        }
        var found: DisplayText.Place?
        // Not behind an indentation: that would leave an empty line.
        var place = skipBlanks(start)
        while place.byte < end.byte {
            place = text.next(place)
            if breaks[place.byte - first] == CChar(UC_BREAK_POSSIBLE), !isInsideAddress(place) { found = place }
        }
        return found
    }

    private func isInsideAddress(_ place: DisplayText.Place) -> Bool {
        for address in addresses {
            if place.byte <= address.lowerBound { return false }
            if place.byte < address.upperBound { return true }
        }
        return false
    }

    private func skipBlanks(_ place: DisplayText.Place) -> DisplayText.Place {
        var place = place
        while place.byte < text.utf8.endIndex, text.isBlank(at: place) { place = text.next(place) }
        return place
    }

    /// The place behind the last cluster between the two that is not a blank.
    private func withoutBlanks(_ start: DisplayText.Place, _ end: DisplayText.Place) -> DisplayText.Place {
        var end = end
        while end.byte > start.byte, text.utf8[end.byte - 1] == 32 {
            end.byte -= 1
            end.mark -= 1
        }
        return end
    }

    private func line(_ start: DisplayText.Place, _ end: DisplayText.Place) -> Line {
        Line(text: text.slice(start, end), start: start, end: end)
    }
}
