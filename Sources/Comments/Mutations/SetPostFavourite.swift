import OptimisticState

/// Wishes that a post be a favourite, or not: absolute, so that repeating it changes nothing.
package struct SetPostFavourite: CommentMutation {
    package let post: Ref<Post>
    package let wish: Bool

    package init(post: Ref<Post>, wish: Bool) {
        self.post = post
        self.wish = wish
    }

    package static var kind: Kind {
        Kind(name: "favourite-post", version: 1, afterFailure: .skips, whenFailed: .leaves)
    }
    package var lane: Lane { .favourite(of: post) }
    package var parents: [MutationID] { post.parents }

    package func effects(from origin: Origin) -> [Effect] {
        [
            .update(post) { [wish] post in
                guard let shown = post else { return }
                post?.favourites = shown.favourites.counting(wish, instead: shown.isFavourited)
                post?.isFavourited = wish
            }
        ]
    }

    /// At most one wish waits behind the one in flight.
    package func coalesced(with next: any Mutation<Connection>) -> Coalescing<Connection> {
        next is SetPostFavourite ? .supersedes : .keepBoth
    }

    package func isAlreadySo(in visible: borrowing Visible<Connection>) -> Bool {
        visible.confirmed(post)?.isFavourited == wish
    }

    package func send(_ attempt: Attempt, to connection: Connection) async -> Outcome {
        await submit(attempt, to: connection).settlingIfGone(post)
    }

    package func operation(_ attempt: Attempt) -> Operation? {
        attempt.serverID(of: post).map { .setPostFavourite($0, wish) }
    }
}
