/// Where the outbox survives: a durable list of mutations and their stages, for one account.
///
/// Every write is one transaction: after it returns, a kill loses nothing of it. Calls may block on a disk; the store
/// makes them one at a time and never while it holds the lock that readers take.
public protocol Journal<Service>: Sendable {
    /// The place that its mutations are sent to.
    associatedtype Service: Sendable

    /// Everything that is stored: at start.
    ///
    /// - Complexity: asked once. O(what is stored).
    func load() throws -> JournalContents<Service>

    /// What this or another process wrote after `revision`; all there is, where it is not known any more what has gone
    /// since (``JournalContents/isWhole``).
    ///
    /// - Complexity: O(what was written since) is expected.
    func changes(since revision: Int64) throws -> JournalContents<Service>

    /// Writes all of `batch` or nothing, and tells the revision that it made.
    ///
    /// - Throws: ``LeaseLost`` if `batch.needsLease` and another process drains; ``Overtaken`` if `batch.basis` names a
    ///   revision and there is a newer one, in this order of asking; ``JournalBusy`` if another process writes for
    ///   longer than one waits; any other error means that nothing was written because the disk refused.
    /// - Complexity: O(the batch) and one transaction are expected.
    func write(_ batch: JournalBatch<Service>) throws -> JournalReceipt

    /// Takes or renews the right to send. A holder that has ended is replaced at once, a silent one after 5 s.
    ///
    /// - Parameter now: the store's clock. Where the processes' clocks may differ, the journal measures the silence by
    ///   one that is the same for all of them.
    /// - Throws: ``JournalBusy`` if another process writes for longer than one waits; any other error means that the
    ///   disk refuses.
    /// - Complexity: O(1) and one transaction are expected; asked at most every 2 s while something is sent.
    func claimLease(at now: Timestamp) throws -> LeaseClaim

    /// Gives the right to send back.
    ///
    /// - Complexity: O(1) and one transaction are expected.
    func releaseLease() throws
}

/// What came of asking for the right to send.
public enum LeaseClaim: Hashable, Sendable {
    /// Another living process holds it.
    case refused
    /// It stood under this process's name, so that nobody else has begun anything since.
    case renewed
    /// It is this process's from now on. Others may have held it in between: what they left behind is looked for.
    case taken
}

/// Another process writes, and has not ended within the time that one waits for it: the disk is well, and the same call
/// may succeed a moment later.
public struct JournalBusy: Error {
    /// Makes the error.
    public init() {}
}

/// Another process holds the right to send.
public struct LeaseLost: Error {
    /// Makes the error.
    public init() {}
}

/// Another process has written since: what this write was decided upon may no longer be so.
public struct Overtaken: Error {
    /// Makes the error.
    public init() {}
}

/// Where a stored mutation stands.
public enum Stage: Hashable, Codable, Sendable {
    /// Ready to be sent when its turn comes.
    case queued
    /// An attempt was begun. Found at start, it means that the outcome is unknown.
    case inFlight
    /// Waits until then (or until reachable, when nil) for this reason.
    indirect case waiting(until: Timestamp?, Failure)
    /// Waits for the user to sign in.
    case needsSignIn
    /// Failed; kept until it is retried or discarded.
    indirect case failed(Failure)
    /// The server has it, under this id if it made a record; kept until what it touches is confirmed.
    case acknowledged(serverID: String?)
}

/// The part of a row that changes.
public struct MutationState: Hashable, Sendable {
    /// Where it stands.
    public var stage: Stage
    /// How many attempts were begun.
    public var attempts: Int
    /// Whether one of them ended without saying what became of it.
    public var mayHaveArrived: Bool
    /// Attempts since the last reset of the delay: the n of the backoff.
    public var delays: Int

    /// Describes a new mutation, or a stored one.
    public init(stage: Stage = .queued, attempts: Int = 0, mayHaveArrived: Bool = false, delays: Int = 0) {
        self.stage = stage
        self.attempts = attempts
        self.mayHaveArrived = mayHaveArrived
        self.delays = delays
    }
}

