import Comments
import OptimisticState

extension ClientPresenter {
    /// A question that another client or the server has answered closes, and says so: yes would do nothing.
    func closePointlessQuestion() {
        guard let why = question.flatMap(whyPointless) else { return }
        question = nil
        notice = why
    }

    private func whyPointless(_ question: Question) -> Notice? {
        switch question {
        case .deleteComment(let comment, _, _):
            let isThere = account.store.read { $0.item(comment).map { !$0.record.isDeleted } ?? false }
            return isThere ? nil : .deletedMeanwhile
        case .deletePost(let post, _): return account.store.read { $0.item(post) } == nil ? .deletedMeanwhile : nil
        case .discard(let discarding):
            let waits = account.store.read { visible in discarding.pointedAt.contains { visible.entry($0) != nil } }
            guard !waits else { return nil }
            return discarding.pointedAt.contains(where: hasArrived) ? .sentMeanwhile : .waitsNoMore
        case .notSentYet, .signOut, .discardAtSignOut: return nil
        }
    }
}
