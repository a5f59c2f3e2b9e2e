/// One intention of a user, as data. The journal stores its kind, version and payload; its effects are computed from it
/// whenever they are needed and never stored, so that a repaired effect repairs what waits.
public protocol Mutation<Service>: Codable, Sendable {
    /// The place that it is sent to.
    associatedtype Service: Sendable

    /// How it is stored, and what its failure means for others.
    static var kind: Kind { get }

    /// Which others it must not overtake.
    var lane: Lane { get }

    /// The mutations whose records it names: it is not sent before the server has each of them.
    var parents: [MutationID] { get }

    /// What it changes on screen. Pure, total and deterministic: asked when the mutation is enqueued, loaded or rewritten.
    ///
    /// - Complexity: its own is part of every enqueuing: the store adds O(mutations on the records that it names).
    func effects(from origin: Origin) -> [Effect]

    /// The mutation that created the record which this one changes or takes away. While that one was never attempted,
    /// it is asked how the two become fewer, as the one before in the lane is.
    var amends: MutationID? { get }

    /// How it and a newer mutation of the same lane, or one that amends it, become fewer. Asked only while this one was
    /// never attempted: what may have arrived is never rewritten under the same key.
    func coalesced(with next: any Mutation<Service>) -> Coalescing<Service>

    /// Whether the server's confirmed state already is what this mutation wishes. Asked when it is about to be sent for
    /// the first time; a mutation that is already so is dropped without a request.
    func isAlreadySo(in visible: borrowing Visible<Service>) -> Bool

    /// Sends it once. Looks first whether an earlier attempt arrived if `attempt.mayHaveArrived` and the service does
    /// not recognise the idempotency key. Never throws; every ending has its class.
    func send(_ attempt: Attempt, to service: Service) async -> Outcome
}

extension Mutation {
    /// Depends on nothing.
    public var parents: [MutationID] { [] }
    /// Changes nothing that was created here.
    public var amends: MutationID? { nil }
    /// Stands for itself.
    public func coalesced(with next: any Mutation<Service>) -> Coalescing<Service> { .keepBoth }
    /// Has to be sent.
    public func isAlreadySo(in visible: borrowing Visible<Service>) -> Bool { false }
}

/// What a mutation's effects may know of how it came to be.
public struct Origin: Hashable, Sendable {
    /// The mutation's own id.
    public let id: MutationID
    /// Its place in the journal: stored, growing, never a clock.
    public let sequence: Int64
    /// When the user did it, by this machine's clock.
    public let enqueuedAt: Timestamp

    /// Describes how a mutation came to be.
    public init(id: MutationID, sequence: Int64, enqueuedAt: Timestamp) {
        self.id = id
        self.sequence = sequence
        self.enqueuedAt = enqueuedAt
    }
}

/// What becomes of two mutations, of which the later stands behind the earlier in its lane, or amends it, and the earlier
/// was never attempted.
public enum Coalescing<Service: Sendable>: Sendable {
    /// Both are sent, in order.
    case keepBoth
    /// The later one takes the place; whoever waited for the earlier one hears `superseded`.
    case supersedes
    /// The earlier one's payload becomes this one under its own id, and the later one is done with it.
    case rewrites(any Mutation<Service>)
    /// Neither is sent, nor what depends on the earlier one, if nothing of that carries what a user wrote; else both are
    /// kept.
    case bothVanish
}

/// One sending of one mutation.
public struct Attempt: Sendable {
    /// The mutation's id: the idempotency key, the same for every attempt.
    public let id: MutationID
    /// 1 for the first attempt, growing.
    public let number: Int
    /// When the user did it.
    public let enqueuedAt: Timestamp
    /// When this attempt was begun.
    public let startedAt: Timestamp
    /// Whether an earlier attempt ended without saying what became of it.
    public let mayHaveArrived: Bool
    let serverIDs: [CreatedName: String]

    /// The server's id of a record that the mutation names; nil if the server does not have it.
    ///
    /// - Complexity: O(1).
    public func serverID<R: Record>(of ref: Ref<R>) -> String? {
        switch ref {
        case .server(let id): id
        case .created(let mutation): serverIDs[CreatedName(recordName: R.recordName, mutation: mutation)]
        }
    }
}
