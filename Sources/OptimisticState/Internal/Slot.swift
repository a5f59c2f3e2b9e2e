/// One record in its table: its name, its state, and where it stands.
@usableFromInline
final class Slot<R: Record> {
    /// The permanent view identity.
    @usableFromInline let identity: Ref<R>
    /// One value: whoever changes it does so in one access, whatever that takes.
    @usableFromInline var state = RecordState<R>()
    /// The lists that it stands in, under their permanent names, and its place there; kept by its table.
    @usableFromInline var listedScopes: [Scope<R>] = []
    @usableFromInline var listedOrder: R.Order?

    @inlinable
    init(identity: Ref<R>) {
        self.identity = identity
    }
}

/// What the server said of a record, and what is pending on it.
@usableFromInline
struct RecordState<R: Record> {
    /// One mutation's change of this record.
    @usableFromInline
    struct Pending {
        @usableFromInline let id: MutationID
        @usableFromInline let sequence: Int64
        @usableFromInline let work: Work<R>
        /// False for a failure whose effect leaves the screen.
        @usableFromInline var isFolded: Bool
        /// When it was acknowledged; nil until then.
        @usableFromInline var acknowledged: UInt64?

        @inlinable
        init(id: MutationID, sequence: Int64, work: Work<R>, isFolded: Bool, acknowledged: UInt64?) {
            self.id = id
            self.sequence = sequence
            self.work = work
            self.isFolded = isFolded
            self.acknowledged = acknowledged
        }
    }

    @usableFromInline var confirmed: R?
    /// A reading that began before this is not believed.
    @usableFromInline var confirmedStamp: UInt64 = 0
    /// In sequence order.
    @usableFromInline var pending: [Pending] = []
    @usableFromInline var counters: Counters<R>?
    /// What views see; kept only while it differs from `confirmed`.
    @usableFromInline var folded: R?
    @usableFromInline var isFolded = false

    @inlinable
    init() {}

    @inlinable
    var visible: R? { isFolded ? folded : confirmed }

    /// Nothing is known of it, and nothing is pending on it.
    @inlinable
    var isEmpty: Bool { confirmed == nil && pending.isEmpty && counters == nil && confirmedStamp == 0 }

    /// Whether it is there for a view even if nothing more comes: by a copy, or by an acknowledgement of what made it.
    @inlinable
    var isThere: Bool {
        confirmed != nil
            || pending.contains { change in
                if case .create = change.work { change.acknowledged != nil } else { false }
            }
    }

    /// Whether the server said that it has it, by a copy or by an acknowledgement.
    @inlinable
    var isKnown: Bool { confirmed != nil || pending.contains { $0.acknowledged != nil } }

    /// The server has it, and nothing of it is to be seen.
    @inlinable
    var isHidden: Bool { visible == nil && isKnown }

    /// The record by which it is known which lists it belongs to, whatever is pending on it.
    @inlinable
    var knownRecord: R? {
        if let confirmed { return confirmed }
        for change in pending {
            if case .create(let record) = change.work { return record }
        }
        return nil
    }

    /// What the server has as far as is known: its last word, and what it acknowledged since.
    @inlinable
    var acknowledged: R? { fold { $0.acknowledged != nil } }

    @inlinable
    mutating func refold() {
        isFolded = !pending.isEmpty || counters != nil
        folded = isFolded ? fold { $0.isFolded } : nil
    }

    @inlinable
    func fold(_ included: (Pending) -> Bool) -> R? {
        var record = confirmed
        var isCounted = record != nil
        if let counters, isCounted { counters.apply(to: &record) }
        for change in pending where included(change) {
            switch change.work {
            case .create(let created):
                if record == nil { record = created }
            case .update(let body):
                if record != nil { body(&record) }
            case .add:
                break
            }
            if let counters, !isCounted, record != nil {
                isCounted = true
                counters.apply(to: &record)
            }
        }
        return record
    }

    // MARK: Mutations

    @inlinable
    mutating func add(_ work: Work<R>, id: MutationID, sequence: Int64, acknowledged: UInt64?, isFolded: Bool) {
        if case .add(let amount, let field) = work {
            counters = counters ?? Counters()
            counters?.add(amount, to: field, id: id, isCounted: isFolded)
            if let acknowledged { counters?.acknowledge(id, at: acknowledged) }
            return
        }
        let change = Pending(id: id, sequence: sequence, work: work, isFolded: isFolded, acknowledged: acknowledged)
        let place = pending.lastIndex { $0.sequence <= sequence }.map { $0 + 1 } ?? 0
        pending.insert(change, at: place)
    }

    @inlinable
    mutating func setFolded(_ isFolded: Bool, id: MutationID) {
        for index in pending.indices where pending[index].id == id { pending[index].isFolded = isFolded }
        counters?.setCounted(isFolded, id: id)
    }

    @inlinable
    mutating func acknowledge(_ id: MutationID, at stamp: UInt64) {
        for index in pending.indices where pending[index].id == id {
            pending[index].acknowledged = stamp
            pending[index].isFolded = true
        }
        counters?.setCounted(true, id: id)
        counters?.acknowledge(id, at: stamp)
    }

    /// Takes one mutation's changes off this record.
    @inlinable
    mutating func drop(_ id: MutationID) {
        pending.removeAll { $0.id == id }
        counters?.drop(id)
        if counters?.isEmpty == true { counters = nil }
    }

    /// Whether this mutation still changes the record.
    @inlinable
    func holds(_ id: MutationID) -> Bool {
        pending.contains { $0.id == id } || counters?.holds(id) == true
    }

    // MARK: Confirmed state

    /// The server said this, in a reading begun at `stamp`, as a copy that carries the id of `echo` if it does.
    ///
    /// A copy that is older than what is known already is not believed, and confirms nothing: an effect that it
    /// would take off the screen is not in the newer copy. A copy that takes a mutation's place is certain to be as
    /// new as that mutation: readings that began before `now` may not be, and are not believed after it.
    ///
    /// - Returns: the mutations that this confirms here, or makes pointless.
    @inlinable
    mutating func confirm(_ record: R?, at stamp: UInt64, echoOf echo: MutationID?, now: UInt64) -> [MutationID] {
        guard stamp >= confirmedStamp else { return [] }
        confirmed = record
        var retired: [MutationID] = []
        pending.removeAll { change in
            guard change.id == echo || (change.acknowledged ?? .max) < stamp else { return false }
            retired.append(change.id)
            return true
        }
        if let counted = counters?.retire(before: stamp, echo: echo) {
            retired += counted
            if counters?.isEmpty == true { counters = nil }
        }
        confirmedStamp = echo.map(retired.contains) == true ? now : stamp
        // What the server has done to a record that is gone has nothing left to show.
        if record == nil { retired += pending.filter { $0.acknowledged != nil }.map(\.id) }
        return retired
    }

    @inlinable
    mutating func update(_ body: (inout R) -> Void, at stamp: UInt64) {
        guard var record = confirmed, stamp >= confirmedStamp else { return }
        body(&record)
        confirmed = record
    }

    /// Takes over what was known of the same record before its two names were known to be one.
    @inlinable
    mutating func absorb(_ other: RecordState<R>) {
        if other.confirmed != nil, confirmed == nil {
            confirmed = other.confirmed
            confirmedStamp = other.confirmedStamp
        }
        for change in other.pending {
            add(
                change.work, id: change.id, sequence: change.sequence, acknowledged: change.acknowledged,
                isFolded: change.isFolded)
        }
        if let theirs = other.counters {
            counters = counters ?? Counters()
            counters?.absorb(theirs)
        }
    }
}
