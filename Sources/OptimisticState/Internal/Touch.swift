/// A record that a mutation changes: how the store reaches it again when the mutation moves on.
///
/// Its closures are made where the record's type is known, and are compiled for that type there. A protocol in their
/// place would reach code that knows no type: measured, ten times as slow.
@usableFromInline
struct Touch {
    /// What a mutation's moving on means for a record that it changes.
    @usableFromInline
    enum Move {
        case folded(Bool)
        case acknowledged(at: UInt64)
        case dropped
        /// Only what it waits for changed: whoever shows the record has to be told.
        case staged
    }

    /// What is known of the mutation's change on the record.
    @usableFromInline
    struct Standing {
        /// Whether the mutation still changes the record.
        @usableFromInline let isHeld: Bool
        /// Whether the record is there for a view even if nothing more comes.
        @usableFromInline let isThere: Bool

        @inlinable
        init(isHeld: Bool, isThere: Bool) {
            self.isHeld = isHeld
            self.isThere = isThere
        }
    }

    @usableFromInline let ref: AnyRef
    /// ``Record/recordName`` of the record that the mutation creates, if it creates this one.
    @usableFromInline let createdName: String?
    @usableFromInline let move: (Move) -> Void
    @usableFromInline let standing: () -> Standing

    @inlinable
    init(ref: AnyRef, createdName: String?, move: @escaping (Move) -> Void, standing: @escaping () -> Standing) {
        self.ref = ref
        self.createdName = createdName
        self.move = move
        self.standing = standing
    }

    /// Whether the mutation still changes the record, and the record is one that views could see otherwise.
    var isUnconfirmed: Bool {
        let standing = standing()
        return standing.isHeld && (createdName != nil || standing.isThere)
    }

    /// Whether one of these statements confirms the mutation on this record.
    func isConfirmed(by said: [Confirmed], echoOf id: MutationID, serverID: String?, in tables: Tables) -> Bool {
        if createdName == nil, !standing().isThere { return true }
        return said.contains { statement in
            guard let copy = statement.copy, copy.type == ref.type, statement.echoOf == id else { return false }
            if createdName != nil, let serverID, copy.name == .server(serverID) { return true }
            return tables.canonical(copy) == tables.canonical(ref)
        }
    }
}

/// What a mutation does to a record of one type.
@usableFromInline
enum Work<R: Record>: Sendable {
    case create(R)
    case update(@Sendable (inout R?) -> Void)
    case add(Int, any WritableKeyPath<R, Int> & Sendable)
}

extension Table {
    /// Puts a mutation's change on its record.
    @inlinable
    func install(_ work: Work<R>, on ref: Ref<R>, _ origin: Origin, acknowledged: UInt64?, isFolded: Bool) -> Touch {
        let id = origin.id
        change(ref) { slot in
            slot.add(work, id: id, sequence: origin.sequence, acknowledged: acknowledged, isFolded: isFolded)
        }
        var createdName: String?
        if case .create = work { createdName = R.recordName }
        return Touch(
            ref: AnyRef(ref), createdName: createdName,
            move: { move in
                switch move {
                case .folded(let isFolded): self.change(ref) { $0.setFolded(isFolded, id: id) }
                case .acknowledged(let stamp): self.change(ref) { $0.acknowledge(id, at: stamp) }
                case .dropped: self.change(ref) { $0.drop(id) }
                case .staged: self.markChanged(ref)
                }
            },
            standing: {
                let slot = self.slot(ref)
                return Touch.Standing(
                    isHeld: slot?.state.holds(id) ?? false, isThere: slot?.state.isThere ?? false)
            })
    }
}