/// A row of the journal.
public struct StoredMutation<Service: Sendable>: Sendable {
    /// The mutation's id.
    public let id: MutationID
    /// Its place: assigned by the journal, growing.
    public let sequence: Int64
    /// When the user did it.
    public let enqueuedAt: Timestamp
    /// The stored kind's name.
    public let kindName: String
    /// The mutation; nil if its kind or version is not known here.
    public let mutation: (any Mutation<Service>)?
    /// Where it stands.
    public let state: MutationState

    /// Describes a row.
    public init(
        id: MutationID, sequence: Int64, enqueuedAt: Timestamp, kindName: String,
        mutation: (any Mutation<Service>)?, state: MutationState
    ) {
        self.id = id
        self.sequence = sequence
        self.enqueuedAt = enqueuedAt
        self.kindName = kindName
        self.mutation = mutation
        self.state = state
    }
}

/// Rows, aliases and what has gone.
public struct JournalContents<Service: Sendable>: Sendable {
    /// The rows (at load: all; else: the changed ones), in sequence order.
    public var rows: [StoredMutation<Service>]
    /// Which server id each created record got.
    public var aliases: [Alias]
    /// Rows that are no longer there because the mutation was superseded, discarded, or confirmed everywhere.
    public var gone: [MutationID: Settled]
    /// The newest revision that these contents know.
    public var revision: Int64
    /// Whether the rows are all that there are, although only changes were asked for: it is not known any more what
    /// has gone since.
    public var isWhole = false

    /// Describes contents.
    public init(
        rows: [StoredMutation<Service>] = [], aliases: [Alias] = [], gone: [MutationID: Settled] = [:],
        revision: Int64 = 0
    ) {
        self.rows = rows
        self.aliases = aliases
        self.gone = gone
        self.revision = revision
    }
}

/// The server's name of a record that a mutation created. Durable.
public struct Alias: Hashable, Sendable {
    /// ``Record/recordName`` of the record.
    public let recordName: String
    /// The mutation that created it.
    public let mutation: MutationID
    /// The server's id.
    public let serverID: String

    /// Describes an alias.
    public init(recordName: String, mutation: MutationID, serverID: String) {
        self.recordName = recordName
        self.mutation = mutation
        self.serverID = serverID
    }
}

/// One durable write.
public struct JournalBatch<Service: Sendable>: Sendable {
    /// New mutations, in order; the journal assigns each its sequence.
    public var appended: [NewMutation<Service>] = []
    /// Stages that changed.
    public var updated: [MutationID: MutationState] = [:]
    /// Payloads that changed under their id.
    public var rewritten: [MutationID: any Mutation<Service>] = [:]
    /// Rows to take out, and how each ended.
    public var removed: [MutationID: Settled] = [:]
    /// Names to remember.
    public var aliases: [Alias] = []
    /// Whether this write is good only while this process holds the lease: the write that begins an attempt.
    public var needsLease = false
    /// The newest revision that the decision for this write knew. Nil if the write is good whatever others wrote.
    public var basis: Int64?

    /// An empty write.
    @inlinable
    public init() {}
}

/// A mutation on its way into the journal.
public struct NewMutation<Service: Sendable>: Sendable {
    /// Its id.
    public let id: MutationID
    /// When the user did it.
    public let enqueuedAt: Timestamp
    /// What it is.
    public let mutation: any Mutation<Service>
    /// Where it stands.
    public let state: MutationState

    /// Describes a new mutation.
    @inlinable
    public init(id: MutationID, enqueuedAt: Timestamp, mutation: any Mutation<Service>, state: MutationState) {
        self.id = id
        self.enqueuedAt = enqueuedAt
        self.mutation = mutation
        self.state = state
    }
}

/// What a write made.
public struct JournalReceipt: Hashable, Sendable {
    /// The sequence of each appended mutation, in their order.
    public var sequences: [Int64]
    /// The newest revision before this write: whether another process wrote since this one last looked.
    public var previous: Int64
    /// The newest revision after it.
    public var revision: Int64

    /// Describes a receipt.
    public init(sequences: [Int64], previous: Int64, revision: Int64) {
        self.sequences = sequences
        self.previous = previous
        self.revision = revision
    }
}
