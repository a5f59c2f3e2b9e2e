/// A record as it is to be shown, with the state of what is pending on it.
public struct Item<R: Record>: Identifiable, Sendable {
    /// The permanent view identity: it does not change when the server names the record.
    public let id: Ref<R>
    /// The record, with every pending effect folded in.
    public let record: R
    /// Nil when the server has what is shown.
    public let loadingState: LoadingState?
    /// The mutations that are not acknowledged and that change this item, in sequence order.
    public let mutations: [MutationID]

    @inlinable
    init(id: Ref<R>, record: R, loadingState: LoadingState?, mutations: [MutationID]) {
        self.id = id
        self.record = record
        self.loadingState = loadingState
        self.mutations = mutations
    }
}

/// One mutation of the outbox.
public struct OutboxEntry<Service: Sendable>: Identifiable, Sendable {
    /// The mutation's id.
    public let id: MutationID
    /// Its place in the journal.
    public let sequence: Int64
    /// When the user did it.
    public let enqueuedAt: Timestamp
    /// What it is; nil for a row that this version does not understand.
    public let mutation: (any Mutation<Service>)?
    /// The stored kind's name, also when it is not understood.
    public let kindName: String
    /// What it waits for, or why it failed.
    public let loadingState: LoadingState
    /// How many attempts were begun.
    public let attempts: Int
    /// Whether an attempt may have arrived without an answer.
    public let mayHaveArrived: Bool
    /// False while the journal could not be written: it is sent all the same.
    public let isSaved: Bool
}
