import CUnistring

extension DisplayText {
    /// The lines of the text, each at most `cells` wide, broken where Unicode allows it (UAX 14: no line of Japanese
    /// begins with a full stop); a word that is too long is broken anywhere, and a cluster that is wider than a line is
    /// replaced by `…`. Blanks at a break are dropped. No lines if `cells` is below 1.
    ///
    /// - Parameter limit: Stops after so many lines.
    /// - Complexity: O(n), n the length of the text up to the last line that is returned.
    package func wrapped(to cells: Int, limit: Int = .max) -> [DisplayText] {
        guard cells > 0 else { return [] }
        var result: [DisplayText] = []
        for line in lines() {
            var rest = line
            repeat {
                if result.count >= limit { return result }
                let head = rest.prefix(cells: cells)
                if head.isEmpty, !rest.isEmpty {
                    result.append("…")
                    rest = rest.dropping(cells: 1)
                } else {
                    result.append(head)
                    rest = rest.slice(
                        Place(byte: head.utf8.endIndex, mark: head.marks?.endIndex ?? 0, cells: 0), rest.finish)
                }
            } while !rest.isEmpty
        }
        return result
    }
}
