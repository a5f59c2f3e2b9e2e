import Comments
import OptimisticState

extension ClientPresenter {
    /// The waiting way on or off, where there is one.
    package func switchWay() {
        guard let way = account.waiting else {
            notice = .onlyInDemo
            return
        }
        guard waiting.run == nil else { return }
        waiting.isOn.toggle()
        way.isOn = waiting.isOn
        notice = .way(isWaiting: waiting.isOn)
    }

    /// A mutation was enqueued: optimistically all is done, and the wait for its answer begins in the waiting way.
    func acted(_ id: MutationID) -> [Command] {
        guard account.waits else {
            waiting.didAct(within: now - actedAt)
            status.remember(id, at: now)
            return []
        }
        waiting.begin(id, at: actedAt)
        return [.awaitSettled(id)]
    }

    /// What was waited for has its answer.
    package func settled(_ id: MutationID, _ settled: Settled) -> [Command] {
        guard waiting.run?.id == id, let way = account.waiting else { return [] }
        waiting.end(at: now)
        switch settled {
        case .accepted:
            let mutation = way.accept(id, into: account.store)
            finishComposer()
            reveal(mutation, id, in: way)
        case .failed(let failure):
            way.forget(id)
            let reason = UntrustedText(failure.reason)
            if composer == nil { notice = .notDone(reason: reason) } else { composer?.refuse(reason) }
        case .superseded, .discarded:
            finishComposer()
        }
        return update()
    }

    /// Every key but Esc is ignored until the answer.
    func handleWhileWaiting(_ intent: Intent) -> [Command] {
        guard intent == .back, let run = waiting.run else { return [] }
        waiting.end(at: now)
        account.waiting?.forget(run.id)
        notice = .notWaitedFor
        return []
    }

    /// Selects what was made, as the optimistic way does at once.
    private func reveal(_ mutation: (any Mutation<Connection>)?, _ id: MutationID, in way: WaitingWay) {
        switch mutation {
        case let add as AddComment:
            let made = way.store.read { $0.serverID(of: Ref<Comment>.created(by: id)) }
            if let made { showComment(.server(made), of: add.post) }
        case is AddPost:
            guard let made = way.store.read({ $0.serverID(of: Ref<Post>.created(by: id)) }) else { return }
            feed.select(.server(made))
            open(.server(made))
        case .some, nil: break
        }
    }
}
