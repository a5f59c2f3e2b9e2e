/// A journal as the machine behind the store handles it. Its closures are made where the service is known.
@usableFromInline
struct AnyJournal: Sendable {
    let load: @Sendable () throws -> Contents
    let changes: @Sendable (_ revision: Int64) throws -> Contents
    let write: @Sendable (Batch) throws -> JournalReceipt
    let claimLease: @Sendable (_ now: Timestamp) throws -> LeaseClaim
    let releaseLease: @Sendable () throws -> Void

    @usableFromInline
    init(
        load: @escaping @Sendable () throws -> Contents, changes: @escaping @Sendable (Int64) throws -> Contents,
        write: @escaping @Sendable (Batch) throws -> JournalReceipt,
        claimLease: @escaping @Sendable (Timestamp) throws -> LeaseClaim,
        releaseLease: @escaping @Sendable () throws -> Void
    ) {
        self.load = load
        self.changes = changes
        self.write = write
        self.claimLease = claimLease
        self.releaseLease = releaseLease
    }

    @inlinable
    init<Service: Sendable>(_ journal: any Journal<Service>) {
        self.init(
            load: { Contents(try journal.load()) }, changes: { Contents(try journal.changes(since: $0)) },
            write: { try journal.write(JournalBatch($0)) }, claimLease: { try journal.claimLease(at: $0) },
            releaseLease: { try journal.releaseLease() })
    }
}

/// One durable write, as the machine handles it: see ``JournalBatch``.
@usableFromInline
struct Batch: Sendable {
    @usableFromInline
    struct New: Sendable {
        @usableFromInline let id: MutationID
        @usableFromInline let enqueuedAt: Timestamp
        @usableFromInline let mutation: AnyMutation
        @usableFromInline let state: MutationState
    }

    @usableFromInline var appended: [New] = []
    @usableFromInline var updated: [MutationID: MutationState] = [:]
    @usableFromInline var rewritten: [MutationID: AnyMutation] = [:]
    @usableFromInline var removed: [MutationID: Settled] = [:]
    @usableFromInline var aliases: [Alias] = []
    @usableFromInline var needsLease = false
    @usableFromInline var basis: Int64?

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
@usableFromInline
struct Contents {
    let rows: [Row]
    let aliases: [Alias]
    let gone: [MutationID: Settled]
    let revision: Int64
    let isWhole: Bool
}

extension JournalBatch {
    @inlinable
    init(_ batch: Batch) {
        self.init()
        for new in batch.appended {
            guard let mutation = new.mutation.typed(for: Service.self) else { continue }
            appended.append(NewMutation(id: new.id, enqueuedAt: new.enqueuedAt, mutation: mutation, state: new.state))
        }
        for (id, mutation) in batch.rewritten { rewritten[id] = mutation.typed(for: Service.self) }
        updated = batch.updated
        removed = batch.removed
        aliases = batch.aliases
        needsLease = batch.needsLease
        basis = batch.basis
    }
}

extension Contents {
    @usableFromInline
    init<Service: Sendable>(_ contents: JournalContents<Service>) {
        rows = contents.rows.map { row in
            Row(
                id: row.id, sequence: row.sequence, enqueuedAt: row.enqueuedAt, kindName: row.kindName,
                mutation: row.mutation.map { AnyMutation($0) }, state: row.state)
        }
        aliases = contents.aliases
        gone = contents.gone
        revision = contents.revision
        isWhole = contents.isWhole
    }
}
