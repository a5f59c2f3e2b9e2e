import Comments
import OptimisticState

/// How programs did it before: the same mutations to the same service, but nothing is shown until the answer is there.
///
/// They go through a store of their own that no view reads; what the server said of them goes to the one that is shown.
package final class WaitingWay: Sendable {
    package let store: OptimisticStore<Connection>
    private let state = Locked<(isOn: Bool, sent: Sent?)>((false, nil))

    private struct Sent {
        let id: MutationID
        let mutation: any Mutation<Connection>
        let discarding: [MutationID]
    }

    package init(store: OptimisticStore<Connection>) { self.store = store }

    var isOn: Bool {
        get { state.withLock { $0.isOn } }
        set { state.withLock { $0.isOn = newValue } }
    }

    func enqueue(_ mutation: any Mutation<Connection>, discarding: [MutationID]) -> MutationID {
        let id = store.enqueue(mutation)
        state.withLock { $0.sent = Sent(id: id, mutation: mutation, discarding: discarding) }
        return id
    }

    /// The answer is there: what the server said of it is shown, and what it stands in place of goes.
    func accept(_ id: MutationID, into shown: OptimisticStore<Connection>) -> (any Mutation<Connection>)? {
        guard let sent = state.withLock({ $0.sent }), sent.id == id else { return nil }
        let said = store.read { visible in sent.mutation.touched(by: id, in: visible) }
        shown.confirm(said, from: nil)
        for obsolete in sent.discarding { _ = shown.discard(obsolete) }
        return sent.mutation
    }

    /// It failed, or nobody waits for it any more: nothing of it is kept.
    func forget(_ id: MutationID) {
        _ = store.discard(id)
    }
}

extension Account {
    /// Whether the waiting way is on.
    var waits: Bool { waiting?.isOn == true }

    /// Does it, in the way that is on. Optimistically it is on disk and on screen on return.
    func enqueue(_ mutation: any Mutation<Connection>, discarding: [MutationID] = []) -> MutationID {
        guard let waiting, waiting.isOn else { return inherit(mutation, discarding) }
        // The other store knows nothing by the names that this one gave.
        let known = store.read { visible in
            mutation.naming {
                visible.serverID(of: $0)
            } comment: {
                visible.serverID(of: $0)
            }
        }
        return waiting.enqueue(known, discarding: discarding)
    }

    /// What depends on what is discarded depends on the new one instead: replies to a comment whose text is sent anew.
    private func inherit(_ mutation: any Mutation<Connection>, _ discarding: [MutationID]) -> MutationID {
        let heirs = dependents(on: discarding).filter { entry in
            // Changes of what is written anew are in what is written anew.
            entry.mutation?.amends.map { !discarding.contains($0) } ?? true
        }
        guard let root = discarding.first, !heirs.isEmpty else {
            return store.enqueue(mutation, discarding: discarding)
        }
        let id = store.enqueue(mutation)
        var names = [root: id]
        for heir in heirs {
            guard let dependent = heir.mutation else { continue }
            let renamed = dependent.renaming {
                $0.creator.flatMap { names[$0] }.map { .created(by: $0) }
            } comment: {
                $0.creator.flatMap { names[$0] }.map { .created(by: $0) }
            }
            names[heir.id] = store.enqueue(standing(renamed))
        }
        // Only now: for as long as both are there, nothing is lost however this ends.
        for old in discarding { _ = store.discard(old) }
        return id
    }

    /// A reply stands where its comment stands.
    private func standing(_ mutation: any Mutation<Connection>) -> any Mutation<Connection> {
        guard let reply = mutation as? AddComment, let parent = reply.parent,
            let place = store.read({ $0.item(parent)?.record.place })
        else { return mutation }
        return AddComment(
            post: reply.post, parent: parent, parentPlace: place, text: reply.text, author: reply.author)
    }
}
