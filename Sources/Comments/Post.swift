import OptimisticState

/// A post: what comments stand under.
package struct Post: Record {
    package let ref: Ref<Post>
    package var place: Place
    package var title: UntrustedText
    package var text: UntrustedText
    package var author: UntrustedText
    package var createdAt: Timestamp
    package var isEdited: Bool
    /// Written by the account of this session: it may be edited and deleted.
    package var isMine: Bool
    package var favourites: Int
    package var isFavourited: Bool
    /// How many comments the server counts under it, and the pending ones.
    package var comments: Int

    package init(
        ref: Ref<Post>, place: Place, title: UntrustedText, text: UntrustedText, author: UntrustedText,
        createdAt: Timestamp, isEdited: Bool = false, isMine: Bool = false, favourites: Int = 0,
        isFavourited: Bool = false, comments: Int = 0
    ) {
        self.ref = ref
        self.place = place
        self.title = title
        self.text = text
        self.author = author
        self.createdAt = createdAt
        self.isEdited = isEdited
        self.isMine = isMine
        self.favourites = favourites
        self.isFavourited = isFavourited
        self.comments = comments
    }

    package static var recordName: String { "post" }
    package var scopes: [Scope<Post>] { [.feed] }
    package var order: Newest { Newest(place: place) }

    /// The newest first.
    package struct Newest: Comparable, Sendable {
        let place: Place
        package static func < (first: Newest, second: Newest) -> Bool { second.place < first.place }
    }

    package enum Key: ScopeKey {
        case feed
    }
}

extension Scope where R == Post {
    /// All posts, the newest first.
    package static var feed: Scope<Post> { Scope(.feed) }
}
