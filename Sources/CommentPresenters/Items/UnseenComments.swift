import Comments
import OptimisticState

/// Comments of others that have come since a post was opened, and that were not in view yet.
struct UnseenComments: Sendable {
    var comments: [Ref<Comment>] = []
    /// How many had come when it was last looked.
    private var known = 0

    mutating func take(_ arrivals: Arrivals) {
        guard arrivals.count > known else { return }
        comments += arrivals.latest.suffix(arrivals.count - known).map { .server($0) }
        comments.removeFirst(max(0, comments.count - Arrivals.most))
        known = arrivals.count
    }
}
