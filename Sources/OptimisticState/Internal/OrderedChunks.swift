/// A sorted list in chunks: O(log n) to find, O(√n)-ish small moves to insert, windows near either end in O(window).
@usableFromInline
struct OrderedChunks<Element: Comparable> {
    @inlinable
    static var limit: Int { 256 }
    /// Never empty chunks; each sorted; all of one before all of the next.
    @usableFromInline var chunks: [[Element]] = []
    @usableFromInline var count = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { count == 0 }
    @inlinable
    var first: Element? { chunks.first?.first }
    @inlinable
    var last: Element? { chunks.last?.last }

    @inlinable
    func contains(_ element: Element) -> Bool { position(of: element) != nil }

    /// What stands directly before and behind the place of `element`, whether it is there or not.
    @inlinable
    func neighbours(of element: Element) -> (before: Element?, after: Element?) {
        guard !chunks.isEmpty else { return (nil, nil) }
        let chunk = chunkIndex(for: element)
        let offset = Self.lowerBound(of: element, in: chunks[chunk])
        let isThere = offset < chunks[chunk].count && chunks[chunk][offset] == element
        let next = isThere ? offset + 1 : offset
        return (
            offset > 0 ? chunks[chunk][offset - 1] : chunk > 0 ? chunks[chunk - 1].last : nil,
            next < chunks[chunk].count
                ? chunks[chunk][next] : chunk + 1 < chunks.count ? chunks[chunk + 1].first : nil
        )
    }

    @inlinable
    mutating func insert(_ element: Element) {
        count += 1
        guard !chunks.isEmpty else {
            chunks.append([element])
            return
        }
        let chunk = chunkIndex(for: element)
        chunks[chunk].insert(element, at: Self.lowerBound(of: element, in: chunks[chunk]))
        if chunks[chunk].count > Self.limit {
            split(chunk)
        }
    }

    /// Takes out the element equal to `element`.
    /// - Returns: false if it is not there.
    @inlinable
    @discardableResult
    mutating func remove(_ element: Element) -> Bool {
        guard let (chunk, offset) = position(of: element) else { return false }
        chunks[chunk].remove(at: offset)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        count -= 1
        return true
    }

    /// - Complexity: O(log n) and one step for each chunk between it and the nearer end.
    @inlinable
    func index(of element: Element) -> Int? {
        guard let (chunk, offset) = position(of: element) else { return nil }
        if chunk < chunks.count / 2 {
            return chunks[..<chunk].reduce(offset) { $0 + $1.count }
        }
        return chunks[chunk...].reduce(count + offset) { $0 - $1.count }
    }

    /// The elements at these places, clamped to what there is.
    @inlinable
    func window(_ range: Range<Int>) -> [Element] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        var (chunk, offset) = locate(range.lowerBound)
        var window: [Element] = []
        window.reserveCapacity(range.count)
        while window.count < range.count {
            let wanted = min(range.count - window.count, chunks[chunk].count - offset)
            window.append(contentsOf: chunks[chunk][offset..<offset + wanted])
            chunk += 1
            offset = 0
        }
        return window
    }

    /// - Complexity: O(n).
    @inlinable
    var all: [Element] { chunks.flatMap { $0 } }

    @inlinable
    func locate(_ index: Int) -> (chunk: Int, offset: Int) {
        if index < count / 2 {
            var rest = index
            for chunk in chunks.indices {
                if rest < chunks[chunk].count { return (chunk, rest) }
                rest -= chunks[chunk].count
            }
        }
        var end = count
        for chunk in chunks.indices.reversed() {
            end -= chunks[chunk].count
            if index >= end { return (chunk, index - end) }
        }
        return (0, 0)
    }

    @inlinable
    func position(of element: Element) -> (chunk: Int, offset: Int)? {
        guard !chunks.isEmpty else { return nil }
        let chunk = chunkIndex(for: element)
        let offset = Self.lowerBound(of: element, in: chunks[chunk])
        guard offset < chunks[chunk].count, chunks[chunk][offset] == element else { return nil }
        return (chunk, offset)
    }

    /// The last chunk that does not begin behind `element`. Appending is the common case: it is asked first.
    @inlinable
    func chunkIndex(for element: Element) -> Int {
        var low = 0
        var high = chunks.count - 1
        if chunks[high][0] <= element { return high }
        while low < high {
            let middle = (low + high + 1) / 2
            if chunks[middle][0] <= element { low = middle } else { high = middle - 1 }
        }
        return low
    }

    @inlinable
    static func lowerBound(of element: Element, in chunk: [Element]) -> Int {
        if let last = chunk.last, last < element { return chunk.count }
        var low = 0
        var high = chunk.count
        while low < high {
            let middle = (low + high) / 2
            if chunk[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }

    @inlinable
    mutating func split(_ chunk: Int) {
        // Lists grow at their end: there a full chunk is left nearly full.
        let keep = chunk == chunks.count - 1 ? Self.limit * 7 / 8 : Self.limit / 2
        let rest = Array(chunks[chunk][keep...])
        chunks[chunk].removeSubrange(keep...)
        chunks.insert(rest, at: chunk + 1)
    }
}
