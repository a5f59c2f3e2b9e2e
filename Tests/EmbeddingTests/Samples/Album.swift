import OptimisticState

/// One for the whole app: every screen reads it, and is told when it changes.
final class Album: Sendable {
    private let store: OptimisticStore<AlbumServer>

    init(journal: any Journal<AlbumServer>, time: any Timekeeper) throws {
        store = try OptimisticStore(
            journal: journal, time: time,
            makeID: {
                var generator = SystemRandomNumberGenerator()
                return .random(using: &generator)
            },
            jitter: { .random(in: 0..<1) })
    }

    /// Sends what waits, for as long as the task runs.
    func send(to server: AlbumServer) async {
        await store.drain(to: server, retries: .standard)
    }

    /// What the server said: of a list, a push, a reply.
    func heard(_ photos: [Photo]) {
        store.confirm(photos.map { .record($0) } + [.complete(.album)])
    }

    /// Shown on return, whatever the network does.
    @discardableResult
    func tapHeart(of photo: Item<Photo>) -> MutationID {
        store.enqueue(SetFavourite(photo: photo.id, wish: !photo.record.isFavourite))
    }

    /// A tap on a photo that is marked as failed.
    func retry(_ photo: Item<Photo>) {
        for id in photo.mutations { store.retry(id) }
    }

    /// What a screen shows: the records, each with its `loadingState` while something of it is under way or has failed.
    var photos: [Item<Photo>] {
        store.read { visible in visible.items(in: .album, 0..<visible.count(in: .album)) }
    }

    /// Tells when `photos` reads differently.
    var changes: AsyncStream<Revision> { store.changes(in: [AnyScope(Scope.album)]) }

    func settled(_ id: MutationID) async -> Settled { await store.settled(id) }
}
