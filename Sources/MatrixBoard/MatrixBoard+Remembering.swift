import Comments
import OptimisticState

extension MatrixBoard {
    /// What the room's cache is called.
    func cacheName(of session: Session) -> String { cachePrefix(of: session) + key(as: session) }

    /// What the caches of all rooms of an account begin with.
    func cachePrefix(of session: Session) -> String { "\(session.account) \(address.url) " }

    /// The room as it was when it was last followed: the newest posts, and where the news goes on. Nil, too, where it was
    /// only begun to be kept, and no post was read yet: there may be some.
    package func remembered(limit: Int, as session: Session?) async -> Remembered? {
        guard let session, let cache, let kept = cache.room(cacheName(of: session)) else { return nil }
        let stretch = cache.newest(limit, under: nil, of: cacheName(of: session))
        let isRead = kept.isWhole || !stretch.events.isEmpty
        // Where it is not, reading begins anew, and what else is kept would be older than what is kept from then on.
        state(of: session).with { $0.goesOnFromKept = isRead }
        guard isRead else { return nil }
        return state(of: session).with { contents in
            contents.roomID = kept.roomID
            contents.take(stretch, root: nil)
            let posts = stretch.events.compactMap { contents.index.post($0.id) }.sorted { $0.order < $1.order }
            // Older ones are asked for when they are wanted, if there are any.
            let isWhole = kept.isWhole && !stretch.goesOn
            let page = Page(
                records: posts, next: isWhole ? nil : posts.last.map { Cursor("\($0.place.number)") },
                echoes: contents.index.echoes(of: posts), asOf: kept.toldAt)
            return Remembered(posts: page, cursor: Cursor(kept.token))
        }
    }

    /// The newest comments of a post as they are kept, without asking; nil if none are, and it is not known that there
    /// are none.
    package func rememberedComments(of post: String, limit: Int, as session: Session) -> Page<Comment>? {
        guard let cache, let kept = cache.room(cacheName(of: session)) else { return nil }
        let stretch = cache.newest(limit, under: post, of: cacheName(of: session))
        guard !stretch.events.isEmpty || state(of: session).with({ $0.index.post(post)?.comments }) == 0 else {
            return nil
        }
        return state(of: session).with { contents in
            contents.take(stretch, root: post)
            let records = Set((stretch.events + stretch.frames).map(\.id))
                .compactMap { contents.index.comment($0) }.sorted { $1.place < $0.place }
            let oldest = records.map(\.place).min()
            // As many as the server counted are all there are.
            let count = contents.index.post(post)?.comments ?? .max
            let isWhole = !stretch.goesOn && records.count { !$0.isDeleted } >= count
            return Page(
                records: records, next: isWhole ? nil : oldest.map { Cursor("\($0.number) ") },
                echoes: contents.index.echoes(of: records), asOf: kept.toldAt)
        }
    }
}

extension AccountState.Contents {
    /// Takes what was kept: as true as the token that it was kept with.
    fileprivate mutating func take(_ stretch: RoomCache.Stretch, root: String?) {
        for event in stretch.events { index.take(event) }
        if let root {
            for frame in stretch.frames { index.keepPlace(of: frame, root: root) }
        }
        index.setComplete(stretch.events.map(\.id))
        for (user, name) in stretch.names where !knowsMembers { index.setName(user, name) }
    }
}
