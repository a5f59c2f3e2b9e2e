import OptimisticState
import TestSupport

/// One process on a journal: a store, its drain, and everything that a test wants to turn by hand.
final class Process {
    let time: ManualTime
    let executor = ManualExecutor()
    let journal: MemoryJournal<Desk>
    let store: OptimisticStore<Desk>
    let desk: Desk
    private var drains: [Task<Void, Never>] = []

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
        drains.append(executor.start { await store.drain(to: desk, retries: rule) })
        executor.run()
    }

    /// Ends it as `kill -9` does: nothing is said, nothing is written.
    func kill() {
        journal.kill()
    }

    /// Lets go of everything that it waits for. The disk is of no use after that.
    func end() {
        for drain in drains { drain.cancel() }
        desk.close()
        executor.run()
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

/// The journal of a process that others overtake between its reading and its asking for the lease.
struct InterruptedJournal: Journal {
    let inner: MemoryJournal<Desk>
    let meanwhile: Meanwhile

    func claimLease(at now: Timestamp) throws -> LeaseClaim {
        meanwhile.happen()
        return try inner.claimLease(at: now)
    }
    func load() throws -> JournalContents<Desk> { try inner.load() }
    func changes(since revision: Int64) throws -> JournalContents<Desk> { try inner.changes(since: revision) }
    func write(_ batch: JournalBatch<Desk>) throws -> JournalReceipt { try inner.write(batch) }
    func releaseLease() throws { try inner.releaseLease() }
}

/// What happens in a test's other processes, on the test's own thread: which is why it may be handed to a journal.
final class Meanwhile: @unchecked Sendable {
    let happen: () -> Void
    init(_ happen: @escaping () -> Void) { self.happen = happen }
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
