import CommentPresenters
import Comments
import Glibc
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// What a client is made of, but for its screen, in front of a room of a real homeserver: a store, its drainer and its
/// reader, on a clock that a test moves. The server's answers come in their own time.
final class ClientOnServer {
    let time = ManualTime()
    let executor = ManualExecutor()
    let board: MatrixBoard
    let session: Session
    let post: String
    let store: OptimisticStore<Connection>
    let reader: BoardReader
    private let running: [Task<Void, Never>]

    /// Opens a post and begins to follow and to send.
    init(at address: String, room: String, as session: Session, post: String) throws {
        let time = time
        board = MatrixBoard(
            try MatrixAddress(address), room: room, time: time, hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        self.session = session
        self.post = post
        let count = Locked(0)
        store = try OptimisticStore(
            journal: MemoryDisk<Connection>().open(), time: time,
            makeID: {
                count.withLock { count in
                    count += 1
                    return MutationID("m\(count)")
                }
            }, jitter: { 0.999 })
        let deadlines = Deadlines(time: time)
        reader = BoardReader(
            service: board, session: session, store: store, deadlines: deadlines, pageSize: 50, onChange: {})
        let connection = Connection(service: board, session: session, deadlines: deadlines)
        let (store, reader) = (store, reader)
        running = [
            executor.start { await reader.follow() },
            executor.start { await store.drain(to: connection, retries: .standard) },
        ]
        try wait("the feed") { _ in reader.state.feed.wasRead }
        executor.start { await reader.open(post) }
        try wait("the post") { _ in reader.state.posts[post]?.wasRead == true }
    }

    /// Ends what waits for the server.
    func end() {
        for task in running { task.cancel() }
        while board.underWay > 0 {
            executor.run()
            poll(nil, 0, 1)
        }
        executor.run()
    }

    struct NeverCame: Error { let what: String, shown: [Line] }

    /// Runs, while the server is given its time, until something is so.
    func wait(_ what: String, until isSo: (ClientOnServer) -> Bool) throws {
        // In turns of 10 ms: what a condition asks for may happen on another thread.
        for _ in 0..<2_000 {
            executor.run()
            if isSo(self) { return }
            executor.waitForWork(milliseconds: 10)
        }
        throw NeverCame(what: what, shown: lines)
    }

    func advance(_ duration: Duration) {
        time.advance(by: duration)
        executor.run()
    }

    /// A comment as it stands in the list, with what is said beside it.
    struct Line: Equatable {
        var text: String
        var words: String?
        var favourites = 0
        var isEdited = false
        var isDeleted = false
    }

    /// The post's comments as they are shown.
    var lines: [Line] {
        store.read { visible in
            let scope = Scope<Comments.Comment>.comments(of: .server(post))
            return visible.items(in: scope, 0..<visible.count(in: scope)).map { item in
                Line(
                    text: item.record.text.raw,
                    words: item.mutations.first.flatMap { visible.entry($0) }?
                        .words(isAlone: false, in: visible, at: time.now()),
                    favourites: item.record.favourites, isEdited: item.record.isEdited,
                    isDeleted: item.record.isDeleted)
            }
        }
    }

    var favouritesOfThePost: Int? { store.read { $0.item(Ref<Post>.server(post))?.record.favourites } }

    var pending: Int { store.read { $0.pendingCount + $0.failedCount } }

    /// Whether something waits for a moment to be sent again.
    var isWaiting: Bool {
        store.read { visible in
            visible.outbox.contains { if case .loading(.waiting) = $0.loadingState { true } else { false } }
        }
    }
}
