/// A journal as the machine behind the store handles it.
protocol AnyJournal: Sendable {
    func load() throws -> Contents
    func changes(since revision: Int64) throws -> Contents
    func write(_ batch: Batch) throws -> JournalReceipt
    func claimLease(at now: Timestamp) throws -> Bool
    func releaseLease() throws
}

/// One durable write, as the machine handles it: see ``JournalBatch``.
struct Batch: Sendable {
    struct New: Sendable {
        let id: MutationID
        let enqueuedAt: Timestamp
        let mutation: AnyMutation
        let state: MutationState
    }

    var appended: [New] = []
    var updated: [MutationID: MutationState] = [:]
    var rewritten: [MutationID: AnyMutation] = [:]
    var removed: [MutationID: Settled] = [:]
    var aliases: [Alias] = []
    var needsLease = false
    var basis: Int64?

    var isEmpty: Bool {
        appended.isEmpty && updated.isEmpty && rewritten.isEmpty && removed.isEmpty && aliases.isEmpty
    }

    /// Adds a later write to this one.
    mutating func append(_ later: Batch) {
        appended += later.appended
        updated.merge(later.updated) { $1 }
        rewritten.merge(later.rewritten) { $1 }
        for (id, settled) in later.removed {
            if let unsaved = appended.firstIndex(where: { $0.id == id }) { appended.remove(at: unsaved) }
            updated[id] = nil
            rewritten[id] = nil
            removed[id] = settled
        }
        aliases += later.aliases
        needsLease = needsLease || later.needsLease
        basis = later.basis ?? basis
    }
}

/// A row of the journal, as the machine handles it: see ``StoredMutation``.
struct Row {
    let id: MutationID
    let sequence: Int64
    let enqueuedAt: Timestamp
    let kindName: String
    let mutation: AnyMutation?
    let state: MutationState
}

/// What stands in the journal, as the machine handles it: see ``JournalContents``.
struct Contents {
    let rows: [Row]
    let aliases: [Alias]
    let gone: [MutationID: Settled]
    let revision: Int64
}

/// The journal of one service.
struct TypedJournal<Service: Sendable>: AnyJournal {
    let journal: any Journal<Service>

    func load() throws -> Contents { Contents(try journal.load()) }
    func changes(since revision: Int64) throws -> Contents { Contents(try journal.changes(since: revision)) }
    func claimLease(at now: Timestamp) throws -> Bool { try journal.claimLease(at: now) }
    func releaseLease() throws { try journal.releaseLease() }

    func write(_ batch: Batch) throws -> JournalReceipt {
        var typed = JournalBatch<Service>()
        for new in batch.appended {
            guard let mutation = new.mutation.typed(for: Service.self) else { continue }
            typed.appended.append(
                NewMutation(id: new.id, enqueuedAt: new.enqueuedAt, mutation: mutation, state: new.state))
        }
        for (id, mutation) in batch.rewritten { typed.rewritten[id] = mutation.typed(for: Service.self) }
        typed.updated = batch.updated
        typed.removed = batch.removed
        typed.aliases = batch.aliases
        typed.needsLease = batch.needsLease
        typed.basis = batch.basis
        return try journal.write(typed)
    }
}

extension Contents {
    fileprivate init<Service: Sendable>(_ contents: JournalContents<Service>) {
        rows = contents.rows.map { row in
            Row(
                id: row.id, sequence: row.sequence, enqueuedAt: row.enqueuedAt, kindName: row.kindName,
                mutation: row.mutation.map { AnyMutation($0) }, state: row.state)
        }
        aliases = contents.aliases
        gone = contents.gone
        revision = contents.revision
    }
}
