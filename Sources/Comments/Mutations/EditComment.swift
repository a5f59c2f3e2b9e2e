import OptimisticState

/// Gives one's own comment another text.
package struct EditComment: CommentMutation {
    package let comment: Ref<Comment>
    package let text: UntrustedText

    package init(comment: Ref<Comment>, text: UntrustedText) {
        self.comment = comment
        self.text = text
    }

    package static var kind: Kind { Kind(name: "edit-comment", version: 1, afterFailure: .blocks, whenFailed: .stays) }
    package var lane: Lane { .changes(of: comment) }
    package var parents: [MutationID] { comment.parents }
    package var amends: MutationID? { comment.creator }

    package func effects(from origin: Origin) -> [Effect] {
        [
            .update(comment) { [text] comment in
                comment?.text = text
                comment?.isEdited = true
            }
        ]
    }

    /// The last edit wins, and a deletion makes edits pointless.
    package func coalesced(with next: any Mutation<Connection>) -> Coalescing<Connection> {
        next is EditComment || next is DeleteComment ? .supersedes : .keepBoth
    }

    package func operation(_ attempt: Attempt) -> Operation? {
        attempt.serverID(of: comment).map { .editComment($0, text: text.raw) }
    }
}
