/// What an effect does to a record of one type.
struct Change<R: Record>: RecordChange {
    let ref: Ref<R>
    let work: Work

    enum Work: Sendable {
        case create(R)
        case update(@Sendable (inout R?) -> Void)
        case add(Int, any WritableKeyPath<R, Int> & Sendable)
    }

    func install(_ origin: Origin, acknowledged: UInt64?, isFolded: Bool, in tables: Tables) -> any Touch {
        let table = tables.table(of: R.self)
        table.change(ref) { slot in
            slot.add(
                work, id: origin.id, sequence: origin.sequence, acknowledged: acknowledged, isFolded: isFolded)
        }
        var creates = false
        if case .create = work { creates = true }
        return TouchOf(table: table, ref: ref, creates: creates)
    }
}

/// An effect whose record's type is not known to the caller.
protocol RecordChange: Sendable {
    /// Puts the change on its record.
    func install(_ origin: Origin, acknowledged: UInt64?, isFolded: Bool, in tables: Tables) -> any Touch
}

/// A record that a mutation changes: how the store reaches it again when the mutation moves on.
protocol Touch {
    /// ``Record/recordName`` of the record that the mutation creates, if it creates this one.
    var createdName: String? { get }
    func setFolded(_ isFolded: Bool, id: MutationID)
    func acknowledge(_ id: MutationID, at stamp: UInt64)
    func drop(_ id: MutationID)
    /// Whether the mutation still changes the record, and the record is one that views could see otherwise.
    func isUnconfirmed(_ id: MutationID) -> Bool
    /// Whether one of these statements confirms the mutation on this record.
    func isConfirmed(by said: [Confirmed], echoOf id: MutationID, serverID: String?) -> Bool
    /// The stage of what is pending on it changed: whoever shows it has to be told.
    func markChanged()
}

struct TouchOf<R: Record>: Touch {
    let table: Table<R>
    let ref: Ref<R>
    let creates: Bool

    var createdName: String? { creates ? R.recordName : nil }

    func setFolded(_ isFolded: Bool, id: MutationID) {
        table.change(ref) { $0.setFolded(isFolded, id: id) }
    }

    func acknowledge(_ id: MutationID, at stamp: UInt64) {
        table.change(ref) { $0.acknowledge(id, at: stamp) }
    }

    func drop(_ id: MutationID) {
        table.change(ref) { $0.drop(id) }
    }

    func isUnconfirmed(_ id: MutationID) -> Bool {
        guard let slot = table.slot(ref) else { return false }
        return slot.holds(id) && (creates || slot.isThere)
    }

    func isConfirmed(by said: [Confirmed], echoOf id: MutationID, serverID: String?) -> Bool {
        if !creates, table.slot(ref)?.isThere != true { return true }
        return said.contains { statement in
            guard let statement = statement.statement as? RecordStatement<R>, statement.echoOf == id else {
                return false
            }
            if creates, let serverID, statement.record.ref == .server(serverID) { return true }
            return table.identity(of: statement.record.ref) == table.identity(of: ref)
        }
    }

    func markChanged() {
        table.markChanged(ref)
    }
}
