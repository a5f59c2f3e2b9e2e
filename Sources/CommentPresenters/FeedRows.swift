import Comments
import OptimisticState

/// The rows of the feed: the posts that are known, and until the feed is read, below them, those that something is
/// pending on although nobody has read them. So what waits and what failed is seen before the first answer.
struct FeedRows {
    private let known: Int
    private(set) var unread: [UnreadPost] = []
    /// How many changes are pending on what has no row: comments that nobody has read and whose post nothing names, and
    /// posts that are to be deleted.
    private(set) var elsewhere = 0

    /// - Parameter isRead: Whether the feed was read: then a post is there or it is not.
    /// - Complexity: O(1), until it is read O(p log p) of the pending ones.
    init(in visible: borrowing Visible<Connection>, isRead: Bool) {
        known = visible.count(in: .feed)
        guard !isRead else { return }
        var places: [Ref<Post>: Int] = [:]
        for entry in visible.outbox {
            guard let target = entry.mutation?.target(in: visible) else { continue }
            guard case .post(let named) = target else {
                elsewhere += 1
                continue
            }
            let post = visible.identity(of: named)
            guard visible.item(post) == nil, visible.confirmed(post) == nil else { continue }
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

/// Where a mutation would stand if its post were read.
private enum Target {
    case post(Ref<Post>)
    /// What it is about was not read, and nothing names its post; or it takes the post's row away.
    case unknown
}

extension Mutation {
    /// Nil for what stands in the feed itself: new posts.
    fileprivate func target(in visible: borrowing Visible<Connection>) -> Target? {
        switch self {
        case let add as AddComment: .post(add.post)
        case let edit as EditPost: .post(edit.post)
        case let wish as SetPostFavourite: .post(wish.post)
        case let deletion as DeleteComment: .post(deletion.post)
        case let deletion as DeletePost: visible.confirmed(deletion.post) == nil ? .unknown : nil
        case let edit as EditComment: post(of: edit.comment, in: visible)
        case let wish as SetCommentFavourite: post(of: wish.comment, in: visible)
        case _: nil
        }
    }

    private func post(of comment: Ref<Comment>, in visible: borrowing Visible<Connection>) -> Target {
        (visible.item(comment)?.record ?? visible.confirmed(comment)).map { .post($0.post) } ?? .unknown
    }
}
