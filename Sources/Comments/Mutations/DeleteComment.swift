import OptimisticState

/// Takes one's own comment away.
package struct DeleteComment: CommentMutation {
    package let comment: Ref<Comment>
    package let post: Ref<Post>

    package init(comment: Ref<Comment>, post: Ref<Post>) {
        self.comment = comment
        self.post = post
    }

    package static var kind: Kind {
        Kind(name: "delete-comment", version: 1, afterFailure: .skips, whenFailed: .leaves)
    }
    package var lane: Lane { .changes(of: comment) }
    package var parents: [MutationID] { comment.parents }
    package var amends: MutationID? { comment.creator }

    package func effects(from origin: Origin) -> [Effect] {
        [
            .update(comment) { comment in
                // Replies keep what they stand under; as the boards do it.
                if comment?.replies == 0 { comment = nil } else { comment?.isDeleted = true }
            },
            .add(-1, to: \Post.comments, of: post),
        ]
    }

    package func coalesced(with next: any Mutation<Connection>) -> Coalescing<Connection> {
        next is DeleteComment ? .supersedes : .keepBoth
    }

    package func operation(_ attempt: Attempt) -> Operation? {
        attempt.serverID(of: comment).map { .deleteComment($0) }
    }
}
