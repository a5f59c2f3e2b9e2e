import OptimisticState

/// Your way to the server. It says what came of a request by its class; the store does the rest.
struct AlbumServer: Sendable {
    let setFavourite: @Sendable (_ photo: String, _ wish: Bool, _ key: MutationID) async -> Outcome
}

/// What a tap on the heart means, as data: stored before it is shown, sent until the server has answered.
struct SetFavourite: Mutation {
    let photo: Ref<Photo>
    let wish: Bool

    /// `leaves`: when it is refused, the heart returns to what the server has.
    static var kind: Kind { Kind(name: "favourite", version: 1, afterFailure: .skips, whenFailed: .leaves) }
    /// Two taps on one photo are sent in their order; photos do not wait for each other.
    var lane: Lane { Lane("favourite", on: photo) }

    func effects(from origin: Origin) -> [Effect] {
        [
            .update(photo) { [wish] photo in
                guard let shown = photo, shown.isFavourite != wish else { return }
                photo?.isFavourite = wish
                photo?.favourites += wish ? 1 : -1
            }
        ]
    }

    /// Of ten quick taps, the last one is sent.
    func coalesced(with next: any Mutation<AlbumServer>) -> Coalescing<AlbumServer> {
        next is SetFavourite ? .supersedes : .keepBoth
    }

    func send(_ attempt: Attempt, to server: AlbumServer) async -> Outcome {
        guard let id = attempt.serverID(of: photo) else { return .rejected(Failure(code: "gone")) }
        // The same id at every attempt: a server that knows it does the work once.
        return await server.setFavourite(id, wish, attempt.id)
    }
}
