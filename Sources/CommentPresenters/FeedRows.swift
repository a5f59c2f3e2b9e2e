import Comments
import OptimisticState

/// The rows of the feed: the posts that are known, and until the feed is read, below them, those that something is
/// pending on although nobody has read them. So what waits and what failed is seen before the first answer.
struct FeedRows {
    private let known: Int
    private(set) var unread: [UnreadPost] = []

    /// - Parameter isRead: Whether the feed was read: then a post is there or it is not.
    /// - Complexity: O(1), until it is read O(p log p) of the pending ones.
    init(in visible: borrowing Visible<Connection>, isRead: Bool) {
        known = visible.count(in: .feed)
        guard !isRead else { return }
        var places: [Ref<Post>: Int] = [:]
        for entry in visible.outbox {
            guard let post = entry.mutation?.unreadPost.map({ visible.identity(of: $0) }),
                visible.item(post) == nil, visible.confirmed(post) == nil
            else { continue }
            let place = places[post] ?? unread.count
            if place == unread.count {
                places[post] = place
                unread.append(UnreadPost(id: post, place: known + place))
            }
            if entry.loadingState.isFailure { unread[place].failed += 1 } else { unread[place].waiting += 1 }
        }
    }

    var count: Int { known + unread.count }

    func place(of post: Ref<Post>, in visible: borrowing Visible<Connection>) -> Int? {
        if let place = visible.index(of: post, in: .feed) { return place }
        let identity = visible.identity(of: post)
        return unread.first { $0.id == identity }?.place
    }

    func id(at place: Int, in visible: borrowing Visible<Connection>) -> Ref<Post>? {
        if place < known { return visible.items(in: .feed, place..<place + 1).first?.id }
        return unread.indices.contains(place - known) ? unread[place - known].id : nil
    }
}

/// A post of which nothing is known but what is pending on it.
struct UnreadPost {
    let id: Ref<Post>
    /// In the feed.
    let place: Int
    var waiting = 0
    var failed = 0
}

extension Mutation {
    /// The post that it stands on and that the server has; nil for what has no place before its post is read, and for a
    /// deletion, which takes the row away.
    fileprivate var unreadPost: Ref<Post>? {
        switch self {
        case let add as AddComment: add.post
        case let edit as EditPost: edit.post
        case let wish as SetPostFavourite: wish.post
        case _: nil
        }
    }
}
