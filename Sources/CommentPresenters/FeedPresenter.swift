import Comments
import OptimisticState

/// The list of posts, the newest first.
package struct FeedPresenter: Sendable {
    var account: Account
    private(set) var selection = Selection<Ref<Post>>()

    init(account: Account) {
        self.account = account
    }

    // MARK: - Selection

    mutating func select(_ post: Ref<Post>) {
        let place = account.store.read { $0.index(of: post, in: .feed) }
        selection = Selection(id: post, place: place ?? selection.place)
    }

    mutating func move(_ movement: Movement) {
        let moved: Selection<Ref<Post>>? = account.store.read { visible in
            let place = Selection<Ref<Post>>.place(
                after: movement, from: selectedPlace(in: visible), count: visible.count(in: .feed))
            return place.flatMap { place in
                visible.items(in: .feed, place..<place + 1).first.map { Selection(id: $0.id, place: place) }
            }
        }
        if let moved {
            selection = moved
        } else {
            // Typed ahead of the first page: it counts from the top of what will be there.
            selection.place = movement.place(from: selection.place)
        }
    }

    func selectedPlace(in visible: borrowing Visible<Connection>) -> Int? {
        let count = visible.count(in: .feed)
        guard count > 0 else { return nil }
        let found = selection.id.flatMap { visible.index(of: $0, in: .feed) }
        return found ?? min(max(0, selection.place), count - 1)
    }

    var selectedPost: Item<Post>? {
        account.store.read { visible in
            selectedPlace(in: visible).flatMap { visible.items(in: .feed, $0..<$0 + 1).first }
        }
    }

    // MARK: - Model

    func model(
        _ request: ListRequest<Ref<Post>>, opened: Ref<Post>?, reading: ReadingState,
        drafts: any DraftKeeper, pattern: TextPattern?, in visible: borrowing Visible<Connection>,
        _ clock: inout FrameClock
    ) -> FeedModel {
        var window = ListWindow<PostItem>()
        window.count = visible.count(in: .feed)
        window.selected = selectedPlace(in: visible)
        let anchor = request.anchor.flatMap { visible.index(of: $0, in: .feed) }
        let range = request.window(anchor: anchor, selected: window.selected, count: window.count)
        window.start = range.lowerBound
        for item in visible.items(in: .feed, range) {
            window.rows.append(PostItem(item, in: visible, &clock))
        }
        var withDraft: Set<Ref<Post>> = []
        for post in window.rows {
            let prefixes = ComposerTarget.draftPrefixes(of: post.id, in: visible)
            if prefixes.contains(where: { drafts.hasDraft(under: $0) }) { withDraft.insert(post.id) }
        }
        return FeedModel(
            posts: window, reading: ReadingWords(reading.feed), opened: opened.map { visible.identity(of: $0) },
            withDraft: withDraft, pattern: pattern)
    }
}

/// What a screen shows of the feed.
package struct FeedModel: Sendable {
    package let posts: ListWindow<PostItem>
    package let reading: ReadingWords
    /// The post that is open beside it.
    package let opened: Ref<Post>?
    /// Those in the window for which something was written and not sent.
    package let withDraft: Set<Ref<Post>>
    /// What is searched for here: its hits are marked.
    package let pattern: TextPattern?
}
