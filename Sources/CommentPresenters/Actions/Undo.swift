import Comments
import OptimisticState

/// A deletion that can still be undone.
struct Undo: Sendable {
    enum Way: Sendable {
        /// It is held back: taking it out of the outbox is all.
        case release(MutationID)
        /// Nothing had been sent, so that nothing was left: it is written again, and what was done to it is done again,
        /// in order.
        case again(any Mutation<Connection>, MutationID, changes: [any Mutation<Connection>])
    }
    let way: Way
    /// Edits that had failed and went with it: they come back with what they had edited, and are sent once more. (Nothing
    /// can be put back as failed: a failure is what became of an attempt.)
    let texts: [any Mutation<Connection>]
    let until: Timestamp

    /// How long a deletion is held back.
    static let patience = Duration.seconds(5)
}

/// What came of a deletion.
struct Deletion {
    let id: MutationID
    /// Nil where there is nothing to undo any more: in the waiting way.
    let undo: Undo?
}

extension Account {
    /// Deletes what `mutations` are pending on; failed edits and deletions of it go with it, which would hold it up.
    ///
    /// What was never sent vanishes at once. All else is held back for a while, so that it can be undone.
    func delete(
        _ deletion: any Mutation<Connection>, among mutations: [MutationID],
        replacing isObsolete: (any Mutation<Connection>) -> Bool, at now: Timestamp
    ) -> Deletion {
        let obsolete = failed(among: mutations).filter { $0.mutation.map(isObsolete) ?? false }
        let ids = obsolete.map(\.id)
        guard !waits else { return Deletion(id: enqueue(deletion, discarding: ids), undo: nil) }
        let until = now + Undo.patience
        let texts = obsolete.compactMap(\.mutation).filter { $0.typedText != nil }
        if let creation = creation(among: mutations), let made = creation.mutation, isAlone(creation) {
            let changes = dependents(on: [creation.id]).compactMap(\.mutation)
            let id = store.enqueue(deletion, discarding: ids)
            let isGone = store.read { $0.entry(creation.id) == nil && $0.entry(id) == nil }
            let way = Undo.Way.again(made, creation.id, changes: changes)
            return Deletion(id: id, undo: isGone ? Undo(way: way, texts: [], until: until) : nil)
        }
        let id = store.enqueue(deletion, notBefore: until, discarding: ids)
        return Deletion(id: id, undo: Undo(way: .release(id), texts: texts, until: until))
    }

    /// Does again what a deletion that made no request took along: the record, and what was done to it.
    func again(
        _ made: any Mutation<Connection>, _ old: MutationID, changes: [any Mutation<Connection>]
    ) -> MutationID {
        let id = enqueue(made)
        for change in changes { _ = enqueue(change.renaming([old: id])) }
        return id
    }

    /// Sends what is still held back for the user to undo.
    func sendHeld() {
        let held = store.read { visible in visible.outbox.filter(\.isHeld).map(\.id) }
        for id in held { store.wake(id) }
    }
}
