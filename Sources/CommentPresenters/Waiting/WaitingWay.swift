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
        guard let waiting, waiting.isOn else { return store.enqueue(mutation, discarding: discarding) }
        return waiting.enqueue(known(mutation), discarding: discarding)
    }

    /// Does it in the place of what failed; what depends on that depends on the new one instead: replies to a comment
    /// whose text is sent anew.
    ///
    /// - Returns: nil, and nothing is done, if one of these was sent or went meanwhile: a text must not go out twice.
    func enqueue(
        _ mutation: any Mutation<Connection>, replacing failed: [MutationID], at now: Timestamp
    ) -> MutationID? {
        guard !failed.isEmpty else { return enqueue(mutation) }
        if let waiting, waiting.isOn {
            let isThere = store.read { visible in
                failed.allSatisfy { id in
                    visible.entry(id).map { $0.loadingState.isFailure && !$0.mayHaveArrived } ?? false
                }
            }
            return isThere ? waiting.enqueue(known(mutation), discarding: failed) : nil
        }
        let heirs = dependents(on: failed).filter { entry in
            // Changes of what is written anew are in what is written anew.
            entry.mutation?.amends.map { !failed.contains($0) } ?? true
        }
        guard let root = failed.first, !heirs.isEmpty else { return store.enqueue(mutation, replacing: failed) }
        // Held back until the old one is certainly gone: for as long as both are there nothing is lost, however this
        // ends.
        let id = store.enqueue(mutation, notBefore: now + Undo.patience)
        var names = [root: id]
        for heir in heirs {
            guard let dependent = heir.mutation else { continue }
            names[heir.id] = store.enqueue(standing(dependent.renaming(names)))
        }
        guard !store.discardFailed(failed).isEmpty else {
            store.discard(id)
            return nil
        }
        store.wake(id)
        return id
    }

    /// The other store knows nothing by the names that this one gave.
    private func known(_ mutation: any Mutation<Connection>) -> any Mutation<Connection> {
        store.read { visible in
            mutation.naming {
                visible.serverID(of: $0)
            } comment: {
                visible.serverID(of: $0)
            }
        }
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
