import Comments
import HTTPTransport
import OptimisticState

extension MatrixBoard {
    /// How long the server is asked to wait for news.
    private static let pollTime: Int64 = 30_000
    /// A gap of more pages than this is read again instead of closed.
    private static let pagesPerGap = 25

    package func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        guard let session else { throw .needsSignIn }
        do throws(Trouble) {
            let room = try await room(as: session)
            guard let cursor else {
                let now = try await begin(in: room, as: session)
                if let cache, cache.room(cacheName(of: session)) == nil {
                    cache.begin(cacheName(of: session), roomID: room, token: now.rawValue)
                }
                return ChangeBatch(said: [], cursor: now)
            }
            // What was found out on entering is told at once, not with the next news.
            let successor = successor
            let isTold = state(of: session).with { contents in
                defer { contents.toldSuccessor = successor }
                return contents.toldSuccessor == successor
            }
            if !isTold { return ChangeBatch(said: [], cursor: cursor) }
            while true {
                guard !cursor.rawValue.isEmpty,
                    let batch = try await batch(since: cursor, in: room, as: session)
                else {
                    return ChangeBatch(said: [], cursor: try await startOver(in: room, as: session), hasGap: true)
                }
                if batch.hasGap || !batch.said.isEmpty { return batch }
                // Time passed, and nothing else: what the server calls "now" has moved on, and an answer ends the wait
                // of whoever would otherwise hold an ever older place.
                if batch.cursor != cursor { return batch }
            }
        } catch {
            throw ServiceError(error)
        }
    }

    private func startOver(in room: String, as session: Session) async throws(Trouble) -> Cursor {
        state(of: session).with { contents in
            contents.index = RoomIndex(account: session.account)
            contents.knowsMembers = false
            contents.feed = nil
        }
        let cursor = try await begin(in: room, as: session)
        cache?.begin(cacheName(of: session), roomID: room, token: cursor.rawValue)
        return cursor
    }

    /// Where the news is now.
    private func begin(in room: String, as session: Session) async throws(Trouble) -> Cursor {
        let answer = try await sync(since: nil, timeline: 1, wait: 0, in: room, as: session)
        guard let next = answer["next_batch"]?.text else { throw .strange(status: 200, retryAfter: nil) }
        state(of: session).with { $0.followedAt = time.now() }
        return Cursor(next)
    }

    private func sync(
        since: String?, timeline: Int64, wait: Int64, in room: String, as session: Session
    ) async throws(Trouble) -> JSONValue {
        let nothing: JSONValue = ["types": []]
        let types: JSONValue = [
            "m.room.message", "m.reaction", "m.room.redaction", "m.room.member", "m.room.tombstone",
            "m.room.encryption",
        ]
        let filter: JSONValue = [
            "presence": nothing, "account_data": nothing,
            "room": [
                "rooms": [.string(room)], "ephemeral": nothing, "account_data": nothing, "state": nothing,
                "timeline": ["limit": .integer(timeline), "types": types],
            ],
        ]
        var query = [
            ("filter", String(decoding: filter.bytes, as: UTF8.self)), ("timeout", "\(wait)"),
            ("set_presence", "offline"),
        ]
        if let since { query.append(("since", since)) }
        if wait > 0 { polls.withLock { $0 += 1 } }
        defer { if wait > 0 { polls.withLock { $0 -= 1 } } }
        return try await ask(
            .get, Path(Path.client + "/sync", query: query), limit: .milliseconds(wait + 10_000), as: session)
    }

    /// What is new; nil if the cursor means nothing to the server.
    private func batch(since cursor: Cursor, in room: String, as session: Session) async throws(Trouble) -> ChangeBatch?
    {
        let state = state(of: session)
        let polls = state.with { contents in
            contents.followedAt = time.now()
            contents.polls += 1
            return contents.polls
        }
        let answer: JSONValue
        do throws(Trouble) {
            // The server remembers its answers for a while, by the words of the question: an older answer would not
            // have what was done since.
            answer = try await sync(
                since: cursor.rawValue, timeline: 100, wait: Self.pollTime + Int64(polls % 1_000), in: room,
                as: session)
        } catch {
            if case .refused(400, _, _, _, _) = error { return nil }
            throw error
        }
        guard let next = answer["next_batch"]?.text else { throw .strange(status: 200, retryAfter: nil) }
        try await noteMembership(answer, in: room, as: session)
        let timeline = answer["rooms", "join"]?[room]?["timeline"]
        var values = timeline?["events"]?.items ?? []
        var events = values.compactMap { Event($0, isNews: true) }
        if timeline?["limited"]?.flag == true {
            guard let before = timeline?["prev_batch"]?.text,
                let missing = try await gap(from: before, to: cursor.rawValue, in: room, as: session)
            else { return nil }
            events = missing.compactMap { Event($0) } + events
            values = missing + values
        }
        state.with { $0.followedAt = time.now() }
        for event in events {
            guard case .tombstone(let replacement) = event.kind else { continue }
            note(event.sender, knows: replacement)
            successor = replacement
        }
        if values.contains(where: { $0["type"]?.text == "m.room.encryption" && $0["state_key"] != nil }) {
            state.with { $0.isEncrypted = true }
        }
        guard !events.isEmpty else {
            cache?.keep([], as: .news, token: next, of: cacheName(of: session))
            return ChangeBatch(said: [], cursor: Cursor(next))
        }
        let touched = state.with { contents in
            events.reduce(into: Set<String>()) { $0.formUnion(contents.take(news: $1)) }
        }
        cache?.keep(values, as: .news, of: cacheName(of: session))
        try await complete(touched, in: room, as: session)
        // Only now is all of it read that the token stands for.
        cache?.keep([], as: .news, token: next, of: cacheName(of: session))
        let said = state.with { $0.index.changes(of: touched) }
        return ChangeBatch(said: said, cursor: Cursor(next))
    }

    /// The events that a batch left out, the oldest first; nil if there are too many.
    private func gap(
        from: String, to: String, in room: String, as session: Session
    ) async throws(Trouble) -> [JSONValue]? {
        var events: [JSONValue] = []
        var from = from
        for _ in 0..<Self.pagesPerGap {
            let filter: JSONValue = [
                "types": [
                    "m.room.message", "m.reaction", "m.room.redaction", "m.room.member", "m.room.tombstone",
                    "m.room.encryption",
                ]
            ]
            let query = [
                ("dir", "b"), ("limit", "1000"), ("from", from), ("to", to),
                ("filter", String(decoding: filter.bytes, as: UTF8.self)),
            ]
            let answer = try await ask(.get, Path(Path.client, "rooms", room, "messages", query: query), as: session)
            let chunk = answer["chunk"]?.items ?? []
            events += chunk
            guard let end = answer["end"]?.text, end != from, !chunk.isEmpty else { return events.reversed() }
            from = end
        }
        return nil
    }

    /// Reads what the news alone does not tell: the counts of posts, and what was never read of what changed.
    private func complete(
        _ touched: Set<String>, in room: String, as session: Session
    ) async throws(Trouble) {
        let state = state(of: session)
        let (incomplete, posts, lost) = state.with { contents in
            var threads: [String: Set<String>] = [:]
            var posts: Set<String> = []
            var lost: Set<String> = []
            for id in touched {
                guard let entry = contents.index[id] else {
                    // What is gone keeps its place if replies stand under it, also if it came when it was gone.
                    if !contents.index.isGone(id) || contents.index.hasReplies(id) { lost.insert(id) }
                    continue
                }
                guard !contents.index.isGone(id) else { continue }
                if entry.root == nil {
                    posts.insert(id)
                } else if !entry.isComplete {
                    threads[entry.root ?? "", default: []].insert(id)
                }
            }
            return (threads, posts, lost)
        }
        var threads = incomplete
        var reread = posts
        for id in lost.sorted() {
            guard let event = try await event(id, in: room, as: session) else { continue }
            switch event.kind {
            case .post: reread.insert(id)
            case .comment(let root, _, _):
                threads[root, default: []].insert(id)
                reread.insert(root)
            case .redacted:
                // A reply's parent whose words are gone.
                let root = state.with { contents in
                    touched.compactMap { contents.index[$0] }.first { $0.parent == id }?.root
                }
                if let root { state.with { $0.index.keepPlace(of: event, root: root) } }
            case .edit, .heart, .redaction, .member, .encrypted, .tombstone, .other: break
            }
        }
        for (root, ids) in threads.sorted(by: { $0.key < $1.key }) {
            try await readThread(root, backTo: ids, in: room, as: session)
        }
        for post in reread.sorted() { _ = try await readPost(post, in: room, as: session) }
    }
}

extension RoomIndex {
    /// What there is to tell of these.
    fileprivate func changes(of touched: Set<String>) -> [ChangeBatch.Change] {
        var said: [ChangeBatch.Change] = []
        for id in touched.sorted(by: { (self[$0]?.place.number ?? 0, $0) < (self[$1]?.place.number ?? 0, $1) }) {
            if let entry = self[id] {
                if let root = entry.root {
                    if let comment = comment(id) {
                        said.append(.comment(comment, echoOf: entry.mutation))
                    } else {
                        said.append(.commentRemoved(id, post: root))
                    }
                } else if let post = post(id) {
                    said.append(.post(post, echoOf: entry.mutation))
                } else {
                    said.append(.postRemoved(id))
                }
            } else if isGone(id) {
                // What it was is gone with it.
                said += [.postRemoved(id), .commentRemoved(id, post: "")]
            }
        }
        return said
    }
}
