/// All records of one type: their slots by permanent identity, their lists, and which names are one.
final class Table<R: Record>: AnyTable {
    private struct Entry: Comparable {
        let order: R.Order
        let slot: Slot<R>

        static func == (first: Entry, second: Entry) -> Bool { first.slot === second.slot }
        static func < (first: Entry, second: Entry) -> Bool {
            if first.order < second.order { return true }
            if second.order < first.order { return false }
            return first.slot.identity.tieBreaker < second.slot.identity.tieBreaker
        }
    }

    private unowned let tables: Tables
    private var slots: [Ref<R>: Slot<R>] = [:]
    private var lists: [Scope<R>: OrderedChunks<Entry>] = [:]
    private var creators: [String: MutationID] = [:]
    private var serverIDs: [MutationID: String] = [:]
    /// Server ids that scopes asked for before any record of that name was known: an alias that comes later has to
    /// move those scopes.
    private var namedAhead: Set<String> = []
    private var dirty: Set<Scope<R>> = []
    /// What the server is known to have and no list shows, because something pending takes it away: few at any time.
    private var hidden: Set<Ref<R>> = []

    init(tables: Tables) {
        self.tables = tables
    }

    // MARK: Names

    func identity(of ref: Ref<R>) -> Ref<R> {
        switch ref {
        case .created:
            return ref
        case .server(let id):
            if let creator = creators[id] { return .created(by: creator) }
            if slots[ref] == nil { namedAhead.insert(id) }
            return ref
        }
    }

    func serverID(of mutation: MutationID) -> String? { serverIDs[mutation] }

    func canonicalName(_ name: AnyRef.Name) -> AnyRef.Name {
        switch name {
        case .created: name
        case .server(let id): creators[id].map { .created(by: $0) } ?? name
        }
    }

    /// The server calls the record that `mutation` created `id`.
    ///
    /// - Returns: whether something was known under the server's name before, so that scopes may have to move.
    func learn(_ mutation: MutationID, is id: String) -> Bool {
        guard creators[id] == nil else { return false }
        creators[id] = mutation
        serverIDs[mutation] = id
        let wasNamed = namedAhead.remove(id) != nil
        guard let earlier = slots.removeValue(forKey: .server(id)) else { return wasNamed }
        unlist(earlier)
        hidden.remove(earlier.identity)
        change(.created(by: mutation)) { $0.absorb(earlier) }
        return true
    }

    // MARK: Slots

    func slot(_ ref: Ref<R>) -> Slot<R>? { slots[identity(of: ref)] }

    /// Changes one record and keeps its lists in order.
    func change(_ ref: Ref<R>, _ body: (Slot<R>) -> Void) {
        let identity = identity(of: ref)
        let slot = slots[identity] ?? Slot(identity: identity)
        slots[identity] = slot
        body(slot)
        slot.refold()
        relist(slot)
        if slot.visible == nil && slot.isKnown {
            hidden.insert(identity)
        } else if !hidden.isEmpty {
            hidden.remove(identity)
        }
        if slot.isEmpty { slots[identity] = nil }
    }

    private func relist(_ slot: Slot<R>) {
        let after = slot.visible
        let scopes = after.map(resolvedScopes) ?? []
        let staysListed = scopes == slot.listedScopes
        for scope in slot.listedScopes { dirty.insert(scope) }
        if !staysListed { for scope in scopes { dirty.insert(scope) } }
        if staysListed, let after, let order = slot.listedOrder, !(after.order < order), !(order < after.order) {
            return
        }
        unlist(slot)
        guard let after else { return }
        slot.listedScopes = scopes
        slot.listedOrder = after.order
        for scope in scopes { lists[scope, default: OrderedChunks()].insert(Entry(order: after.order, slot: slot)) }
    }

    private func unlist(_ slot: Slot<R>) {
        if let order = slot.listedOrder {
            for scope in slot.listedScopes {
                dirty.insert(scope)
                lists[scope]?.remove(Entry(order: order, slot: slot))
            }
        }
        slot.listedScopes = []
        slot.listedOrder = nil
    }

    private func resolvedScopes(_ record: R) -> [Scope<R>] {
        record.scopes.map { $0.resolved(in: tables) }
    }

    func rescope() {
        for (scope, list) in lists {
            let resolved = scope.resolved(in: tables)
            guard resolved != scope else { continue }
            lists[scope] = nil
            for entry in list.all {
                entry.slot.listedScopes = entry.slot.listedScopes.map { $0 == scope ? resolved : $0 }
                lists[resolved, default: OrderedChunks()].insert(entry)
            }
            dirty.formUnion([scope, resolved])
        }
    }

    func markChanged(_ ref: Ref<R>) {
        for scope in slot(ref)?.listedScopes ?? [] { dirty.insert(scope) }
    }

    // MARK: Lists

    func count(in scope: Scope<R>) -> Int { lists[scope.resolved(in: tables)]?.count ?? 0 }

    func slots(in scope: Scope<R>, _ window: Range<Int>) -> [Slot<R>] {
        lists[scope.resolved(in: tables)]?.window(window).map(\.slot) ?? []
    }

    func index(of ref: Ref<R>, in scope: Scope<R>) -> Int? {
        guard let slot = slot(ref), let visible = slot.visible else { return nil }
        return lists[scope.resolved(in: tables)]?.index(of: Entry(order: visible.order, slot: slot))
    }

    /// Every record in `scope` that the server has, or had, also one that a pending mutation takes off the screen.
    func known(in scope: Scope<R>) -> [Ref<R>] {
        let scope = scope.resolved(in: tables)
        let listed = lists[scope]?.all.filter(\.slot.isKnown).map(\.slot.identity) ?? []
        return listed
            + hidden.filter { slots[$0]?.knownRecord.map(resolvedScopes)?.contains(scope) == true }
    }

    func takeDirty() -> [AnyScope] {
        defer { dirty.removeAll(keepingCapacity: true) }
        return dirty.map { AnyScope($0) }
    }

    func forgetDirty() { dirty.removeAll(keepingCapacity: true) }
}

extension Ref {
    /// Gives records of equal order one order in every run.
    fileprivate var tieBreaker: String {
        switch self {
        case .server(let id): id
        case .created(let id): id.rawValue
        }
    }
}
