import OptimisticState
import Synchronization

/// An outbox that ends with the app. One that survives it writes the same to a database, each batch in one transaction.
final class MemoryJournal<Service: Sendable>: Journal {
    private struct State {
        var rows: [MutationID: StoredMutation<Service>] = [:]
        var aliases: [Alias] = []
        var revision: Int64 = 0
        var sequence: Int64 = 0
    }
    private let state = Mutex(State())

    func load() throws -> JournalContents<Service> {
        state.withLock { state in
            JournalContents(
                rows: state.rows.values.sorted { $0.sequence < $1.sequence }, aliases: state.aliases,
                revision: state.revision)
        }
    }

    /// No other process writes here.
    func changes(since revision: Int64) throws -> JournalContents<Service> {
        JournalContents(revision: state.withLock { $0.revision })
    }

    func write(_ batch: JournalBatch<Service>) throws -> JournalReceipt {
        state.withLock { state in
            state.revision += 1
            var receipt = JournalReceipt(sequences: [], previous: state.revision - 1, revision: state.revision)
            for new in batch.appended {
                state.sequence += 1
                receipt.sequences.append(state.sequence)
                state.rows[new.id] = StoredMutation(
                    id: new.id, sequence: state.sequence, enqueuedAt: new.enqueuedAt,
                    kindName: type(of: new.mutation).kind.name, mutation: new.mutation, state: new.state)
            }
            for id in Set(batch.updated.keys).union(batch.rewritten.keys) {
                guard let row = state.rows[id] else { continue }
                state.rows[id] = StoredMutation(
                    id: id, sequence: row.sequence, enqueuedAt: row.enqueuedAt, kindName: row.kindName,
                    mutation: batch.rewritten[id] ?? row.mutation, state: batch.updated[id] ?? row.state)
            }
            for id in batch.removed.keys { state.rows[id] = nil }
            state.aliases += batch.aliases
            return receipt
        }
    }

    func claimLease(at now: Timestamp) throws -> LeaseClaim { .renewed }
    func releaseLease() throws {}
}
