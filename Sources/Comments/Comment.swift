import OptimisticState

/// A comment under a post, or a reply to one (one level deep).
package struct Comment: Record {
    package let ref: Ref<Comment>
    package let post: Ref<Post>
    /// The comment that it replies to.
    package let parent: Ref<Comment>?
    /// The place of the comment that it stands under; nil for a comment of its own.
    package let parentPlace: Place?
    package var place: Place
    package var author: UntrustedText
    package var text: UntrustedText
    package var createdAt: Timestamp
    package var isEdited: Bool
    /// Deleted, and shown as such because replies stand under it.
    package var isDeleted: Bool
    /// Written by the account of this session: unless it is deleted, it may be edited and deleted.
    package var isMine: Bool
    package var favourites: Int
    package var isFavourited: Bool
    /// How many replies stand under it.
    package var replies: Int

    package init(
        ref: Ref<Comment>, post: Ref<Post>, parent: Ref<Comment>? = nil, parentPlace: Place? = nil, place: Place,
        author: UntrustedText, text: UntrustedText, createdAt: Timestamp, isEdited: Bool = false,
        isDeleted: Bool = false, isMine: Bool = false, favourites: Int = 0, isFavourited: Bool = false,
        replies: Int = 0
    ) {
        self.ref = ref
        self.post = post
        self.parent = parent
        self.parentPlace = parentPlace
        self.place = place
        self.author = author
        self.text = text
        self.createdAt = createdAt
        self.isEdited = isEdited
        self.isDeleted = isDeleted
        self.isMine = isMine
        self.favourites = favourites
        self.isFavourited = isFavourited
        self.replies = replies
    }

    package static var recordName: String { "comment" }
    package var scopes: [Scope<Comment>] {
        isDeleted ? [.comments(of: post), .placeholders(of: post)] : [.comments(of: post)]
    }
    package var order: Threaded {
        Threaded(root: parentPlace ?? place, reply: parentPlace == nil ? nil : place)
    }

    /// The oldest first, each with its replies under it.
    package struct Threaded: Comparable, Sendable {
        let root: Place
        let reply: Place?

        package static func < (first: Threaded, second: Threaded) -> Bool {
            if first.root != second.root { return first.root < second.root }
            guard let mine = first.reply else { return second.reply != nil }
            guard let other = second.reply else { return false }
            return mine < other
        }
    }

    package enum Key: ScopeKey {
        case post(Ref<Post>)
        case placeholders(Ref<Post>)

        package func resolved(by identities: borrowing Identities) -> Key {
            switch self {
            case .post(let ref): .post(identities.identity(of: ref))
            case .placeholders(let ref): .placeholders(identities.identity(of: ref))
            }
        }
    }
}

extension Scope where R == Comment {
    /// The comments of one post, replies under their comments.
    package static func comments(of post: Ref<Post>) -> Scope<Comment> { Scope(.post(post)) }
    /// Those of them that are deleted, and shown as such for their replies: no server counts them.
    package static func placeholders(of post: Ref<Post>) -> Scope<Comment> { Scope(.placeholders(post)) }
}
