import Comments
import OptimisticState

/// One post and the comments under it.
package struct PostPresenter: Sendable {
    var account: Account
    package let post: Ref<Post>
    /// Nil until the comments were read: then the newest is selected.
    private(set) var selection: Selection<ThreadRow.ID>?
    /// The server's id whose comments were asked for.
    var asked: String?
    /// Whether the store has shown it: gone after that means deleted.
    var wasThere = false
    /// The comments whose replies are folded away, and the long ones that are shown whole.
    var folded: Set<Ref<Comment>> = []
    var opened: Set<Ref<Comment>> = []
    /// A hit of a search: whole for as long as it is the last one.
    var revealed: Ref<Comment>?
    /// What has come while one looked, and was not in view yet.
    var news = UnseenComments()

    init(account: Account, post: Ref<Post>) {
        self.account = account
        self.post = post
    }

    var scope: Scope<Comment> { .comments(of: post) }

    /// What the server calls the post, once it has it.
    var serverID: String? {
        account.store.read { $0.serverID(of: post) }
    }

    var reading: ListReading {
        let id = serverID
        return id.flatMap { account.reader.state.posts[$0] } ?? ListReading()
    }

    /// Whether the server has said that there is no such post.
    var isMissing: Bool { reading.error == .notFound }

    // MARK: - Selection

    /// Selects a row; one that is folded away is shown again.
    mutating func select(_ row: ThreadRow.ID) {
        if case .comment(let ref) = row { unfold(over: ref) }
        let found = account.store.read { self.place(of: row, in: $0) }
        selection = Selection(id: row, place: found ?? selection?.place ?? 0)
    }

    mutating func move(_ movement: Movement) {
        let moved: Selection<ThreadRow.ID>? = account.store.read { visible in
            let folds = folds(in: visible)
            let count = rowCount(in: visible, folds)
            let place = Selection<ThreadRow.ID>.place(
                after: movement, from: selectedPlace(in: visible, folds), count: count)
            guard let place, let row = row(at: place, in: visible, folds) else { return nil }
            return Selection(id: row, place: place)
        }
        if let moved { selection = moved }
    }

    /// Holds on to the newest comment once there is one, so that what others write does not move the selection.
    mutating func settleSelection() {
        guard selection == nil, reading.wasRead else { return }
        move(.by(0))
    }

    /// How many rows are shown.
    private func rowCount(in visible: borrowing Visible<Connection>, _ folds: Folds) -> Int {
        1 + visible.count(in: scope) - folds.hiddenCount
    }

    func selectedPlace(in visible: borrowing Visible<Connection>) -> Int {
        selectedPlace(in: visible, folds(in: visible))
    }

    /// The place of the selection among the rows that are shown: never a row that is folded away.
    private func selectedPlace(in visible: borrowing Visible<Connection>, _ folds: Folds) -> Int {
        let count = rowCount(in: visible, folds)
        guard let selection else { return count - 1 }
        let found = selection.id.flatMap { place(of: $0, in: visible, folds) }
        return found ?? min(max(0, selection.place), count - 1)
    }

    func place(of row: ThreadRow.ID, in visible: borrowing Visible<Connection>) -> Int? {
        place(of: row, in: visible, folds(in: visible))
    }

    /// All rows down to this one were in view, or were gone past.
    mutating func saw(downTo row: ThreadRow.ID) {
        guard !news.comments.isEmpty else { return }
        let seen: Set<Ref<Comment>> = account.store.read { visible in
            let folds = folds(in: visible)
            guard let last = place(of: row, in: visible, folds) else { return [] }
            return Set(news.comments.filter { place(of: .comment($0), in: visible, folds).map { $0 <= last } ?? false })
        }
        news.comments.removeAll { seen.contains($0) }
    }

    private func place(
        of row: ThreadRow.ID, in visible: borrowing Visible<Connection>, _ folds: Folds
    ) -> Int? {
        switch row {
        case .post: 0
        case .comment(let ref): visible.index(of: ref, in: scope).map { folds.shown($0) + 1 }
        }
    }

    private func row(at place: Int, in visible: borrowing Visible<Connection>, _ folds: Folds) -> ThreadRow.ID? {
        guard place > 0 else { return .post }
        let index = folds.full(place - 1)
        return visible.items(in: scope, index..<index + 1).first.map { .comment($0.id) }
    }

    /// The place of the selection among all rows, those that are folded away too.
    func fullSelectedPlace(in visible: borrowing Visible<Connection>) -> Int {
        let folds = folds(in: visible)
        let place = selectedPlace(in: visible, folds)
        return place == 0 ? 0 : folds.full(place - 1) + 1
    }

    mutating func select(fullPlace place: Int) {
        guard place > 0 else { return select(.post) }
        let found = account.store.read { $0.items(in: scope, place - 1..<place).first?.id }
        guard let found else { return }
        select(.comment(found))
        revealed = found
    }

    /// The selected comment; nil when the post itself is selected.
    var selectedComment: Item<Comment>? {
        account.store.read { visible -> Item<Comment>? in
            let place = fullSelectedPlace(in: visible)
            guard place > 0 else { return nil }
            return visible.items(in: scope, place - 1..<place).first
        }
    }

    var selectedRow: ThreadRow.ID { selectedComment.map { .comment($0.id) } ?? .post }

    // MARK: - Model

    func model(
        _ request: ListRequest<ThreadRow.ID>, reading: ReadingState, pattern: TextPattern?,
        in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) -> PostModel? {
        let list = visible.serverID(of: self.post).map { reading.posts[$0] ?? ListReading() }
        var post: PostItem
        if let item = visible.item(self.post) {
            post = PostItem(item, in: visible, &clock)
            if list?.isComplete ?? false { post.comments = visible.countOfComments(of: self.post) }
        } else {
            // Of one that the store had, nothing is left to show.
            guard !wasThere else { return nil }
            post = PostItem(
                unread: self.post, title: list?.error == .notFound ? "no such post" : "a post not read yet")
        }
        var window = ListWindow<ThreadRow>()
        let folds = folds(in: visible)
        let selected = selectedPlace(in: visible, folds)
        window.count = rowCount(in: visible, folds)
        window.selected = selected
        let anchor = request.anchor.flatMap { place(of: $0, in: visible, folds) }
        let range = request.window(anchor: anchor, selected: selected, count: window.count)
        window.start = range.lowerBound
        if range.lowerBound == 0, !range.isEmpty { window.rows.append(.post(post)) }
        let comments = max(0, range.lowerBound - 1)..<max(0, range.upperBound - 1)
        for stretch in folds.stretches(ofShown: comments) {
            for (index, item) in zip(stretch, visible.items(in: scope, stretch)) {
                var comment = CommentItem(item, in: visible, &clock)
                comment.isOpened = opened.contains(item.id) || revealed == item.id
                comment.hidden = folds.hidden(behind: index).map { hiddenReplies($0, in: visible) }
                window.rows.append(.comment(comment))
            }
        }
        return PostModel(
            post: post, thread: window, reading: ReadingWords(list), pattern: pattern,
            unseen: news.comments.compactMap { place(of: .comment($0), in: visible, folds) })
    }
}

