import Comments
import OptimisticState

/// What may be done to a comment or post that the server does not have yet.
package enum PendingRule: String, Hashable, Sendable, CaseIterable {
    /// Everything: it shows at once, and is sent behind what it is about.
    case queue
    /// The talk's rule: it can be neither edited nor deleted before the server has it.
    case restrict
}

extension Account {
    /// Why an action can't be done to an item that `creation` has yet to bring to the server; nil if it can.
    func refusal(of action: ItemAction, on creation: OutboxEntry<Connection>?) -> Reaction? {
        guard let creation else { return nil }
        let changesIt = action == .edit || action == .delete
        if creation.loadingState.isFailure {
            // A failed one is changed by `e` and taken away by `x`. A thought about it is kept until it is there.
            switch action {
            case .reply, .comment: return waits ? .notice(.notSent) : nil
            case .edit: return nil
            // What may be there can be changed and taken away: that is sent behind it, once that is known.
            case .toggleFavourite, .delete: return creation.mayBeThere && !waits ? nil : .notice(.notSent)
            case .discard, .copy, .keep: return .notice(.notSent)
            }
        }
        // The waiting way has nothing to queue behind.
        if waits { return .notice(.notSentYet) }
        guard pendingRule == .restrict, changesIt else { return nil }
        return .ask(.notSentYet(action, UntrustedText(store.read { creation.name(in: $0) })))
    }

    /// Whether nothing of it has left and nobody's text depends on it: deleting it makes no request.
    func isAlone(_ creation: OutboxEntry<Connection>) -> Bool {
        switch creation.loadingState {
        case .loading(.waiting(_, let failure)): guard failure.isOffline, !creation.mayHaveArrived else { return false }
        case .loading(.queued), .loading(.blocked), .loading(.needsSignIn):
            guard creation.attempts == 0 else { return false }
        case .loading(.sending), .loading(.quarantined), .failure: return false
        }
        let dependents = store.dependents(on: creation.id)
        return store.read { visible in
            dependents.allSatisfy { !(visible.entry($0)?.mutation is AddComment) }
        }
    }
}
