import OptimisticState

/// Writes a comment, or a reply to one.
package struct AddComment: CommentMutation {
    package let post: Ref<Post>
    package let parent: Ref<Comment>?
    package let parentPlace: Place?
    package let text: UntrustedText
    package let author: UntrustedText

    package init(
        post: Ref<Post>, parent: Ref<Comment>? = nil, parentPlace: Place? = nil, text: UntrustedText,
        author: UntrustedText
    ) {
        self.post = post
        self.parent = parent
        self.parentPlace = parentPlace
        self.text = text
        self.author = author
    }

    package static var kind: Kind { Kind(name: "add-comment", version: 1, afterFailure: .skips, whenFailed: .stays) }

    /// Comments to one post leave one at a time and stand in the order typed.
    package var lane: Lane { Lane("comments", on: post) }

    package var parents: [MutationID] { post.parents + (parent?.parents ?? []) }

    package func effects(from origin: Origin) -> [Effect] {
        let comment = Comment(
            ref: .created(by: origin.id), post: post, parent: parent, parentPlace: parentPlace,
            place: .pending(origin.sequence), author: author, text: text, createdAt: origin.enqueuedAt, isMine: true)
        var effects: [Effect] = [.create(comment), .add(1, to: \Post.comments, of: post)]
        if let parent {
            effects.append(.add(1, to: \Comment.replies, of: parent))
        }
        return effects
    }

    /// A text that was never sent is changed in place, and what was never sent need not be deleted.
    package func coalesced(with next: any Mutation<Connection>) -> Coalescing<Connection> {
        switch next {
        case let edit as EditComment:
            .rewrites(
                AddComment(post: post, parent: parent, parentPlace: parentPlace, text: edit.text, author: author))
        case is DeleteComment: .bothVanish
        case _: .keepBoth
        }
    }

    package func operation(_ attempt: Attempt) -> Operation? {
        guard let post = attempt.serverID(of: post) else { return nil }
        guard let parent else { return .addComment(post: post, parent: nil, text: text.raw) }
        guard let parent = attempt.serverID(of: parent) else { return nil }
        return .addComment(post: post, parent: parent, text: text.raw)
    }
}