/// A row of an opened post.
package enum ThreadRow: Identifiable, Hashable, Sendable {
    /// The post's own text, above the comments.
    case post(PostItem)
    case comment(CommentItem)

    package enum ID: Hashable, Sendable {
        case post
        case comment(Ref<Comment>)
    }
    package var id: ID {
        switch self {
        case .post: .post
        case .comment(let item): .comment(item.id)
        }
    }
}

/// What a screen shows of an opened post.
package struct PostModel: Sendable {
    package let post: PostItem
    package let thread: ListWindow<ThreadRow>
    package let reading: ReadingWords
    /// What is searched for here: its hits are marked.
    package let pattern: TextPattern?
    /// The places of comments that have come and were not in view yet.
    package let unseen: [Int]
}

/// How far reading a list has come, as far as a person cares.
package enum ReadingWords: Hashable, Sendable {
    /// Read as far as there is anything to read.
    case whole
    /// Older ones are there and not read.
    case more
    case loading
    case failed(reason: UntrustedText)
    /// What it would be a list of is not there.
    case missing
    /// The room can't be read, which no trying again mends.
    case closed(RoomTrouble)

    init(_ list: ListReading?) {
        guard let list else {
            self = .whole
            return
        }
        if list.error == .notFound {
            self = .missing
        } else if let trouble = list.error.flatMap({ RoomTrouble($0) }) {
            self = .closed(trouble)
        } else if let error = list.error {
            self = .failed(reason: UntrustedText(error.reason))
        } else if list.isLoading || !list.wasRead {
            self = .loading
        } else {
            self = list.isComplete ? .whole : .more
        }
    }
}
