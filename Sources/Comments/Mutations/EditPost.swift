import OptimisticState

/// Gives one's own post another title and text.
package struct EditPost: CommentMutation {
    package let post: Ref<Post>
    package let title: UntrustedText
    package let text: UntrustedText

    package init(post: Ref<Post>, title: UntrustedText, text: UntrustedText) {
        self.post = post
        self.title = title
        self.text = text
    }

    package static var kind: Kind { Kind(name: "edit-post", version: 1, afterFailure: .blocks, whenFailed: .stays) }
    package var lane: Lane { .changes(of: post) }
    package var parents: [MutationID] { post.parents }
    package var amends: MutationID? { post.creator }

    package func effects(from origin: Origin) -> [Effect] {
        [
            .update(post) { [title, text] post in
                post?.title = title
                post?.text = text
                post?.isEdited = true
            }
        ]
    }

    /// The last edit wins, and a deletion makes edits pointless.
    package func coalesced(with next: any Mutation<Connection>) -> Coalescing<Connection> {
        next is EditPost || next is DeletePost ? .supersedes : .keepBoth
    }

    package func operation(_ attempt: Attempt) -> Operation? {
        attempt.serverID(of: post).map { .editPost($0, title: title.raw, text: text.raw) }
    }
}
