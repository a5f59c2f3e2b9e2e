extension StoreState {
    /// The new states of these mutations after `event`; without those to which it means nothing.
    func states(after event: MutationEvent, of ids: Set<MutationID>) -> [MutationID: MutationState] {
        var changed: [MutationID: MutationState] = [:]
        for id in ids { changed[id] = outbox.entries[id]?.state.after(event) }
        return changed
    }

    /// The write that makes these changes. What fails while a newer one waits to take its place is superseded instead:
    /// a wish that was refused, when the user wishes something else by now, is no failure to act upon.
    func batch(_ updated: [MutationID: MutationState]) -> Batch {
        var batch = Batch()
        batch.updated = updated
        for (id, state) in updated {
            guard case .failed = state.stage, let successor = successor(ofOutdated: id) else { continue }
            batch.updated[id] = nil
            batch.removed[id] = .superseded
            // What the server has now is not certain: the newer one is sent, whatever the server seems to have.
            var next = batch.updated[successor.id] ?? successor.state
            next.mayHaveArrived = next.mayHaveArrived || state.mayHaveArrived
            batch.updated[successor.id] = next
        }
        return batch
    }

    /// The next in its lane, if it takes the place of a mutation whose effect leaves the screen when it fails.
    private func successor(ofOutdated id: MutationID) -> Outbox.Entry? {
        guard let mutation = outbox.entries[id]?.mutation, mutation.leavesWhenFailed,
            let successor = outbox.successor(of: id), let next = successor.mutation
        else { return nil }
        if case .supersedes = mutation.coalesced(with: next) { return successor }
        return nil
    }
}
