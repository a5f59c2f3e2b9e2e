import OptimisticState

/// Wishes that a comment be a favourite, or not: absolute, so that repeating it changes nothing.
package struct SetCommentFavourite: CommentMutation {
    package let comment: Ref<Comment>
    package let wish: Bool

    package init(comment: Ref<Comment>, wish: Bool) {
        self.comment = comment
        self.wish = wish
    }

    package static var kind: Kind {
        Kind(name: "favourite-comment", version: 1, afterFailure: .skips, whenFailed: .leaves)
    }
    package var lane: Lane { .favourite(of: comment) }
    package var parents: [MutationID] { comment.parents }

    package func effects(from origin: Origin) -> [Effect] {
        [
            .update(comment) { [wish] comment in
                guard let shown = comment else { return }
                comment?.favourites = shown.favourites.counting(wish, instead: shown.isFavourited)
                comment?.isFavourited = wish
            }
        ]
    }

    /// At most one wish waits behind the one in flight.
    package func coalesced(with next: any Mutation<Connection>) -> Coalescing<Connection> {
        next is SetCommentFavourite ? .supersedes : .keepBoth
    }

    package func isAlreadySo(in visible: borrowing Visible<Connection>) -> Bool {
        visible.confirmed(comment)?.isFavourited == wish
    }

    package func send(_ attempt: Attempt, to connection: Connection) async -> Outcome {
        await submit(attempt, to: connection).settlingIfGone(comment)
    }

    package func operation(_ attempt: Attempt) -> Operation? {
        attempt.serverID(of: comment).map { .setCommentFavourite($0, wish) }
    }
}

extension Int {
    /// A count of favourites when one's own is `wish` and was `before`: never a stored ±1, never below 0.
    func counting(_ wish: Bool, instead before: Bool) -> Int {
        Swift.max(0, self + (wish ? 1 : 0) - (before ? 1 : 0))
    }
}
