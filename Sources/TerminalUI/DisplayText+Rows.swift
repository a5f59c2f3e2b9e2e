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
