import Comments
import HTTPTransport
import OptimisticState

extension MatrixBoard: CommentService {
    package func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        try await reading(as: session) { room, session throws(Trouble) in
            try await self.postPage(page, in: room, as: session)
        }
    }

    package func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comment> {
        do throws(ServiceError) {
            return try await reading(as: session) { room, session throws(Trouble) in
                try await self.commentPage(of: post, page, in: room, as: session)
            }
        } catch {
            // Without network, what is kept: news since then come by themselves once there is one again.
            if page.cursor == nil, case .offline = error, let session,
                let kept = rememberedComments(of: post, limit: page.limit, as: session)
            {
                let told = kept.records.compactMap { if case .server(let id) = $0.ref { id } else { nil } }
                state(of: session).with { $0.keptComments[post] = Set(told) }
                return kept
            }
            throw error
        }
    }

    package func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        try await reading(as: session) { room, session throws(Trouble) in
            guard let post = try await self.readPost(id, in: room, as: session) else { throw .notFound }
            return post
        }
    }

    package func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment {
        try await reading(as: session) { room, session throws(Trouble) in
            guard let comment = try await self.readComment(id, in: room, as: session) else { throw .notFound }
            return comment
        }
    }

    /// The server is asked anew: what news brought may not be all there is.
    package func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        try await reading(as: session) { room, session throws(Trouble) in
            let (id, isPost) =
                switch target {
                case .post(let id): (id, true)
                case .comment(let id): (id, false)
                }
            guard let event = try await self.event(id, in: room, as: session) else { throw .notFound }
            switch event.kind {
            case .post where isPost, .comment where !isPost: break
            case .post, .comment, .edit, .heart, .redaction, .redacted, .member, .encrypted, .tombstone, .other:
                throw .notFound
            }
            let hearts = try await self.readHearts(on: id, in: room, as: session)
            return self.state(of: session).with { contents in
                contents.index.setHearts(hearts, on: id)
                let fans = contents.index.otherFans(of: id)
                return Favouriters(
                    others: fans.prefix(max(0, limit)).map { contents.index.name(of: $0) }, count: fans.count)
            }
        }
    }

    private func reading<T: Sendable>(
        as session: Session?, _ body: (String, Session) async throws(Trouble) -> T
    ) async throws(ServiceError) -> T {
        guard let session else { throw .needsSignIn }
        do throws(Trouble) {
            let room = try await room(as: session)
            try await readNames(room, as: session)
            return try await body(room, session)
        } catch {
            throw ServiceError(error)
        }
    }
}

// MARK: Posts

extension MatrixBoard {
    /// At most so many requests are made for one page: a room of few posts and very many comments is walked bit by bit.
    private static let chunksPerPage = 4
    /// While there is no post at all to show: the newest posts may lie behind thousands of comments.
    private static let chunksBeforeFirst = 40
    private static let feedFilter: JSONValue = ["types": ["m.room.message", "m.reaction", "m.room.encrypted"]]

    private func postPage(
        _ page: PageRequest, in room: String, as session: Session
    ) async throws(Trouble) -> Page<Post> {
        let state = state(of: session)
        let before = try Self.place(of: page.cursor)
        if before == nil { state.with { $0.feed = AccountState.Feed(again: $0.feed) } }
        for chunk in 0... {
            let found = state.with { contents -> Page<Post>? in
                let feed = contents.feed ?? AccountState.Feed()
                let posts = feed.posts.compactMap { contents.index.post($0) }
                    .filter { post in before.map { post.place < $0 } ?? true }
                    .sorted { $0.order < $1.order }
                // One post more than the page takes tells whether the list goes on.
                guard
                    posts.count > page.limit || feed.isAtBeginning
                        || chunk >= (posts.isEmpty ? Self.chunksBeforeFirst : Self.chunksPerPage)
                else { return nil }
                let shown = Array(posts.prefix(max(0, page.limit)))
                let goesOn = posts.count > shown.count || !feed.isAtBeginning
                contents.feed?.isUnderWay = false
                let last = shown.last?.place.number ?? before?.number ?? .max
                return Page(
                    records: shown, next: goesOn ? Cursor("\(last)") : nil, echoes: contents.index.echoes(of: shown))
            }
            if let found { return found }
            try await walkFeed(in: room, as: session)
        }
        throw .notFound
    }

