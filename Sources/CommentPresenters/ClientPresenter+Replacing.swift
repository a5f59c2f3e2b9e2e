import Comments
import OptimisticState

/// A text that was to take the place of one that failed: another process may have sent that one, or taken it away, while
/// this one was written. Two of it are never sent unasked.
extension ClientPresenter {
    /// What was sent, or may have been, is edited. Where nothing is left to edit, the text stays in the composer.
    func sendInstead(_ title: String, _ text: String, _ sent: ComposerPresenter) -> [Command] {
        guard let old = sent.target.discarding.first else { return [] }
        if sent.target.hasTitle {
            let item = account.store.read { $0.item(Ref<Post>.created(by: old)) }
            guard let item else { return keepText(of: sent) }
            if let refusal = refusal(of: item.mutations) { return react(to: refusal) }
            let id = feed.edit(item.record.ref, title: title, text: text)
            defer { notice = .becameAnEdit }
            return isSent(id, .editPost(item.record.ref))
        }
        let item = account.store.read { $0.item(Ref<Comment>.created(by: old)) }
        guard let item, !item.record.isDeleted else { return keepText(of: sent) }
        if let refusal = refusal(of: item.mutations) { return react(to: refusal) }
        let post = item.record.post
        let id = PostPresenter(account: account, post: post).edit(item.record.ref, text: text)
        if !account.waits { showComment(item.id, of: post) }
        defer { notice = .becameAnEdit }
        return isSent(id, .editComment(item.record.ref, of: post))
    }

    private func refusal(of mutations: [MutationID]) -> Reaction? {
        account.refusal(of: .edit, on: account.creation(among: mutations))
    }

    /// It is a new one from now on, if the user sends it once more.
    private func keepText(of sent: ComposerPresenter) -> [Command] {
        var target = sent.target
        target.discarding = []
        let text = ReturnedText(text: sent.buffer.text, draftName: sent.draftName)
        let commands = writesAtOnce ? [] : react(to: .compose(target, .returned([text])))
        composer?.refuse(UntrustedText("what it was to replace is gone; sent again, it is a new one"))
        return commands
    }
}
