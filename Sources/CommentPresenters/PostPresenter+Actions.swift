import Comments
import OptimisticState

extension PostPresenter {
    /// Writes a comment. On return it is on screen, and in the outbox on disk.
    ///
    /// - Returns: nil if what it is to take the place of was sent or went meanwhile.
    func addComment(
        _ text: String, by author: String, replacing failed: [MutationID], at now: Timestamp
    ) -> MutationID? {
        account.enqueue(
            AddComment(post: post, text: UntrustedText(text), author: UntrustedText(author)), replacing: failed,
            at: now)
    }

    /// Writes a reply, one level deep.
    ///
    /// - Returns: as for a comment.
    func reply(
        _ text: String, to parent: Ref<Comment>, place: Place, by author: String, replacing failed: [MutationID],
        at now: Timestamp
    ) -> MutationID? {
        let reply = AddComment(
            post: post, parent: parent, parentPlace: place, text: UntrustedText(text),
            author: UntrustedText(author))
        return account.enqueue(reply, replacing: failed, at: now)
    }

    /// Gives the comment another text.
    func edit(_ comment: Ref<Comment>, text: String, discarding: [MutationID] = []) -> MutationID {
        account.enqueue(EditComment(comment: comment, text: UntrustedText(text)), discarding: discarding)
    }

    /// Takes the comment away.
    func delete(_ comment: Ref<Comment>, at now: Timestamp) -> Deletion {
        let mutations = account.store.read { $0.item(comment)?.mutations ?? [] }
        return account.delete(
            DeleteComment(comment: comment, post: post), among: mutations,
            replacing: { $0 is EditComment || $0 is DeleteComment }, at: now)
    }

    /// Wishes the opposite of what is shown; a refused wish goes in the same write.
    func toggleFavourite() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        if let refusal = refusal(of: .toggleFavourite, on: item) { return refusal }
        let refused = account.failed(among: item.mutations).filter { $0.mutation is SetCommentFavourite }
        let wish = SetCommentFavourite(comment: item.record.ref, wish: !item.record.isFavourited)
        return .enqueued(account.enqueue(wish, discarding: refused.map(\.id)))
    }

    /// Discards what failed on the selected comment, or else what waits; its text comes back.
    func discard() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        return account.discard(among: item.mutations)
    }

    /// Asks for the text of a comment on this post.
    func beginComment() -> Reaction {
        let item = account.store.read { $0.item(post) }
        guard let item else {
            let target = ComposerTarget(work: .comment(on: post), about: UntrustedText(""))
            return .compose(target, .empty)
        }
        if let refusal = account.refusal(of: .comment, on: account.creation(among: item.mutations)) { return refusal }
        return .compose(
            ComposerTarget(work: .comment(on: item.record.ref), about: item.record.heading), .empty)
    }

    func beginReply() -> Reaction {
        guard let item = selectedComment else { return beginComment() }
        if let refusal = refusal(of: .reply, on: item) { return refusal }
        let record = item.record
        let work = ComposerTarget.Work.reply(
            to: record.parent ?? record.ref, place: record.parentPlace ?? record.place, on: record.post)
        return .compose(ComposerTarget(work: work, about: record.author), .empty)
    }

    /// Opens the text as it is shown. A failed comment is written anew in its place; any other is edited.
    func beginEdit() -> Reaction {
        guard let item = selectedComment else { return .notice(.notReadYet) }
        guard item.record.isMine else { return .notice(.notYours) }
        return account.beginEdit(item)
    }

    func beginDelete() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        guard item.record.isMine else { return .notice(.notYours) }
        if let refusal = refusal(of: .delete, on: item) { return refusal }
        return .ask(
            .deleteComment(
                item.record.ref, post: item.record.post, excerpt: UntrustedText(item.record.text.excerpt)))
    }

    /// Why nothing can be done to a comment yet, or any more.
    private func refusal(of action: ItemAction, on item: Item<Comment>) -> Reaction? {
        if item.record.isDeleted { return .notice(.deleted) }
        return account.refusal(of: action, on: account.creation(among: item.mutations))
    }
}

extension Account {
    func beginEdit(_ item: Item<Comment>) -> Reaction {
        if item.record.isDeleted { return .notice(.deleted) }
        let text = item.record.text
        if let creation = creation(among: item.mutations) {
            if let refusal = refusal(of: .edit, on: creation) { return refusal }
            // What may have arrived keeps its id and its words: the edit goes out behind it.
            if creation.loadingState.isFailure, !creation.mayHaveArrived, let add = creation.mutation as? AddComment {
                return .compose(
                    ComposerTarget(again: add, instead: creation.id, in: self), .original(text.raw))
            }
        }
        let failed = failed(among: item.mutations).filter { $0.mutation is EditComment }
        let target = ComposerTarget(
            work: .editComment(item.record.ref, of: item.record.post), about: UntrustedText(text.excerpt),
            discarding: failed.map(\.id))
        return .compose(target, .original(text.raw))
    }

    func beginEdit(_ item: Item<Post>) -> Reaction {
        let record = item.record
        let text = record.text.raw.isEmpty ? record.title.raw : "\(record.title.raw)\n\(record.text.raw)"
        if let creation = creation(among: item.mutations) {
            if let refusal = refusal(of: .edit, on: creation) { return refusal }
            if creation.loadingState.isFailure, !creation.mayHaveArrived {
                return .compose(
                    ComposerTarget(work: .post, about: record.title, discarding: [creation.id]), .original(text))
            }
        }
        let failed = failed(among: item.mutations).filter { $0.mutation is EditPost }
        let target = ComposerTarget(work: .editPost(record.ref), about: record.title, discarding: failed.map(\.id))
        return .compose(target, .original(text))
    }
}

extension Reaction {
    init(_ retried: Retried) {
        switch retried {
        case .nothing, .sent: self = .nothing
        case .blocked(let other): self = .show(other)
        }
    }

    /// The texts of what was discarded go back to the composer, the oldest first.
    ///
    /// - Parameter discarded: With the ids that they had, as far as those are known.
    init(discarded: [(id: MutationID?, mutation: any Mutation<Connection>)], in account: Account) {
        let returned = discarded.compactMap { id, mutation in
            mutation.typedText.map { text in
                ReturnedText(
                    text: text.raw, rewrite: id.flatMap { ComposerTarget(again: mutation, instead: $0, in: account) })
            }
        }
        let first = discarded.lazy.map(\.mutation).first { $0.typedText != nil }
        let target = first.flatMap { ComposerTarget(again: $0, instead: nil, in: account) }
        self = target.map { .compose($0, .returned(returned)) } ?? .nothing
    }
}

extension ComposerTarget {
    /// Where a text would go if it were written again; nil if there is no such place any more, or no text.
    init?(again mutation: any Mutation<Connection>, instead id: MutationID?, in account: Account) {
        let discarding = id.map { [$0] } ?? []
        switch mutation {
        case let add as AddComment: self.init(again: add, instead: id, in: account)
        case let post as AddPost: self.init(work: .post, about: post.title, discarding: discarding)
        case let edit as EditComment: self.init(again: edit, instead: id, in: account)
        case let edit as EditPost:
            self.init(work: .editPost(edit.post), about: edit.title, discarding: discarding)
        case _: return nil
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