    /// The place that a page begins before; nil for the newest.
    private static func place(of cursor: Cursor?) throws(Trouble) -> Place? {
        guard let cursor else { return nil }
        guard let number = Int64(cursor.rawValue) else { throw .strange(status: 400, retryAfter: nil) }
        return .confirmed(number)
    }

    /// Reads a stretch of the room further back.
    private func walkFeed(in room: String, as session: Session) async throws(Trouble) {
        let state = state(of: session)
        let (feed, news, run) = state.with { ($0.feed ?? AccountState.Feed(), $0.newsCount, $0.feedRun) }
        let begun = time.now()
        let answer: JSONValue
        let limit: Int
        do throws(Trouble) {
            (answer, limit) = try await askPage(limit: feed.chunk, as: session) { limit in
                var query = [
                    ("dir", "b"), ("limit", "\(limit)"),
                    ("filter", String(decoding: Self.feedFilter.bytes, as: UTF8.self)),
                ]
                if let from = feed.next { query.append(("from", from)) }
                return Path(Path.client, "rooms", room, "messages", query: query)
            }
        } catch {
            // It may have been too much for the time there was.
            state.with { $0.feed?.chunk = max(20, feed.chunk / 3) }
            throw error
        }
        let took = time.now() - begun
        let events = (answer["chunk"]?.items ?? []).compactMap { Event($0) }
        // An empty chunk is no end: all of it may be hidden from this account. Only a missing `end` is, or one that goes
        // nowhere (10.8.4, GET /rooms/{roomId}/messages).
        let end = answer["end"]?.text
        let isAtBeginning = end == nil || end == feed.next
        let isOfThisRun = state.with { $0.feedRun == run }
        if isOfThisRun {
            cache?.keep(answer["chunk"]?.items ?? [], as: .stretch, of: cacheName(of: session))
            if isAtBeginning { cache?.reachedBeginning(of: cacheName(of: session)) }
        }
        state.with { contents in
            var feed = feed
            contents.take(read: events, since: news)
            guard contents.feedRun == run else { return }
            let posts = events.filter { if case .post = $0.kind { true } else { false } }.map(\.id)
            contents.index.setComplete(posts)
            feed.walk(events, posts: posts, next: isAtBeginning ? nil : end)
            feed.fit(limit, took: took)
            contents.feed = feed
        }
    }

    /// A post as it is now; nil for what is none.
    func readPost(_ id: String, in room: String, as session: Session) async throws(Trouble) -> Post? {
        let state = state(of: session)
        guard let event = try await event(id, in: room, as: session), case .post = event.kind else {
            state.with { contents in
                if contents.index[id] != nil { contents.index.take(Event(redacting: id)) }
            }
            return nil
        }
        let hearts = try await readHearts(on: id, in: room, as: session)
        return state.with { contents in
            contents.index.take(event)
            contents.index.setHearts(hearts, on: id)
            contents.index.setComplete([id])
            return contents.index.post(id)
        }
    }

    /// Every heart on an event.
    func readHearts(on id: String, in room: String, as session: Session) async throws(Trouble) -> [Event] {
        var hearts: [Event] = []
        var from: String?
        for _ in 0..<20 {
            let answer = try await askPage(limit: 1_000, as: session) { limit in
                var query = [("limit", "\(limit)")]
                if let from { query.append(("from", from)) }
                return Path(
                    Path.client1, "rooms", room, "relations", id, "m.annotation", "m.reaction", query: query)
            }.answer
            hearts += (answer["chunk"]?.items ?? []).compactMap { Event($0) }.filter { $0.kind == .heart(on: id) }
            from = answer["next_batch"]?.text
            if from == nil { break }
        }
        return hearts
    }
}

extension Event {
    /// As if it had been told that `id` was taken back.
    init(redacting id: String) {
        self.init(id: "", sender: "", sentAt: 0, kind: .redaction(of: id))
    }

    init(id: String, sender: String, sentAt: Int64, kind: Kind) {
        self.id = id
        self.sender = sender
        self.sentAt = sentAt
        self.kind = kind
    }
}

extension RoomIndex {
    /// Which mutations of this account made the records.
    func echoes<R: Record>(of records: [R]) -> [Ref<R>: MutationID] {
        var echoes: [Ref<R>: MutationID] = [:]
        for record in records {
            if case .server(let id) = record.ref { echoes[record.ref] = self[id]?.mutation }
        }
        return echoes
    }
}
