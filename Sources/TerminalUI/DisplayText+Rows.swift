extension DisplayText {
    /// The bytes of the drawn form: what ``firstLine(to:)`` counts.
    package var byteCount: Int { utf8.count }

    /// The first of the lines that ``wrapped(to:limit:)`` makes.
    ///
    /// - Returns: The line, and how many bytes of the drawn form lie before the second line; all of them if there is none.
    package func firstLine(to cells: Int) -> (text: DisplayText, bytes: Int) {
        guard cells > 0 else { return (DisplayText(), 0) }
        var breaker = LineBreaker(text: self, cells: cells)
        let first = breaker.next()?.text ?? DisplayText()
        return (first, (breaker.next()?.start.byte ?? utf8.endIndex) - utf8.startIndex)
    }
}

extension DisplayText {
    /// Where it begins in the text that it was cut out of, in bytes of the drawn form.
    package var byteOffset: Int { utf8.startIndex }

    /// Cut wherever one of `ranges` begins or ends, in bytes of the text that it was cut out of. A cluster that lies in
    /// a range in part is in it.
    ///
    /// - Parameter ranges: In order, none within another.
    package func parts(by ranges: [Range<Int>]) -> [(text: DisplayText, isInside: Bool)] {
        let touching = ranges.filter { $0.lowerBound < utf8.endIndex && utf8.startIndex < $0.upperBound }
        guard !touching.isEmpty else { return isEmpty ? [] : [(self, false)] }
        var parts: [(text: DisplayText, isInside: Bool)] = []
        var from = start
        var place = start
        var wasInside = false
        while place.byte < utf8.endIndex {
            let after = next(place)
            let isInside = touching.contains { $0.lowerBound < after.byte && place.byte < $0.upperBound }
            if isInside != wasInside, place.byte > from.byte {
                parts.append((slice(from, place), wasInside))
                from = place
            }
            wasInside = isInside
            place = after
        }
        parts.append((slice(from, finish), wasInside))
        return parts
    }
}

extension DisplayText {
    /// All of them, one behind the other.
    ///
    /// - Complexity: O(n), n their bytes.
    package init(joining parts: [DisplayText]) {
        guard parts.contains(where: { $0.marks != nil }) else {
            self.init(utf8: ArraySlice(parts.flatMap(\.utf8)), marks: nil)
            return
        }
        self.init(utf8: ArraySlice(parts.flatMap(\.utf8)), marks: ArraySlice(parts.flatMap(\.explicitMarks)))
    }
}
