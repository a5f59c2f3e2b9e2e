import Comments
import OptimisticState

/// The journal of the waiting way: it forgets everything with the process, as programs did before.
final class FleetingJournal: Journal {
    typealias Service = Connection

    private let state = Locked<(revision: Int64, sequence: Int64)>((0, 0))

    func load() -> JournalContents<Connection> { JournalContents() }

    /// No other process writes it.
    func changes(since revision: Int64) -> JournalContents<Connection> {
        JournalContents(revision: state.withLock { $0.revision })
    }

    func write(_ batch: JournalBatch<Connection>) -> JournalReceipt {
        state.withLock { state in
            state.revision += 1
            let first = state.sequence + 1
            state.sequence += Int64(batch.appended.count)
            return JournalReceipt(
                sequences: Array(first..<state.sequence + 1), previous: state.revision - 1, revision: state.revision)
        }
    }

    func claimLease(at now: Timestamp) -> LeaseClaim { .renewed }
    func releaseLease() {}
}
