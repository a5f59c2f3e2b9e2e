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

    mutating func select(_ row: ThreadRow.ID) {
        let found = account.store.read { self.place(of: row, in: $0) }
        selection = Selection(id: row, place: found ?? selection?.place ?? 0)
    }

    mutating func move(_ movement: Movement) {
        let moved: Selection<ThreadRow.ID>? = account.store.read { visible in
            let count = rowCount(in: visible)
            let place = Selection<ThreadRow.ID>.place(
                after: movement, from: selectedPlace(in: visible), count: count)
            guard let place, let row = row(at: place, in: visible) else { return nil }
            return Selection(id: row, place: place)
        }
        if let moved { selection = moved }
    }

    /// Holds on to the newest comment once there is one, so that what others write does not move the selection.
    mutating func settleSelection() {
        guard selection == nil, reading.wasRead else { return }
        move(.by(0))
    }

    func rowCount(in visible: borrowing Visible<Connection>) -> Int { 1 + visible.count(in: scope) }

    func selectedPlace(in visible: borrowing Visible<Connection>) -> Int {
        let count = rowCount(in: visible)
        guard let selection else { return count - 1 }
        let found = selection.id.flatMap { place(of: $0, in: visible) }
        return found ?? min(max(0, selection.place), count - 1)
    }

    func place(of row: ThreadRow.ID, in visible: borrowing Visible<Connection>) -> Int? {
        switch row {
        case .post: 0
        case .comment(let ref): visible.index(of: ref, in: scope).map { $0 + 1 }
        }
    }

    private func row(at place: Int, in visible: borrowing Visible<Connection>) -> ThreadRow.ID? {
        guard place > 0 else { return .post }
        return visible.items(in: scope, place - 1..<place).first.map { .comment($0.id) }
    }

    /// The selected comment; nil when the post itself is selected.
    var selectedComment: Item<Comment>? {
        account.store.read { visible -> Item<Comment>? in
            let place = selectedPlace(in: visible)
            guard place > 0 else { return nil }
            return visible.items(in: scope, place - 1..<place).first
        }
    }

    // MARK: - Model

    func model(
        _ request: ListRequest<ThreadRow.ID>, reading: ReadingState, in visible: borrowing Visible<Connection>,
        _ clock: inout FrameClock
    ) -> PostModel? {
        let list = visible.serverID(of: self.post).map { reading.posts[$0] ?? ListReading() }
        let post: PostItem
        if let item = visible.item(self.post) {
            post = PostItem(item, in: visible, &clock)
        } else {
            // Of one that the store had, nothing is left to show.
            guard !wasThere else { return nil }
            post = PostItem(
                unread: self.post, title: list?.error == .notFound ? "no such post" : "a post not read yet")
        }
        var window = ListWindow<ThreadRow>()
        let selected = selectedPlace(in: visible)
        window.count = rowCount(in: visible)
        window.selected = selected
        let anchor = request.anchor.flatMap { place(of: $0, in: visible) }
        let range = request.window(anchor: anchor, selected: selected, count: window.count)
        window.start = range.lowerBound
        if range.lowerBound == 0, !range.isEmpty { window.rows.append(.post(post)) }
        let comments = max(0, range.lowerBound - 1)..<max(0, range.upperBound - 1)
        for item in visible.items(in: scope, comments) {
            window.rows.append(.comment(CommentItem(item, in: visible, &clock)))
        }
        return PostModel(post: post, thread: window, reading: ReadingWords(list))
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

    init(_ list: ListReading?) {
        guard let list else {
            self = .whole
            return
        }
        if list.error == .notFound {
            self = .missing
        } else if let error = list.error {
            self = .failed(reason: UntrustedText(error.reason))
        } else if list.isLoading || !list.wasRead {
            self = .loading
        } else {
            self = list.isComplete ? .whole : .more
        }
    }
}
