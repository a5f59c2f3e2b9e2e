/// Text that is safe to give to a terminal: the only thing that a ``Canvas`` accepts, and what lines are printed of.
///
/// It holds the *drawn form* of what it was made of: no control characters, no escape sequences, nothing invisible, and
/// every cluster in a shape that terminals agree on (`docs/decisions/0001-cell-widths.md`). The original is not kept.
/// A line break is a cluster of one cell, blank where text is drawn on one line. One thing that is invisible is remembered
/// for wrapping, and is in nothing that is drawn or printed: that a line may break (U+200B).
package struct DisplayText: Hashable, Sendable {
    /// One cluster: its length in bytes of `utf8`, its width in cells.
    struct Mark: Hashable, Sendable {
        var length: UInt8
        var width: UInt8
    }

    var utf8: ArraySlice<UInt8>
    /// Nil when all is ASCII: then every byte is a cluster of one cell.
    var marks: ArraySlice<Mark>?

    package init() {
        utf8 = []
        marks = nil
    }

    init(utf8: ArraySlice<UInt8>, marks: ArraySlice<Mark>?) {
        self.utf8 = utf8
        self.marks = marks
    }

    /// Our own words.
    package init(_ literal: StaticString) {
        self.init(sanitizing: literal.description)
    }

    /// What anyone else wrote: a name, a text, a reason.
    ///
    /// - Parameters:
    ///   - limit: Stops reading the text when at least so many bytes were taken: a hostile title may be megabytes long
    ///     where a row shows a hundred cells.
    ///   - rules: What is known of the terminal that it is for.
    /// - Complexity: O(n), n the bytes that are read.
    package init(sanitizing raw: String, limit: Int = .max, rules: WidthRules = .standard) {
        self = ClusterShaper.shape(Sanitizer.clean(raw, limit: limit), rules: rules)
    }

    package init(_ number: Int) {
        self.init(utf8: ArraySlice(String(number).utf8), marks: nil)
    }

    /// Whether there is nothing in it.
    package var isEmpty: Bool { utf8.isEmpty }

    /// The cells it takes on one line.
    ///
    /// - Complexity: O(n), O(1) when it is ASCII.
    package var width: Int {
        guard let marks else { return utf8.count }
        return marks.reduce(0) { $0 + Int($1.width) }
    }

    /// The drawn form as a string: each of its ``clusters``.
    package var string: String {
        guard let marks, marks.contains(where: { $0.width == 0 }) else { return stringWithBreaks }
        var kept: [UInt8] = []
        kept.reserveCapacity(utf8.count)
        var position = utf8.startIndex
        for mark in marks {
            let end = position + Int(mark.length)
            if mark.width > 0 { kept += utf8[position..<end] }
            position = end
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// The same with the places at which lines may break, for counting its bytes as ``byteOffset`` does. Not to be printed.
    package var stringWithBreaks: String { String(decoding: utf8, as: UTF8.self) }

    package var clusters: [Cluster] {
        var result: [Cluster] = []
        forEachCluster { cluster in
            result.append(cluster)
            return true
        }
        return result
    }

    /// Calls `body` with each cluster that takes cells, until it returns false.
    func forEachCluster(_ body: (Cluster) -> Bool) {
        guard let marks else {
            for byte in utf8 where !body(Cluster(ascii: byte)) { return }
            return
        }
        var position = utf8.startIndex
        for mark in marks {
            let end = position + Int(mark.length)
            if mark.width > 0 {
                let cluster =
                    mark.length == 1
                    ? Cluster(ascii: utf8[position])
                    : Cluster(text: String(decoding: utf8[position..<end], as: UTF8.self), width: Int(mark.width))
                guard body(cluster) else { return }
            }
            position = end
        }
    }

    package static func + (left: DisplayText, right: DisplayText) -> DisplayText {
        if left.isEmpty { return right }
        if right.isEmpty { return left }
        let utf8 = left.utf8 + right.utf8
        if left.marks == nil, right.marks == nil { return DisplayText(utf8: utf8, marks: nil) }
        return DisplayText(utf8: utf8, marks: left.explicitMarks + right.explicitMarks)
    }

    package static func += (left: inout DisplayText, right: DisplayText) {
        left = left + right
    }

    var explicitMarks: ArraySlice<Mark> {
        marks ?? ArraySlice(repeating: Mark(length: 1, width: 1), count: utf8.count)
    }
}

extension DisplayText: ExpressibleByStringLiteral {
    /// Our own words; a literal has no way to hold anyone else's.
    package init(stringLiteral literal: StaticString) {
        self.init(literal)
    }
}

/// What a person takes for one character, in the form in which it is drawn.
package struct Cluster: Hashable, Sendable {
    package let text: String
    /// The cells that ncurses fills with it; never 0.
    package let width: Int

    init(text: String, width: Int) {
        self.text = text
        self.width = width
    }

    init(ascii byte: UInt8) {
        // A line break inside a line is drawn as a blank.
        text = String(UnicodeScalar(byte == 10 ? 32 : byte))
        width = 1
    }
}
