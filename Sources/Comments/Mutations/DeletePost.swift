import OptimisticState

/// Takes one's own post away, with the comments under it.
package struct DeletePost: CommentMutation {
    package let post: Ref<Post>

    package init(post: Ref<Post>) {
        self.post = post
    }

    package static var kind: Kind { Kind(name: "delete-post", version: 1, afterFailure: .skips, whenFailed: .leaves) }
    package var lane: Lane { .changes(of: post) }
    package var parents: [MutationID] { post.parents }
    package var amends: MutationID? { post.creator }

    package func effects(from origin: Origin) -> [Effect] {
        [.update(post) { $0 = nil }]
    }

    package func coalesced(with next: any Mutation<Connection>) -> Coalescing<Connection> {
        next is DeletePost ? .supersedes : .keepBoth
    }

    package func operation(_ attempt: Attempt) -> Operation? {
        attempt.serverID(of: post).map { .deletePost($0) }
    }
}
