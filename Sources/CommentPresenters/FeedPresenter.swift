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
        let isRead = account.reader.state.feed.wasRead
        let place = account.store.read { FeedRows(in: $0, isRead: isRead).place(of: post, in: $0) }
        selection = Selection(id: post, place: place ?? selection.place)
    }

    mutating func move(_ movement: Movement) {
        let isRead = account.reader.state.feed.wasRead
        let moved: Selection<Ref<Post>>? = account.store.read { visible in
            let rows = FeedRows(in: visible, isRead: isRead)
            let place = Selection<Ref<Post>>.place(
                after: movement, from: selectedPlace(among: rows, in: visible), count: rows.count)
            return place.flatMap { place in rows.id(at: place, in: visible).map { Selection(id: $0, place: place) } }
        }
        if let moved {
            selection = moved
        } else {
            // Typed ahead of the first page: it counts from the top of what will be there.
            selection.place = movement.place(from: selection.place)
        }
    }

    private func selectedPlace(among rows: FeedRows, in visible: borrowing Visible<Connection>) -> Int? {
        guard rows.count > 0 else { return nil }
        let found = selection.id.flatMap { rows.place(of: $0, in: visible) }
        return found ?? min(max(0, selection.place), rows.count - 1)
    }

    /// How far down the selection stands, and how many rows there are.
    var progress: (place: Int, count: Int) {
        let isRead = account.reader.state.feed.wasRead
        return account.store.read { visible in
            let rows = FeedRows(in: visible, isRead: isRead)
            return (selectedPlace(among: rows, in: visible) ?? 0, rows.count)
        }
    }

    /// Nil where nothing is selected, and where what is was not read yet.
    var selectedPost: Item<Post>? {
        selectedID.flatMap { id in account.store.read { $0.item(id) } }
    }

    /// The selected post, read or not.
    var selectedID: Ref<Post>? {
        let isRead = account.reader.state.feed.wasRead
        return account.store.read { visible in
            let rows = FeedRows(in: visible, isRead: isRead)
            return selectedPlace(among: rows, in: visible).flatMap { rows.id(at: $0, in: visible) }
        }
    }

    // MARK: - Model

    func model(
        _ request: ListRequest<Ref<Post>>, opened: Ref<Post>?, reading: ReadingState,
        drafts: any DraftKeeper, pattern: TextPattern?, in visible: borrowing Visible<Connection>,
        _ clock: inout FrameClock
    ) -> FeedModel {
        var window = ListWindow<PostItem>()
        let rows = FeedRows(in: visible, isRead: reading.feed.wasRead)
        window.count = rows.count
        window.selected = selectedPlace(among: rows, in: visible)
        let anchor = request.anchor.flatMap { rows.place(of: $0, in: visible) }
        let range = request.window(anchor: anchor, selected: window.selected, count: window.count)
        window.start = range.lowerBound
        for item in visible.items(in: .feed, range) {
            var post = PostItem(item, in: visible, &clock)
            // What stands under it is counted where it is there whole: the server's count can be of another moment.
            if let id = visible.serverID(of: item.id), reading.posts[id]?.isComplete ?? false {
                post.comments = visible.countOfComments(of: item.id)
            }
            window.rows.append(post)
        }
        window.rows += rows.unread.filter { range.contains($0.place) }.map { PostItem(unread: $0) }
        var withDraft: Set<Ref<Post>> = []
        for post in window.rows {
            let names = ComposerTarget.postDraftNames(of: post.id)
            let prefixes = ComposerTarget.draftPrefixes(of: post.id, in: visible)
            if prefixes.contains(where: { drafts.hasDraft(under: $0) })
                || names.contains(where: { drafts.hasDraft(named: $0) })
            {
                withDraft.insert(post.id)
            }
        }
        return FeedModel(
            posts: window, reading: ReadingWords(reading.feed), wasRead: reading.feed.wasRead,
            changesElsewhere: rows.elsewhere, opened: opened.map { visible.identity(of: $0) },
            withDraft: withDraft,
            hasPostDraft: drafts.hasDraft(named: ComposerTarget.newPostDraft)
                || !OrphanedDrafts(drafts: drafts, reading: reading).ofPosts(in: visible).isEmpty,
            pattern: pattern)
    }
}

extension Visible {
    /// How many comments are known under a post, as servers count them: what is deleted and keeps its place is none.
    ///
    /// - Complexity: O(1).
    func countOfComments(of post: Ref<Post>) -> Int {
        count(in: .comments(of: post)) - count(in: .placeholders(of: post))
    }
}

/// What a screen shows of the feed.
package struct FeedModel: Sendable {
    package let posts: ListWindow<PostItem>
    package let reading: ReadingWords
    /// Whether any page was read.
    package let wasRead: Bool
    /// How many changes are pending on what was not read and has no row here.
    package let changesElsewhere: Int
    /// The post that is open beside it.
    package let opened: Ref<Post>?
    /// Those in the window for which something was written and not sent.
    package let withDraft: Set<Ref<Post>>
    /// Whether a new post was begun, and not sent.
    package let hasPostDraft: Bool
    /// What is searched for here: its hits are marked.
    package let pattern: TextPattern?
}
