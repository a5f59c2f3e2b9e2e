import OptimisticState

/// What a journal's disk holds: it outlives the processes that open it.
package final class MemoryDisk<Service: Sendable>: Sendable {
    struct State {
        var rows: [MutationID: StoredMutation<Service>] = [:]
        var changedAt: [MutationID: Int64] = [:]
        var owners: [MutationID: String] = [:]
        var aliases: [(revision: Int64, account: String, alias: Alias)] = []
        var gone: [MutationID: (revision: Int64, settled: Settled)] = [:]
        var revision: Int64 = 0
        var sequence: Int64 = 0
        var holders: [String: (process: Int, heartbeat: Timestamp)] = [:]
        var dead: Set<Int> = []
        var processes = 0
        var isFull = false
        var isBusy = false
        /// What had gone before is not known any more.
        var forgottenAt: Int64 = 0
        var writes = 0
    }
    let state = Locked(State())

    package init() {}

    /// Whether writes fail.
    package var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// Whether another process writes for longer than anyone waits.
    package var isBusy: Bool {
        get { state.withLock { $0.isBusy } }
        set { state.withLock { $0.isBusy = newValue } }
    }

    /// So much has happened that nobody knows any more what has gone.
    package func forgetWhatHasGone() {
        state.withLock { state in
            state.gone = [:]
            state.forgottenAt = state.revision
        }
    }

    package var writeCount: Int { state.withLock { $0.writes } }

    /// How what has gone has ended.
    package var endings: [MutationID: Settled] { state.withLock { $0.gone.mapValues(\.settled) } }

    package var rows: [StoredMutation<Service>] {
        state.withLock { $0.rows.values.sorted { $0.sequence < $1.sequence } }
    }

    /// The rows of one account.
    package func rows(of account: String) -> [StoredMutation<Service>] {
        state.withLock { state in state.rows.values.filter { state.owners[$0.id] == account } }
    }

    /// Opens an account's journal as a new process.
    package func open(account: String = "") -> MemoryJournal<Service> {
        let process = state.withLock { state in
            state.processes += 1
            return state.processes
        }
        return MemoryJournal(disk: self, process: process, account: account)
    }
}

/// A journal as one process has it open.
package struct MemoryJournal<Service: Sendable>: Journal {
    package struct DiskFull: Error {}

    let disk: MemoryDisk<Service>
    let process: Int
    let account: String

    /// Which process this is, counted from 1.
    package var processNumber: Int { process }

    /// The process has ended, however it did.
    package func kill() {
        disk.state.withLock { _ = $0.dead.insert(process) }
    }

    package func load() throws -> JournalContents<Service> { try changes(since: -1) }

    package func changes(since revision: Int64) throws -> JournalContents<Service> {
        disk.state.withLock { state in
            let isWhole = revision >= 0 && revision < state.forgottenAt
            let revision = isWhole ? -1 : revision
            var contents = JournalContents(
                rows: state.rows.values.filter { (state.changedAt[$0.id] ?? 0) > revision && isMine($0.id, state) }
                    .sorted { $0.sequence < $1.sequence },
                aliases: state.aliases.filter { $0.revision > revision && $0.account == account }.map(\.alias),
                gone: revision < 0
                    ? [:]
                    : state.gone.filter { $0.value.revision > revision && isMine($0.key, state) }.mapValues(\.settled),
                revision: state.revision)
            contents.isWhole = isWhole
            return contents
        }
    }

    private func isMine(_ id: MutationID, _ state: MemoryDisk<Service>.State) -> Bool {
        state.owners[id] == account
    }

    package func write(_ batch: JournalBatch<Service>) throws -> JournalReceipt {
        try disk.state.withLock { state in
            if state.isFull { throw DiskFull() }
            if state.isBusy { throw JournalBusy() }
            if batch.needsLease, state.holders[account]?.process != process { throw LeaseLost() }
            if let basis = batch.basis, state.revision > basis { throw Overtaken() }
            let there = Set(state.rows.keys).union(batch.appended.map(\.id))
            if batch.needsLease, !there.isSuperset(of: batch.updated.keys) { throw Overtaken() }
            state.writes += 1
            var receipt = JournalReceipt(sequences: [], previous: state.revision, revision: state.revision + 1)
            state.revision += 1
            for new in batch.appended {
                state.sequence += 1
                receipt.sequences.append(state.sequence)
                state.rows[new.id] = StoredMutation(
                    id: new.id, sequence: state.sequence, enqueuedAt: new.enqueuedAt,
                    kindName: type(of: new.mutation).kind.name, mutation: new.mutation, state: new.state)
                state.changedAt[new.id] = state.revision
                state.owners[new.id] = account
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
            state.aliases += batch.aliases.map { (state.revision, account, $0) }
            return receipt
        }
    }

    /// A row that a newer version wrote: its kind is not known here.
    package func writeRowOfANewerVersion(id name: String) throws -> MutationID {
        let id = MutationID(name)
        disk.state.withLock { state in
            state.revision += 1
            state.sequence += 1
            state.rows[id] = StoredMutation(
                id: id, sequence: state.sequence, enqueuedAt: Timestamp(milliseconds: 0),
                kindName: "from-the-future", mutation: nil, state: MutationState())
            state.changedAt[id] = state.revision
            state.owners[id] = account
        }
        return id
    }

    package func claimLease(at now: Timestamp) throws -> LeaseClaim {
        try disk.state.withLock { state in
            if state.isBusy { throw JournalBusy() }
            let held = state.holders[account]
            if let holder = held, holder.process != process, !state.dead.contains(holder.process),
                now - holder.heartbeat < .seconds(5)
            {
                return .refused
            }
            state.holders[account] = (process, now)
            return held?.process == process ? .renewed : .taken
        }
    }

    package func releaseLease() throws {
        disk.state.withLock { state in
            if state.holders[account]?.process == process { state.holders[account] = nil }
        }
    }
}
