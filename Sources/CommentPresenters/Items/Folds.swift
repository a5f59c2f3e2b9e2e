/// What is folded away of a list: stretches behind the row that stays. It knows two counts of rows: all of them, and those
/// that are shown.
struct Folds: Sendable {
    /// In order, none within another; never empty.
    private let hidden: [Range<Int>]
    let hiddenCount: Int

    init(_ stretches: [Range<Int>] = []) {
        hidden = stretches.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        hiddenCount = hidden.reduce(0) { $0 + $1.count }
    }

    /// The place among what is shown; what is hidden has that of the row which stands for it.
    func shown(_ place: Int) -> Int {
        var shown = place
        for stretch in hidden where stretch.lowerBound <= place {
            shown -= min(place + 1, stretch.upperBound) - stretch.lowerBound
        }
        return shown
    }

    /// The place among all of a row that is shown.
    func full(_ shown: Int) -> Int {
        var full = shown
        for stretch in hidden where stretch.lowerBound <= full { full += stretch.count }
        return full
    }

    /// The stretches of the whole list that a stretch of what is shown consists of.
    func stretches(ofShown range: Range<Int>) -> [Range<Int>] {
        guard !range.isEmpty else { return [] }
        let end = full(range.upperBound - 1) + 1
        var stretches: [Range<Int>] = []
        var start = full(range.lowerBound)
        for stretch in hidden where stretch.lowerBound >= start && stretch.lowerBound < end {
            stretches.append(start..<stretch.lowerBound)
            start = stretch.upperBound
        }
        stretches.append(start..<end)
        return stretches.filter { !$0.isEmpty }
    }

    /// What stands hidden behind the row at this place; nil if nothing does.
    func hidden(behind place: Int) -> Range<Int>? { hidden.first { $0.lowerBound == place + 1 } }
}

/// Replies that are folded away under a comment.
package struct HiddenReplies: Hashable, Sendable {
    package var count: Int
    /// Of those, what failed and what is under way or waits.
    package var failed: Int
    package var pending: Int

    package init(count: Int, failed: Int = 0, pending: Int = 0) {
        self.count = count
        self.failed = failed
        self.pending = pending
    }
}
