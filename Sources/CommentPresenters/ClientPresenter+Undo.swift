import Comments
import OptimisticState

extension ClientPresenter {
    /// A deletion was asked for: it is off the screen, and can be undone for a while.
    func deleted(_ deletion: Deletion) -> [Command] {
        if let undo = deletion.undo { undos.append(undo) }
        guard !account.waits else { return acted(deletion.id) }
        waiting.didAct(within: now - actedAt)
        return []
    }

    /// Takes the latest deletion back.
    func undoDeletion() -> [Command] {
        while let undo = undos.popLast() {
            guard now < undo.until else { break }
            switch undo.way {
            case .again(let made, let old, let changes): show(account.again(made, old, changes: changes))
            case .release(let id):
                // Whoever sends may begin it at this moment: then it is too late.
                guard let entry = account.store.read({ $0.entry(id) }), entry.isHeld,
                    account.store.discard(exactly: [id], unsent: true) != nil
                else { continue }
                for edit in undo.texts {
                    status.remember(account.enqueue(edit), at: now)
                    notice = .editIsSentAgain
                }
                showTarget(of: entry.mutation)
            }
            return []
        }
        undos = []
        notice = .nothingToUndo
        return []
    }

    /// The offer that stands in the status line, as long as there is one.
    func undoOffer(in visible: borrowing Visible<Connection>, _ clock: inout FrameClock) -> Notice? {
        for undo in undos.reversed() {
            let seconds = clock.seconds(until: undo.until)
            guard seconds > 0 else { return nil }
            switch undo.way {
            case .again: return .undoable(seconds: seconds)
            case .release(let id): if visible.entry(id)?.isHeld == true { return .undoable(seconds: seconds) }
            }
        }
        return nil
    }

    /// What is held back for the user to undo is sent: there will be nobody to undo it.
    package func sendHeld() {
        undos = []
        account.sendHeld()
    }

    private func showTarget(of mutation: (any Mutation<Connection>)?) {
        switch mutation {
        case let deletion as DeleteComment: showComment(deletion.comment, of: deletion.post)
        case let deletion as DeletePost: showPost(deletion.post)
        case .some, nil: break
        }
    }

    /// The talk's rule on or off, where it can be tried.
    func switchPendingRule() {
        guard settings.switchesPendingRule else {
            notice = .onlyInDemo
            return
        }
        use(account.pendingRule == .queue ? .restrict : .queue)
        notice = .pendingRule(account.pendingRule)
    }
}
