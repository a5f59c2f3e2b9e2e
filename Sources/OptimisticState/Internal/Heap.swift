/// A binary heap, the least first. Entries are never taken out of the middle: whoever pops one asks whether it still
/// holds.
struct Heap<Element: Comparable> {
    private var storage: [Element] = []

    var first: Element? { storage.first }

    /// - Complexity: O(log n).
    mutating func insert(_ element: Element) {
        storage.append(element)
        var child = storage.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard storage[child] < storage[parent] else { return }
            storage.swapAt(child, parent)
            child = parent
        }
    }

    /// - Complexity: O(log n).
    mutating func popFirst() -> Element? {
        guard let last = storage.popLast() else { return nil }
        guard let first = storage.first else { return last }
        storage[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < storage.count && storage[child] < storage[least]
            {
                least = child
            }
            guard least != parent else { return first }
            storage.swapAt(parent, least)
            parent = least
        }
    }
}
