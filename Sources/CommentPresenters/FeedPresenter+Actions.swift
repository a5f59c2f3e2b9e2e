import Comments
import OptimisticState

/// What can be done to a post, wherever it is shown.
extension FeedPresenter {
    /// Writes a post. On return it is on screen, and in the outbox on disk.
    func addPost(_ title: String, text: String, by author: String, discarding: [MutationID] = []) -> MutationID {
        let post = AddPost(
            title: UntrustedText(title), text: UntrustedText(text), author: UntrustedText(author))
        return account.enqueue(post, discarding: discarding)
    }

    func edit(_ post: Ref<Post>, title: String, text: String, discarding: [MutationID] = []) -> MutationID {
        account.enqueue(
            EditPost(post: post, title: UntrustedText(title), text: UntrustedText(text)), discarding: discarding)
    }

    /// Takes the post away; failed edits and deletions of it go with it, which would hold it up.
    func delete(_ post: Ref<Post>) -> MutationID {
        let mutations = account.store.read { $0.item(post)?.mutations ?? [] }
        let obsolete = account.failed(among: mutations).filter {
            $0.mutation is EditPost || $0.mutation is DeletePost
        }
        return account.enqueue(DeletePost(post: post), discarding: obsolete.map(\.id))
    }

    /// Wishes the opposite of what is shown; a refused wish goes in the same write.
    func toggleFavourite(of item: Item<Post>) -> Reaction {
        if let refusal = refusal(of: item) { return refusal }
        let refused = account.failed(among: item.mutations).filter { $0.mutation is SetPostFavourite }
        let wish = SetPostFavourite(post: item.record.ref, wish: !item.record.isFavourited)
        return .enqueued(account.enqueue(wish, discarding: refused.map(\.id)))
    }

    func discard(_ item: Item<Post>) -> Reaction {
        guard !account.failed(among: item.mutations).isEmpty else {
            return .notice(item.mutations.isEmpty ? .nothingToDiscard : .stillBeingSent)
        }
        return Reaction(discarded: account.discardFailed(among: item.mutations), in: account)
    }

    func beginEdit(_ item: Item<Post>) -> Reaction {
        guard item.record.isMine else { return .notice(.notYours) }
        if let creation = account.creation(among: item.mutations) {
            guard creation.loadingState.isFailure, let add = creation.mutation as? AddPost else {
                return .notice(.notSentYet)
            }
            return .compose(
                ComposerTarget(work: .post, about: add.title, discarding: [creation.id]), text: add.wholeText,
                isOriginal: true)
        }
        let failed = account.failed(among: item.mutations).filter { $0.mutation is EditPost }
        let record = item.record
        let target = ComposerTarget(
            work: .editPost(record.ref), about: record.title, discarding: failed.map(\.id))
        let text = record.text.raw.isEmpty ? record.title.raw : "\(record.title.raw)\n\(record.text.raw)"
        return .compose(target, text: text, isOriginal: true)
    }

    func beginDelete(_ item: Item<Post>) -> Reaction {
        guard item.record.isMine else { return .notice(.notYours) }
        if let refusal = refusal(of: item) { return refusal }
        return .ask(.deletePost(item.record.ref, title: UntrustedText(item.record.title.excerpt)))
    }

    private func refusal(of item: Item<Post>) -> Reaction? {
        account.creation(among: item.mutations).map {
            .notice($0.loadingState.isFailure ? .notSent : .notSentYet)
        }
    }
}
