import TerminalUI

/// A text in rows of some width. Only rows around the cursor are known: a run of rows that begins with a line of the text
/// and grows by what is asked for.
///
/// A change keeps the rows above it: what is written in a text of a megabyte costs a few rows.
struct TextLayout {
    let width: Int
    let rules: WidthRules
    private(set) var text: [UInt8] = []
    private(set) var rows: [TextRow] = []
    /// How many rows were ever made: what tests count.
    private(set) var made = 0

    /// - Parameter width: In cells, at least 2: no cluster is wider.
    init(width: Int, rules: WidthRules) {
        self.width = max(2, width)
        self.rules = rules
    }

    /// Goes on with another text.
    ///
    /// - Complexity: O(n) comparisons of bytes, eight at a time; no row is made.
    mutating func use(_ text: [UInt8]) {
        // Equal without a look at them if nothing was written since.
        guard text != self.text else { return }
        let same = text.commonPrefix(with: self.text)
        self.text = text
        rows.removeLast(rows.count - (rows.firstIndex { $0.seen > same } ?? rows.count))
    }

    /// The index of the row that shows `place`, with up to `margin` rows known above and below it.
    mutating func row(of place: Int, margin: Int) -> Int {
        if !canGrow(to: place) {
            rows = []
            append(from: lineStart(before: place))
        }
        while let last = rows.last, last.ending != .text, last.next <= place { append(from: last.next) }
        var index = self.index(of: place)
        while index < margin, let first = rows.first, first.start > 0 { index += prependLine(before: first.start) }
        while rows.count <= index + margin, let last = rows.last, last.ending != .text { append(from: last.next) }
        return index
    }

    /// Whether what is known reaches the place, or will with the rest of its line or a few rows.
    private func canGrow(to place: Int) -> Bool {
        guard let first = rows.first, first.start <= place else { return false }
        return place - end < 4_096 || lineStart(before: place) <= end
    }

    /// The index of the known row that shows `place`: behind a wrapped row it is the next one's.
    private func index(of place: Int) -> Int {
        var low = 0
        var high = rows.count
        while low + 1 < high {
            let middle = (low + high) / 2
            if rows[middle].start <= place { low = middle } else { high = middle }
        }
        return low
    }

    /// Where what is known ends.
    private var end: Int { rows.last?.next ?? 0 }

    private mutating func append(from start: Int) {
        rows.append(TextRow(in: text, from: start, width: width, rules: rules))
        made += 1
    }

    /// - Returns: how many rows it has.
    private mutating func prependLine(before end: Int) -> Int {
        var line: [TextRow] = []
        var start = lineStart(before: end - 1)
        while start < end {
            let row = TextRow(in: text, from: start, width: width, rules: rules)
            line.append(row)
            start = row.next
        }
        made += line.count
        rows.insert(contentsOf: line, at: 0)
        return line.count
    }

    private func lineStart(before place: Int) -> Int {
        text[..<min(place, text.count)].lastIndex(of: 10).map { $0 + 1 } ?? 0
    }
}

extension [UInt8] {
    /// How many bytes at their beginnings are the same.
    fileprivate func commonPrefix(with other: [UInt8]) -> Int {
        let shorter = Swift.min(count, other.count)
        return withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                var place = 0
                while place + 8 <= shorter,
                    left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                        == right.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                {
                    place += 8
                }
                while place < shorter, left[place] == right[place] { place += 1 }
                return place
            }
        }
    }
}
