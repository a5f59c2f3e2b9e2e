import Comments
import OptimisticState

/// What Enter did to an item.
enum Retried: Hashable {
    /// It had nothing that a key could help.
    case nothing
    /// What had failed, or what waited, is sent.
    case sent
    /// It waits for this one.
    case blocked(on: MutationID)
}

extension Account {
    /// Enter: retries all that failed, oldest first; else sends now what waits; else tells what it waits for.
    func retry(_ mutations: [MutationID]) -> Retried {
        let states = store.read { visible in
            mutations.compactMap { id in visible.entry(id).map { (id: id, state: $0.loadingState) } }
        }
        let failed = states.filter { $0.state.isFailure }
        if !failed.isEmpty {
            for entry in failed { store.retry(entry.id) }
            return .sent
        }
        var result = Retried.nothing
        for entry in states {
            switch entry.state {
            case .loading(.waiting):
                store.wake(entry.id)
                result = .sent
            case .loading(.blocked(let other)), .loading(.queued(behind: let other?)):
                if result == .nothing { result = .blocked(on: other) }
            case .loading(.queued(behind: nil)), .loading(.sending), .loading(.needsSignIn), .loading(.quarantined),
                .failure:
                break
            }
        }
        return result
    }

    func failed(among mutations: [MutationID]) -> [OutboxEntry<Connection>] {
        store.read { visible in
            mutations.compactMap { visible.entry($0) }.filter { $0.loadingState.isFailure }
        }
    }

    /// The mutations among these that the server does not know the record without.
    func creation(among mutations: [MutationID]) -> OutboxEntry<Connection>? {
        store.read { visible in
            for id in mutations {
                guard let entry = visible.entry(id) else { continue }
                if MutationWords(entry.mutation, kindName: entry.kindName).isCreation { return entry }
            }
            return nil
        }
    }
}

extension LoadingState {
    var isFailure: Bool {
        switch self {
        case .failure: true
        case .loading: false
        }
    }
}
