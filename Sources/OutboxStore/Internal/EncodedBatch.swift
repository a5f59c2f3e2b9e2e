import OptimisticState

/// A batch in the words of the file: all that can fail without a disk has been done.
struct EncodedBatch {
    struct Row {
        let id: String
        let enqueuedAt: Int64
        let payload: Payload
        let state: MutationState
        let stage: StageColumns
    }

    var appended: [Row] = []
    var rewritten: [(id: String, payload: Payload)] = []
    var updated: [(id: String, state: MutationState, stage: StageColumns)] = []
    var removed: [(id: String, settled: StageColumns)] = []
    var aliases: [Alias]
    /// The newest revision that the write may follow; nil if any.
    var basis: Int64?
    /// Who has to hold the lease for this write, and what time it is.
    var lease: (holder: LeaseHolder, now: Timestamp)?

    init<Service: Sendable>(
        _ batch: JournalBatch<Service>, lease: (holder: LeaseHolder, now: Timestamp)?
    ) throws {
        self.lease = lease
        basis = batch.basis
        aliases = batch.aliases
        for new in batch.appended {
            appended.append(
                Row(
                    id: new.id.rawValue, enqueuedAt: new.enqueuedAt.milliseconds, payload: try Payload(new.mutation),
                    state: new.state, stage: try StageColumns(new.state.stage)))
        }
        for (id, mutation) in batch.rewritten { rewritten.append((id.rawValue, try Payload(mutation))) }
        for (id, state) in batch.updated { updated.append((id.rawValue, state, try StageColumns(state.stage))) }
        for (id, settled) in batch.removed { removed.append((id.rawValue, try StageColumns(settled))) }
    }
}
