import Comments
import OptimisticState

extension Visible where Service == Connection {
    /// Whether it could be sent within moments: it, and what it waits behind, was not tried in vain.
    func canGoOut(_ entry: OutboxEntry<Connection>) -> Bool {
        if case .failure = entry.loadingState { return false }
        return !isPostponed(entry)
    }

    /// Whether it, or what it waits behind, was tried and has to wait, or waits for the user.
    func isPostponed(_ entry: OutboxEntry<Connection>) -> Bool {
        var entry = entry
        while true {
            switch entry.loadingState {
            case .failure: return false
            case .loading(.waiting), .loading(.needsSignIn), .loading(.quarantined): return true
            case .loading(.sending), .loading(.queued(behind: nil)): return false
            case .loading(.queued(behind: let other?)):
                guard let other = self.entry(other) else { return false }
                entry = other
            case .loading(.blocked(on: let other)):
                guard let other = self.entry(other) else { return false }
                if case .failure = other.loadingState { return true }
                entry = other
            }
        }
    }
}
