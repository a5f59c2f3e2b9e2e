import OptimisticState

/// Writes a post.
package struct AddPost: CommentMutation {
    package let title: UntrustedText
    package let text: UntrustedText
    package let author: UntrustedText

    package init(title: UntrustedText, text: UntrustedText, author: UntrustedText) {
        self.title = title
        self.text = text
        self.author = author
    }

    package static var kind: Kind { Kind(name: "add-post", version: 1, afterFailure: .skips, whenFailed: .stays) }
    package var lane: Lane { Lane("posts") }

    package func effects(from origin: Origin) -> [Effect] {
        [
            .create(
                Post(
                    ref: .created(by: origin.id), place: .pending(origin.sequence), title: title, text: text,
                    author: author, createdAt: origin.enqueuedAt, isMine: true))
        ]
    }

    /// A text that was never sent is changed in place, and what was never sent need not be deleted.
    package func coalesced(with next: any Mutation<Connection>) -> Coalescing<Connection> {
        switch next {
        case let edit as EditPost: .rewrites(AddPost(title: edit.title, text: edit.text, author: author))
        case is DeletePost: .bothVanish
        case _: .keepBoth
        }
    }

    package func operation(_ attempt: Attempt) -> Operation? {
        .addPost(title: title.raw, text: text.raw)
    }
}
