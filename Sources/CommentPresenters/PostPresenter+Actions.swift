import Comments
import OptimisticState

extension PostPresenter {
    /// Writes a comment. On return it is on screen, and in the outbox on disk.
    func addComment(_ text: String, by author: String, discarding: [MutationID] = []) -> MutationID {
        account.enqueue(
            AddComment(post: post, text: UntrustedText(text), author: UntrustedText(author)), discarding: discarding)
    }

    /// Writes a reply, one level deep.
    func reply(
        _ text: String, to parent: Ref<Comment>, place: Place, by author: String, discarding: [MutationID] = []
    ) -> MutationID {
        let reply = AddComment(
            post: post, parent: parent, parentPlace: place, text: UntrustedText(text),
            author: UntrustedText(author))
        return account.enqueue(reply, discarding: discarding)
    }

    /// Gives the comment another text.
    func edit(_ comment: Ref<Comment>, text: String, discarding: [MutationID] = []) -> MutationID {
        account.enqueue(EditComment(comment: comment, text: UntrustedText(text)), discarding: discarding)
    }

    /// Takes the comment away; failed edits and deletions of it go with it, which would hold it up.
    func delete(_ comment: Ref<Comment>) -> MutationID {
        let mutations = account.store.read { $0.item(comment)?.mutations ?? [] }
        let obsolete = account.failed(among: mutations).filter {
            $0.mutation is EditComment || $0.mutation is DeleteComment
        }
        return account.enqueue(DeleteComment(comment: comment, post: post), discarding: obsolete.map(\.id))
    }

    /// Wishes the opposite of what is shown; a refused wish goes in the same write.
    func toggleFavourite() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        if let refusal = refusal(of: item) { return refusal }
        let refused = account.failed(among: item.mutations).filter { $0.mutation is SetCommentFavourite }
        let wish = SetCommentFavourite(comment: item.record.ref, wish: !item.record.isFavourited)
        return .enqueued(account.enqueue(wish, discarding: refused.map(\.id)))
    }

    func retry() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        return Reaction(account.retry(item.mutations))
    }

    /// Discards what failed on the selected comment; its text comes back.
    func discard() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        guard !account.failed(among: item.mutations).isEmpty else {
            return .notice(item.mutations.isEmpty ? .nothingToDiscard : .stillBeingSent)
        }
        return Reaction(discarded: account.discardFailed(among: item.mutations), in: account)
    }

    /// Asks for the text of a comment on this post.
    func beginComment() -> Reaction {
        let item = account.store.read { $0.item(post) }
        guard let item else { return .nothing }
        if account.creation(among: item.mutations) != nil { return .notice(.notSentYet) }
        return .compose(
            ComposerTarget(work: .comment(on: item.record.ref), about: item.record.title), text: "", isOriginal: false)
    }

    func beginReply() -> Reaction {
        guard let item = selectedComment else { return beginComment() }
        if let refusal = refusal(of: item) { return refusal }
        let record = item.record
        let work = ComposerTarget.Work.reply(
            to: record.parent ?? record.ref, place: record.parentPlace ?? record.place, on: record.post)
        return .compose(ComposerTarget(work: work, about: record.author), text: "", isOriginal: false)
    }

    func beginEdit() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        guard item.record.isMine else { return .notice(.notYours) }
        if let creation = account.creation(among: item.mutations) {
            guard creation.loadingState.isFailure, let add = creation.mutation as? AddComment else {
                return .notice(.notSentYet)
            }
            return .compose(
                ComposerTarget(again: add, instead: creation.id, in: account), text: add.text.raw, isOriginal: true)
        }
        if item.record.isDeleted { return .notice(.deleted) }
        let failed = account.failed(among: item.mutations).filter { $0.mutation is EditComment }
        let target = ComposerTarget(
            work: .editComment(item.record.ref, of: item.record.post), about: UntrustedText(item.record.text.excerpt),
            discarding: failed.map(\.id))
        return .compose(target, text: item.record.text.raw, isOriginal: true)
    }

    func beginDelete() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        guard item.record.isMine else { return .notice(.notYours) }
        if let refusal = refusal(of: item) { return refusal }
        return .ask(
            .deleteComment(
                item.record.ref, post: item.record.post, excerpt: UntrustedText(item.record.text.excerpt)))
    }

    /// Why nothing can be done to a comment yet, or any more.
    private func refusal(of item: Item<Comment>) -> Reaction? {
        if let creation = account.creation(among: item.mutations) {
            return .notice(creation.loadingState.isFailure ? .notSent : .notSentYet)
        }
        return item.record.isDeleted ? .notice(.deleted) : nil
    }
}

extension Reaction {
    init(_ retried: Retried) {
        switch retried {
        case .nothing, .sent: self = .nothing
        case .blocked(let other): self = .show(other)
        }
    }

    /// The texts of what was discarded go back to the composer.
    init(discarded: [any Mutation<Connection>], in account: Account) {
        let comments = discarded.compactMap { $0 as? AddComment }
        if let first = comments.first {
            self = .compose(
                ComposerTarget(again: first, instead: nil, in: account),
                text: comments.map(\.text.raw).joined(separator: "\n\n"), isOriginal: false)
        } else if let post = discarded.lazy.compactMap({ $0 as? AddPost }).first {
            self = .compose(
                ComposerTarget(work: .post, about: post.title), text: post.wholeText, isOriginal: false)
        } else if let edit = discarded.lazy.compactMap({ $0 as? EditComment }).first {
            guard let target = ComposerTarget(again: edit, instead: nil, in: account) else {
                self = .nothing
                return
            }
            self = .compose(target, text: edit.text.raw, isOriginal: false)
        } else if let edit = discarded.lazy.compactMap({ $0 as? EditPost }).first {
            self = .compose(
                ComposerTarget(work: .editPost(edit.post), about: edit.title), text: edit.wholeText,
                isOriginal: false)
        } else {
            self = .nothing
        }
    }
}

extension ComposerTarget {
    /// Where a comment that failed would go if it were written again.
    init(again add: AddComment, instead id: MutationID?, in account: Account) {
        let discarding = id.map { [$0] } ?? []
        let (post, parent) = account.store.read { visible in
            (visible.item(add.post)?.record, add.parent.flatMap { visible.item($0)?.record })
        }
        if let ref = add.parent, let place = add.parentPlace {
            self.init(
                work: .reply(to: ref, place: place, on: add.post), about: parent?.author ?? UntrustedText(""),
                discarding: discarding)
        } else {
            self.init(
                work: .comment(on: post?.ref ?? add.post), about: post?.title ?? UntrustedText(""),
                discarding: discarding)
        }
    }
}

extension ComposerTarget {
    /// - Returns: nil if the comment is gone.
    init?(again edit: EditComment, instead id: MutationID?, in account: Account) {
        guard let comment = account.store.read({ $0.item(edit.comment)?.record }) else { return nil }
        self.init(
            work: .editComment(comment.ref, of: comment.post), about: UntrustedText(edit.text.excerpt),
            discarding: id.map { [$0] } ?? [])
    }
}

extension AddPost {
    var wholeText: String { text.raw.isEmpty ? title.raw : "\(title.raw)\n\(text.raw)" }
}

extension EditPost {
    var wholeText: String { text.raw.isEmpty ? title.raw : "\(title.raw)\n\(text.raw)" }
}
