import Comments
import OptimisticState

/// A store, its drainer and its reader over a scripted service, in one order, on a clock that a test moves.
package final class BoardDesk: Sendable {
    package let time = ManualTime()
    package let executor = ManualExecutor()
    package let service: ScriptedService
    package let disk = MemoryDisk<Connection>()
    package let store: OptimisticStore<Connection>
    package let reader: BoardReader
    package let session: Session?
    /// Another store before the same service, whose mutations are w1, w2, …
    package let second: OptimisticStore<Connection>

    package init(
        session: Session? = Session(account: "kei", name: "kei", token: "token"),
        service: ScriptedService = ScriptedService(), pageSize: Int = 100
    ) throws {
        let count = Locked(0)
        self.session = session
        self.service = service
        store = try OptimisticStore(
            journal: disk.open(), time: time,
            makeID: {
                count.withLock { count in
                    count += 1
                    return MutationID("m\(count)")
                }
            }, jitter: { 0.999 })
        let secondCount = Locked(0)
        second = try OptimisticStore(
            journal: MemoryDisk<Connection>().open(), time: time,
            makeID: {
                secondCount.withLock { count in
                    count += 1
                    return MutationID("w\(count)")
                }
            }, jitter: { 0.999 })
        reader = BoardReader(
            service: service, session: session, store: store, deadlines: Deadlines(time: time), pageSize: pageSize,
            onChange: {})
    }

    /// Starts reading and sending.
    package func start(retries: RetryRule = .standard) {
        executor.start { [reader] in await reader.follow() }
        if let session {
            let connection = Connection(service: service, session: session, deadlines: Deadlines(time: time))
            executor.start { [store] in await store.drain(to: connection, retries: retries) }
            executor.start { [second] in await second.drain(to: connection, retries: .manual) }
        }
        executor.run()
    }

    package func advance(_ duration: Duration) {
        time.advance(by: duration)
        executor.run()
    }

    /// Answers a submit, and lets everything that follows from it happen.
    package func answer(_ id: String, _ outcome: Outcome) {
        service.answer(MutationID(id), outcome)
        executor.run()
    }

    package func refuse(_ id: String, status: Int = 403) {
        answer(id, .rejected(Failure(code: FailureCode.refused, status: status)))
    }
}
