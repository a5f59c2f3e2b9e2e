import OptimisticState
import Synchronization

/// A journal that forgets when the process ends: all that an app needs to begin with.
final class ShortMemory: Journal {
    private let numbers = Mutex((sequence: Int64(0), revision: Int64(0)))

    func load() throws -> JournalContents<ChoreServer> { JournalContents() }
    func changes(since revision: Int64) throws -> JournalContents<ChoreServer> { JournalContents(revision: revision) }
    func write(_ batch: JournalBatch<ChoreServer>) throws -> JournalReceipt {
        numbers.withLock { numbers in
            let previous = numbers.revision
            numbers.revision += 1
            let sequences = batch.appended.indices.map { numbers.sequence + Int64($0) + 1 }
            numbers.sequence += Int64(batch.appended.count)
            return JournalReceipt(sequences: sequences, previous: previous, revision: numbers.revision)
        }
    }
    func claimLease(at now: Timestamp) throws -> LeaseClaim { .renewed }
    func releaseLease() throws {}
}

/// The clock of a test that waits for nothing: it stands still, and its sleepers wait until they are cancelled.
struct StandingClock: Timekeeper {
    func now() -> Timestamp { Timestamp(milliseconds: 0) }
    func sleep(until deadline: Timestamp) async throws {
        let (never, _) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        throw CancellationError()
    }
}

/// One running app: a store, and the drain that sends what it holds.
struct App {
    let store: OptimisticStore<ChoreServer>
    let server: ChoreServer

    init(server: ChoreServer = ChoreServer()) throws {
        self.server = server
        let counter = Counter()
        store = try OptimisticStore(
            journal: ShortMemory(), time: StandingClock(), makeID: { MutationID("m\(counter.next())") }, jitter: { 0 })
    }

    /// Sends in the background for as long as `body` runs.
    func running<T: Sendable>(_ body: @Sendable @escaping () async -> T) async -> T? {
        await withTaskGroup(of: T?.self) { group in
            group.addTask { [store, server] in
                await store.drain(to: server, retries: .standard)
                return nil
            }
            group.addTask { await body() }
            let result = await group.next() ?? nil
            group.cancelAll()
            return result
        }
    }

    var chores: [Chore] { store.read { $0.items(in: Chore.list, 0..<100).map(\.record) } }
}

final class Counter: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
}
