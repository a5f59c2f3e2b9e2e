import Comments
import OptimisticState

extension ClientPresenter {
    func handleInComposer(_ intent: Intent) -> [Command] {
        switch intent {
        case .text(.type(let text)): composer?.type(text)
        case .text(.paste(let text)): composer?.paste(text)
        case .text(.change(let change)): composer?.change(change)
        case .send, .activate: return send()
        case .back:
            closeComposer()
            composerEnded()
        case .move, .app, .otherPane, .signOut, .showOutbox, .showNetwork, .item, .addPost, .retryAll, .form, .network,
            .answer, .list, .rooms:
            break
        }
        return []
    }

    func beginPost() -> [Command] {
        if needsAccount(for: .addPost) { return [] }
        let target = ComposerTarget(work: .post, about: UntrustedText(""))
        return react(to: .compose(target, .empty))
    }

    /// Sends what is in the composer: when the store returns it is on disk and on screen, and only then the composer is
    /// cleared. In the waiting way it stays until the answer.
    private func send() -> [Command] {
        guard let author = account.session?.name, let (title, text) = composer?.textToSend(),
            let sent = composer
        else { return [] }
        guard let id = enqueue(title, text, sent.target, by: author) else { return sendInstead(title, text, sent) }
        return isSent(id, sent.target.work)
    }

    /// - Returns: nil if what it is to take the place of was sent or went meanwhile.
    private func enqueue(
        _ title: String, _ text: String, _ target: ComposerTarget, by author: String
    ) -> MutationID? {
        let obsolete = target.discarding
        return switch target.work {
        case .comment(let ref):
            PostPresenter(account: account, post: ref).addComment(text, by: author, replacing: obsolete, at: now)
        case .reply(let parent, let place, let ref):
            PostPresenter(account: account, post: ref)
                .reply(text, to: parent, place: place, by: author, replacing: obsolete, at: now)
        case .editComment(let comment, let ref):
            PostPresenter(account: account, post: ref).edit(comment, text: text, discarding: obsolete)
        case .post: feed.addPost(title, text: text, by: author, replacing: obsolete, at: now)
        case .editPost(let ref): feed.edit(ref, title: title, text: text, discarding: obsolete)
        }
    }

    /// The text is in the outbox. In the waiting way it stays in the composer, too, until the answer.
    func isSent(_ id: MutationID, _ work: ComposerTarget.Work) -> [Command] {
        if !account.waits {
            show(id, madeBy: work)
            finishComposer()
            status.composerClosed(at: now)
            composerEnded()
        }
        return acted(id)
    }

    /// Selects what was written.
    private func show(_ id: MutationID, madeBy work: ComposerTarget.Work) {
        switch work {
        case .comment(let ref), .reply(_, _, let ref): showComment(.created(by: id), of: ref)
        case .post:
            feed.select(.created(by: id))
            open(.created(by: id))
        case .editComment, .editPost: break
        }
    }

    /// Opens a post, unless it is open, and selects a comment of it.
    func showComment(_ comment: Ref<Comment>, of ref: Ref<Post>) {
        open(ref)
        post?.select(.comment(comment))
        isPostInFront = true
    }

    func react(to reaction: Reaction) -> [Command] {
        switch reaction {
        case .nothing: break
        case .enqueued(let id): return acted(id)
        case .notice(let said): notice = said
        case .compose(let target, let beginning):
            closeComposer()
            composer =
                writesAtOnce
                ? ComposerPresenter(
                    target, draftNames: [], text: "", isOriginal: false, limits: account.limits,
                    longest: settings.longestDraft, drafts: NoDrafts())
                : .opened(
                    target, with: beginning, in: account, longest: settings.longestDraft, drafts: settings.drafts)
        case .ask(let asked): question = asked
        case .show(let id): show(id)
        }
        return []
    }

    /// Goes to what a mutation made or changes.
    func show(_ id: MutationID) {
        if outbox != nil {
            outbox?.select(id)
            return
        }
        let mutation = account.store.read { $0.entry(id)?.mutation }
        switch mutation {
        case let add as AddComment: showComment(.created(by: id), of: add.post)
        case let edit as EditComment: showComment(edit.comment)
        case let wish as SetCommentFavourite: showComment(wish.comment)
        case is AddPost: showPost(.created(by: id))
        case let edit as EditPost: showPost(edit.post)
        case let wish as SetPostFavourite: showPost(wish.post)
        // What is being deleted is not on screen; the outbox has it.
        case .some, nil:
            outbox = OutboxPresenter(account: account)
            outbox?.select(id)
        }
    }

    private func showComment(_ comment: Ref<Comment>) {
        guard let record = account.store.read({ $0.item(comment)?.record }) else { return }
        showComment(comment, of: record.post)
    }

    func showPost(_ post: Ref<Post>) {
        feed.select(post)
        isPostInFront = false
    }

    /// An answer to the question that lies over everything; every other way out is no.
    func handleQuestion(_ intent: Intent) -> [Command] {
        guard let asked = question else { return [] }
        switch intent {
        case .answer(let answer):
            guard asked.offers(answer) else { return [] }
            question = nil
            return follow(answer, to: asked)
        case .back: question = nil
        case .move, .activate, .app, .otherPane, .signOut, .showOutbox, .showNetwork, .item, .addPost, .retryAll, .text,
            .send, .form, .network, .list, .rooms:
            break
        }
        return []
    }

    private func follow(_ answer: Answer, to question: Question) -> [Command] {
        switch (question, answer) {
        case (.deleteComment(let comment, let post, _), .yes):
            return deleted(PostPresenter(account: account, post: post).delete(comment, at: now))
        case (.deletePost(let post, _), .yes):
            isPostInFront = false
            return deleted(feed.delete(post, at: now))
        case (.discard(let discarding), .yes): return react(to: account.carryOut(discarding))
        case (.signOut, .yes), (.signOut, .keep): return [.signOut(discarding: false)]
        case (.signOut, .discard): return discardAndSignOut()
        case (.discardAtSignOut, .yes): return [.signOut(discarding: true)]
        case (.deleteComment, .no), (.deleteComment, .keep), (.deleteComment, .discard), (.deletePost, .no),
            (.deletePost, .keep), (.deletePost, .discard), (.signOut, .no), (.discard, .no),
            (.discard, .keep), (.discard, .discard), (.notSentYet, _), (.discardAtSignOut, .no),
            (.discardAtSignOut, .keep), (.discardAtSignOut, .discard):
            break
        }
        return []
    }
}
