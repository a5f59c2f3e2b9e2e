/// All records of one type: their slots by permanent identity, their lists, and which names are one.
@usableFromInline
final class Table<R: Record> {
    @usableFromInline
    struct Entry: Comparable {
        @usableFromInline let order: R.Order
        @usableFromInline let slot: Slot<R>

        @inlinable
        init(order: R.Order, slot: Slot<R>) {
            self.order = order
            self.slot = slot
        }

        @inlinable
        static func == (first: Entry, second: Entry) -> Bool { first.slot === second.slot }
        @inlinable
        static func < (first: Entry, second: Entry) -> Bool {
            if first.order < second.order { return true }
            if second.order < first.order { return false }
            return first.slot.identity.tieBreaker < second.slot.identity.tieBreaker
        }
    }

    @usableFromInline
    struct List {
        @usableFromInline var entries = OrderedChunks<Entry>()
        /// The frame in which it last changed.
        @usableFromInline var changedIn: UInt64 = 0

        @inlinable
        init() {}

        @inlinable
        mutating func insert(_ entry: Entry, in frame: UInt64) {
            entries.insert(entry)
            changedIn = frame
        }
    }

    @usableFromInline unowned let tables: Tables
    @usableFromInline let names = Names()
    @usableFromInline var slots: [Ref<R>: Slot<R>] = [:]
    @usableFromInline var lists: [Scope<R>: List] = [:]
    /// What the server is known to have and no list shows, because something pending takes it away: few at any time.
    @usableFromInline var hidden: Set<Ref<R>> = []

    @inlinable
    init(tables: Tables) {
        self.tables = tables
    }

    // MARK: Names

    @inlinable
    func identity(of ref: Ref<R>) -> Ref<R> {
        switch ref {
        case .created:
            return ref
        case .server(let id):
            // What stands under the server's name has no other: one look is enough.
            if slots[ref] != nil { return ref }
            if let creator = names.creator(of: id) { return .created(by: creator) }
            names.askAhead(id)
            return ref
        }
    }

    /// The server calls the record that `mutation` created `id`.
    ///
    /// - Returns: whether something was known under the server's name before, so that scopes may have to move.
    @inlinable
    func learn(_ mutation: MutationID, is id: String) -> Bool {
        guard names.learn(mutation, is: id) else { return false }
        let wasNamed = names.takeAskedAhead(id)
        guard let earlier = slots.removeValue(forKey: .server(id)) else { return wasNamed }
        unlist(earlier)
        hidden.remove(earlier.identity)
        change(.created(by: mutation)) { $0.absorb(earlier.state) }
        return true
    }

    // MARK: Slots

    @inlinable
    func slot(_ ref: Ref<R>) -> Slot<R>? {
        if let slot = slots[ref] { return slot }
        guard case .server(let id) = ref, let creator = names.creator(of: id) else { return nil }
        return slots[.created(by: creator)]
    }

    /// Changes one record and keeps its lists in order.
    @inlinable
    func change(_ ref: Ref<R>, _ body: (inout RecordState<R>) -> Void) {
        let slot = slot(ref) ?? newSlot(ref)
        body(&slot.state)
        slot.state.refold()
        relist(slot)
        if slot.state.isHidden {
            hidden.insert(slot.identity)
        } else if !hidden.isEmpty {
            hidden.remove(slot.identity)
        }
        if slot.state.isEmpty { slots[slot.identity] = nil }
    }

    @inlinable
    func newSlot(_ ref: Ref<R>) -> Slot<R> {
        let slot = Slot(identity: identity(of: ref))
        slots[slot.identity] = slot
        return slot
    }

    @inlinable
    func relist(_ slot: Slot<R>) {
        guard let visible = slot.state.visible else { return unlist(slot) }
        let scopes = visible.scopes.map { $0.resolved(in: tables) }
        let order = visible.order
        if scopes == slot.listedScopes, let listed = slot.listedOrder, !(order < listed), !(listed < order) {
            for scope in scopes { markChanged(scope) }
            return
        }
        unlist(slot)
        slot.listedScopes = scopes
        slot.listedOrder = order
        for scope in scopes { insert(Entry(order: order, slot: slot), into: scope) }
    }

    @inlinable
    func insert(_ entry: Entry, into scope: Scope<R>) {
        let frame = tables.frame
        lists[scope, default: List()].insert(entry, in: frame)
    }

    @inlinable
    func unlist(_ slot: Slot<R>) {
        guard let order = slot.listedOrder else { return }
        for scope in slot.listedScopes {
            lists[scope]?.entries.remove(Entry(order: order, slot: slot))
            markChanged(scope)
        }
        slot.listedScopes = []
        slot.listedOrder = nil
    }

    /// The lists whose names hold a reference go on under the reference's permanent identity.
    @inlinable
    func rescope() {
        for (scope, list) in lists {
            let resolved = scope.resolved(in: tables)
            guard resolved != scope else { continue }
            lists[scope] = nil
            for entry in list.entries.all {
                entry.slot.listedScopes = entry.slot.listedScopes.map { $0 == scope ? resolved : $0 }
                insert(entry, into: resolved)
            }
        }
    }

    @inlinable
    func markChanged(_ ref: Ref<R>) {
        for scope in slot(ref)?.listedScopes ?? [] { markChanged(scope) }
    }

    @inlinable
    func markChanged(_ scope: Scope<R>) { lists[scope]?.changedIn = tables.frame }

    /// Whether the list changed in the frame that is about to be published.
    @inlinable
    func isChanged(_ scope: Scope<R>) -> Bool {
        lists[scope.resolved(in: tables)]?.changedIn == tables.frame
    }

    // MARK: Lists

    @inlinable
    func count(in scope: Scope<R>) -> Int { lists[scope.resolved(in: tables)]?.entries.count ?? 0 }

    @inlinable
    func slots(in scope: Scope<R>, _ window: Range<Int>) -> [Slot<R>] {
        lists[scope.resolved(in: tables)]?.entries.window(window).map(\.slot) ?? []
    }

    @inlinable
    func index(of ref: Ref<R>, in scope: Scope<R>) -> Int? {
        guard let slot = slot(ref), let visible = slot.state.visible else { return nil }
        return lists[scope.resolved(in: tables)]?.entries.index(of: Entry(order: visible.order, slot: slot))
    }

    /// Every record in `scope` that the server has, or had, also one that a pending mutation takes off the screen.
    @inlinable
    func known(in scope: Scope<R>) -> [Ref<R>] {
        let scope = scope.resolved(in: tables)
        var known = lists[scope]?.entries.all.filter(\.slot.state.isKnown).map(\.slot.identity) ?? []
        for ref in hidden {
            let scopes = slots[ref]?.state.knownRecord?.scopes ?? []
            if scopes.contains(where: { $0.resolved(in: tables) == scope }) { known.append(ref) }
        }
        return known
    }
}

extension Ref {
    /// Gives records of equal order one order in every run.
    @inlinable
    var tieBreaker: String {
        switch self {
        case .server(let id): id
        case .created(let id): id.rawValue
        }
    }
}
