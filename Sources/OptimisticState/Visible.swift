/// What there is to see at one moment. Lives as long as the read that it is given to.
public struct Visible<Service: Sendable>: ~Copyable {
    @usableFromInline let state: StoreState

    init(state: StoreState) { self.state = state }

    /// Grows with every change that is published.
    ///
    /// - Complexity: O(1).
    public var revision: Revision { Revision(number: state.revision) }

    /// How many records stand in a list.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func count<R: Record>(in scope: Scope<R>) -> Int {
        state.tables.table(of: R.self).count(in: scope)
    }

    /// The items of a list at these places, clamped to what there is.
    ///
    /// - Complexity: O(window + log n) near either end.
    @inlinable
    public func items<R: Record>(in scope: Scope<R>, _ window: Range<Int>) -> [Item<R>] {
        state.tables.table(of: R.self).slots(in: scope, window).compactMap(state.item)
    }

    /// One item, by either name; nil if it is not to be seen.
    ///
    /// - Complexity: O(mutations on it).
    @inlinable
    public func item<R: Record>(_ ref: Ref<R>) -> Item<R>? {
        state.tables.table(of: R.self).slot(ref).flatMap(state.item)
    }

    /// The place of an item in a list.
    ///
    /// - Complexity: O(log n), and a step for each 256 records between it and the nearer end.
    @inlinable
    public func index<R: Record>(of ref: Ref<R>, in scope: Scope<R>) -> Int? {
        state.tables.table(of: R.self).index(of: ref, in: scope)
    }

    /// What the server has of a record as far as is known: its last word and what it acknowledged since, without what
    /// is still pending.
    ///
    /// - Complexity: O(mutations on it).
    @inlinable
    public func confirmed<R: Record>(_ ref: Ref<R>) -> R? {
        state.tables.table(of: R.self).slot(ref)?.state.acknowledged
    }

    /// The name under which the store shows the record for ever.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func identity<R: Record>(of ref: Ref<R>) -> Ref<R> {
        state.tables.table(of: R.self).identity(of: ref)
    }

    /// The server's id of a record; nil while the server does not have it.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func serverID<R: Record>(of ref: Ref<R>) -> String? {
        switch ref {
        case .server(let id): id
        case .created(let mutation): state.tables.table(of: R.self).names.serverID(of: mutation)
        }
    }

    /// Everything that waits or failed, in sequence order.
    ///
    /// - Complexity: O(p log p) of the pending ones.
    public var outbox: [OutboxEntry<Service>] {
        state.outbox.entries.values.sorted().compactMap { state.entry($0.id) }
    }

    /// One mutation of the outbox; nil if the server has it or it is not there.
    ///
    /// - Complexity: O(log n).
    public func entry(_ id: MutationID) -> OutboxEntry<Service>? {
        state.entry(id)
    }

    /// How many mutations are under way or wait.
    ///
    /// - Complexity: O(1).
    public var pendingCount: Int { state.outbox.pendingCount }

    /// Whether the disk has refused changes that it has not taken since: a restart would not know of them. What holds a
    /// text that is not stored says so itself (``OutboxEntry/isSaved``); of what was discarded or deleted only this is left.
    ///
    /// - Complexity: O(1).
    public var hasUnsavedChanges: Bool { state.isBehind }
    /// How many failed and are kept.
    ///
    /// - Complexity: O(1).
    public var failedCount: Int { state.outbox.failed.count }
}

/// A version of what is visible.
public struct Revision: Hashable, Comparable, Sendable {
    /// Grows by one with each published change.
    public let number: UInt64

    /// Whether `earlier` was published before `later`.
    public static func < (earlier: Revision, later: Revision) -> Bool { earlier.number < later.number }
}
