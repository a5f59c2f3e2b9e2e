import Comments
import OptimisticState

/// What can be done to a post, wherever it is shown.
extension FeedPresenter {
    /// Writes a post. On return it is on screen, and in the outbox on disk.
    ///
    /// - Returns: nil if what it is to take the place of was sent or went meanwhile.
    func addPost(
        _ title: String, text: String, by author: String, replacing failed: [MutationID], at now: Timestamp
    ) -> MutationID? {
        let post = AddPost(
            title: UntrustedText(title), text: UntrustedText(text), author: UntrustedText(author))
        return account.enqueue(post, replacing: failed, at: now)
    }

    func edit(_ post: Ref<Post>, title: String, text: String, discarding: [MutationID] = []) -> MutationID {
        account.enqueue(
            EditPost(post: post, title: UntrustedText(title), text: UntrustedText(text)), discarding: discarding)
    }

    /// Takes the post away.
    func delete(_ post: Ref<Post>, at now: Timestamp) -> Deletion {
        let mutations = account.store.read { $0.item(post)?.mutations ?? [] }
        return account.delete(
            DeletePost(post: post), among: mutations, replacing: { $0 is EditPost || $0 is DeletePost }, at: now)
    }

    /// Wishes the opposite of what is shown; a refused wish goes in the same write.
    func toggleFavourite(of item: Item<Post>) -> Reaction {
        if let refusal = refusal(of: .toggleFavourite, on: item) { return refusal }
        let refused = account.failed(among: item.mutations).filter { $0.mutation is SetPostFavourite }
        let wish = SetPostFavourite(post: item.record.ref, wish: !item.record.isFavourited)
        return .enqueued(account.enqueue(wish, discarding: refused.map(\.id)))
    }

    func discard(_ item: Item<Post>) -> Reaction { account.discard(among: item.mutations) }

    func beginEdit(_ item: Item<Post>) -> Reaction {
        item.record.isMine ? account.beginEdit(item) : .notice(.notYours)
    }

    func beginDelete(_ item: Item<Post>) -> Reaction {
        guard item.record.isMine else { return .notice(.notYours) }
        if let refusal = refusal(of: .delete, on: item) { return refusal }
        return .ask(.deletePost(item.record.ref, title: UntrustedText(item.record.heading.excerpt)))
    }

    private func refusal(of action: ItemAction, on item: Item<Post>) -> Reaction? {
        account.refusal(of: action, on: account.creation(among: item.mutations))
    }
}
