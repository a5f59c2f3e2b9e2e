import OptimisticState

/// What a journal's disk holds: it outlives the processes that open it.
package final class MemoryDisk<Service: Sendable>: Sendable {
    struct State {
        var rows: [MutationID: StoredMutation<Service>] = [:]
        var changedAt: [MutationID: Int64] = [:]
        var aliases: [(revision: Int64, alias: Alias)] = []
        var gone: [MutationID: (revision: Int64, settled: Settled)] = [:]
        var revision: Int64 = 0
        var sequence: Int64 = 0
        var holder: (process: Int, heartbeat: Timestamp)?
        var dead: Set<Int> = []
        var processes = 0
        var isFull = false
        var writes = 0
    }
    let state = Locked(State())

    package init() {}

    /// Whether writes fail.
    package var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    package var writeCount: Int { state.withLock { $0.writes } }

    /// How what has gone has ended.
    package var endings: [MutationID: Settled] { state.withLock { $0.gone.mapValues(\.settled) } }

    package var rows: [StoredMutation<Service>] {
        state.withLock { $0.rows.values.sorted { $0.sequence < $1.sequence } }
    }

    /// Opens the journal as a new process.
    package func open() -> MemoryJournal<Service> {
        let process = state.withLock { state in
            state.processes += 1
            return state.processes
        }
        return MemoryJournal(disk: self, process: process)
    }
}

/// A journal as one process has it open.
package struct MemoryJournal<Service: Sendable>: Journal {
    package struct DiskFull: Error {}

    let disk: MemoryDisk<Service>
    let process: Int

    /// Which process this is, counted from 1.
    package var processNumber: Int { process }

    /// The process has ended, however it did.
    package func kill() {
        disk.state.withLock { _ = $0.dead.insert(process) }
    }

    package func load() throws -> JournalContents<Service> { try changes(since: -1) }

    package func changes(since revision: Int64) throws -> JournalContents<Service> {
        disk.state.withLock { state in
            JournalContents(
                rows: state.rows.values.filter { (state.changedAt[$0.id] ?? 0) > revision }
                    .sorted { $0.sequence < $1.sequence },
                aliases: state.aliases.filter { $0.revision > revision }.map(\.alias),
                gone: revision < 0 ? [:] : state.gone.filter { $0.value.revision > revision }.mapValues(\.settled),
                revision: state.revision)
        }
    }

    package func write(_ batch: JournalBatch<Service>) throws -> JournalReceipt {
        try disk.state.withLock { state in
            if state.isFull { throw DiskFull() }
            if batch.needsLease, state.holder?.process != process { throw LeaseLost() }
            state.writes += 1
            state.revision += 1
            var receipt = JournalReceipt(sequences: [], revision: state.revision)
            for new in batch.appended {
                state.sequence += 1
                receipt.sequences.append(state.sequence)
                state.rows[new.id] = StoredMutation(
                    id: new.id, sequence: state.sequence, enqueuedAt: new.enqueuedAt,
                    kindName: type(of: new.mutation).kind.name, mutation: new.mutation, state: new.state)
                state.changedAt[new.id] = state.revision
            }
            for id in Set(batch.updated.keys).union(batch.rewritten.keys) {
                guard let row = state.rows[id] else { continue }
                state.rows[id] = StoredMutation(
                    id: id, sequence: row.sequence, enqueuedAt: row.enqueuedAt, kindName: row.kindName,
                    mutation: batch.rewritten[id] ?? row.mutation, state: batch.updated[id] ?? row.state)
                state.changedAt[id] = state.revision
            }
            for (id, settled) in batch.removed {
                state.rows[id] = nil
                state.gone[id] = (state.revision, settled)
            }
            state.aliases += batch.aliases.map { (state.revision, $0) }
            return receipt
        }
    }

    package func claimLease(at now: Timestamp) throws -> Bool {
        disk.state.withLock { state in
            if let holder = state.holder, holder.process != process, !state.dead.contains(holder.process),
                now - holder.heartbeat < .seconds(5)
            {
                return false
            }
            state.holder = (process, now)
            return true
        }
    }

    package func releaseLease() throws {
        disk.state.withLock { state in
            if state.holder?.process == process { state.holder = nil }
        }
    }
}
