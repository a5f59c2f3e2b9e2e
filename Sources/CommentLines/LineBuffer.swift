/// Bytes on their way to being lines.
package struct LineBuffer: Sendable {
    package enum Line: Hashable, Sendable {
        case text(String)
        /// Longer than anyone types: it was thrown away.
        case tooLong
    }

    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// How far there is no line end.
    private var seen = 0
    private var isTooLong = false
    private var isEnded = false
    private let longest: Int

    /// - Parameter longest: How many bytes a line may have.
    package init(longest: Int) {
        self.longest = longest
    }

    /// - Complexity: O(length of `more`), amortised.
    package mutating func append(_ more: some Sequence<UInt8>) {
        if start > 65_536 || start == bytes.count {
            bytes.removeFirst(start)
            (seen, start) = (seen - start, 0)
        }
        bytes += more
    }

    /// Nothing more will come: what stands behind the last line end is a line, too.
    package mutating func end() { isEnded = true }

    /// Whether a line is there.
    package mutating func hasLine() -> Bool { lineEnd() != nil || isEnded && (start < bytes.count || isTooLong) }

    /// Forgets what was read and not taken.
    package mutating func clear() { self = LineBuffer(longest: longest) }

    /// The next line, which stays; nil if none is there.
    package func peek() -> Line? {
        var copy = self
        return copy.next()
    }

    /// The next line, without its end; nil if none is there.
    package mutating func next() -> Line? {
        guard let end = lineEnd() else {
            guard isEnded, start < bytes.count || isTooLong else { return nil }
            defer { (start, seen, isTooLong) = (bytes.count, bytes.count, false) }
            return line(to: bytes.count)
        }
        defer { (start, seen, isTooLong) = (end + 1, end + 1, false) }
        return line(to: end)
    }

    private func line(to end: Int) -> Line {
        guard !isTooLong, end - start <= longest else { return .tooLong }
        let text = bytes[start..<end]
        return .text(String(decoding: text.last == 13 ? text.dropLast() : text, as: UTF8.self))
    }

    private mutating func lineEnd() -> Int? {
        while seen < bytes.count {
            if bytes[seen] == 10 { return seen }
            seen += 1
        }
        if seen - start > longest {
            // No more than that is kept of it.
            isTooLong = true
            start = seen
        }
        return nil
    }
}
