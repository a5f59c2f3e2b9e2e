import OptimisticState
import TestSupport

/// One process on a journal: a store, its drain, and everything that a test wants to turn by hand.
final class Process {
    let time: ManualTime
    let executor = ManualExecutor()
    let journal: MemoryJournal<Desk>
    let store: OptimisticStore<Desk>
    let desk: Desk
    private var drain: Task<Void, Never>?

    init(
        on disk: MemoryDisk<Desk> = MemoryDisk(), time: ManualTime = ManualTime(), desk: Desk = Desk(),
        retries: RetryRule? = .standard, name: String = "m", account: String = "", jitter: Double = 1
    ) throws {
        self.time = time
        self.desk = desk
        journal = disk.open(account: account)
        let counter = Locked(0)
        let process = journal.processNumber
        store = try OptimisticStore(
            journal: journal, time: time,
            makeID: {
                counter.withLock { counter in
                    counter += 1
                    return MutationID("\(name)\(process).\(counter)")
                }
            }, jitter: { jitter })
        if let retries { start(retries) }
    }

    func start(_ rule: RetryRule) {
        let (store, desk) = (store, desk)
        drain = executor.start { await store.drain(to: desk, retries: rule) }
        executor.run()
    }

    /// Ends it as `kill -9` does: nothing is said, nothing is written.
    func kill() {
        journal.kill()
    }

    func run() { executor.run() }

    func advance(by duration: Duration) {
        time.advance(by: duration)
        executor.run()
    }

    @discardableResult
    func enqueue(_ mutation: some Mutation<Desk>) -> MutationID {
        defer { executor.run() }
        return store.enqueue(mutation)
    }

    func answer(_ id: MutationID, _ outcome: Outcome) {
        desk.answer(id, outcome)
        executor.run()
    }

    func texts(in folder: Ref<Folder>) -> [String] {
        store.read { visible in visible.items(in: Scope<Note>(.folder(folder)), 0..<1_000).map(\.record.text) }
    }

    /// How it has ended; nil while it has not.
    func ending(of id: MutationID) -> Settled? { executor.result { [store] in await store.settled(id) } }

    func item(_ ref: Ref<Note>) -> Item<Note>? { store.read { $0.item(ref) } }
    var inFlight: [MutationID] { desk.open.map(\.attempt.id) }
}

let inbox = Ref<Folder>.server("inbox")

extension Note {
    static func sent(
        _ id: String, _ text: String, number: Int64, in folder: Ref<Folder> = inbox, under: Ref<Note>? = nil
    ) -> Note {
        Note(
            ref: .server(id), folder: folder, under: under, place: .init(isPending: false, number: number), text: text)
    }
}

extension Failure {
    static let refused = Failure(code: "refused", status: 403)
    static let offline = Failure(code: "offline")
    static let timeout = Failure(code: "timed-out", isTransient: true)
    static let busy = Failure(code: "busy", status: 503)
}
