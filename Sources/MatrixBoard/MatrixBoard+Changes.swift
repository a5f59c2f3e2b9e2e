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
                // What is kept is of an earlier moment, and nobody asks what was new since then.
                if let cache, !state(of: session).with({ $0.goesOnFromKept }) {
                    cache.begin(cacheName(of: session), roomID: room, token: now.rawValue, at: time.now())
                    state(of: session).with { $0.goesOnFromKept = true }
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
                try await restAfterEmptyAnswers(as: session)
                let asked = time.now()
                guard !cursor.rawValue.isEmpty,
                    let batch = try await batch(since: cursor, in: room, as: session)
                else {
                    noteAnswer(isEmpty: true, since: asked, as: session)
                    return ChangeBatch(said: [], cursor: try await startOver(in: room, as: session), hasGap: true)
                }
                noteAnswer(isEmpty: batch.said.isEmpty || batch.cursor == cursor, since: asked, as: session)
                if batch.hasGap || !batch.said.isEmpty { return batch }
                // Time passed, and nothing else: what the server calls "now" has moved on, and an answer ends the wait
                // of whoever would otherwise hold an ever older place.
                if batch.cursor != cursor { return batch }
            }
        } catch {
            throw ServiceError(error)
        }
    }

    /// A server that does not wait, and has nothing to tell, is asked ever more seldom: a few answers may come at once, as
    /// of other devices' keys, which no filter leaves out.
    private func restAfterEmptyAnswers(as session: Session) async throws(Trouble) {
        let count = state(of: session).with { $0.emptyAnswers }
        guard count > Self.freeEmptyAnswers else { return }
        let rest = Duration.milliseconds(min(5_000, 250 << min(count - Self.freeEmptyAnswers - 1, 5)))
        do {
            // The server is to tell, and does not wait: nobody else rings. While it waits as asked, there is no timer.
            try await time.sleep(until: time.now() + rest)
        } catch {
            throw .transport(HTTPFailure(.cancelled, hasLeft: false))
        }
    }

    private func noteAnswer(isEmpty: Bool, since asked: Timestamp, as session: Session) {
        let isQuick = time.now() - asked < .seconds(1)
        state(of: session).with { $0.emptyAnswers = isEmpty && isQuick ? $0.emptyAnswers + 1 : 0 }
    }

    private static let freeEmptyAnswers = 3

    private func startOver(in room: String, as session: Session) async throws(Trouble) -> Cursor {
        state(of: session).with { contents in
            contents.index = RoomIndex(account: session.account)
            contents.knowsMembers = false
            contents.feed = nil
            contents.feedRun += 1
        }
        let cursor = try await begin(in: room, as: session)
        cache?.begin(cacheName(of: session), roomID: room, token: cursor.rawValue, at: time.now())
        state(of: session).with { $0.goesOnFromKept = true }
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
        if wait > 0 { polls.withLock { $0 += 1 } }
        defer { if wait > 0 { polls.withLock { $0 -= 1 } } }
        return try await askPage(limit: Int(timeline), within: .milliseconds(wait + 10_000), as: session) { limit in
            let filter: JSONValue = [
                "presence": nothing, "account_data": nothing,
                "room": [
                    "rooms": [.string(room)], "ephemeral": nothing, "account_data": nothing, "state": nothing,
                    "timeline": ["limit": .integer(Int64(limit)), "types": types],
                ],
            ]
            var query = [
                ("filter", String(decoding: filter.bytes, as: UTF8.self)), ("timeout", "\(wait)"),
                ("set_presence", "offline"),
            ]
            if let since { query.append(("since", since)) }
            return Path(Path.client + "/sync", query: query)
        }.answer
    }

    /// For who reads without following: what is read from now on is kept.
    ///
    /// - Parameter catchesUp: What was kept before is brought up to now, too.
    package func keepUp(catchesUp: Bool, as session: Session) async throws(ServiceError) {
        guard let cache else { return }
        guard let kept = cache.room(cacheName(of: session)) else {
            _ = try await changes(since: nil, as: session)
            return
        }
        guard catchesUp else { return }
        do throws(Trouble) {
            let room = try await room(as: session)
            let news = try await batch(since: Cursor(kept.token), in: room, as: session, waits: false)
            if news == nil { _ = try await startOver(in: room, as: session) }
            state(of: session).with { $0.goesOnFromKept = true }
        } catch {
            throw ServiceError(error)
        }
    }

    /// What is new; nil if the cursor means nothing to the server.
    ///
    /// - Parameter waits: Until there is something new.
    private func batch(
        since cursor: Cursor, in room: String, as session: Session, waits: Bool = true
    ) async throws(Trouble) -> ChangeBatch? {
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
                since: cursor.rawValue, timeline: waits ? 100 : .random(in: 100...999),
                wait: waits ? Self.pollTime + Int64(polls % 1_000) : 0, in: room, as: session)
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
            removal = Removal(.encrypted)
        }
        guard !events.isEmpty else {
            cache?.keep([], as: .news, token: (next, at: time.now()), of: cacheName(of: session))
            return ChangeBatch(said: [], cursor: Cursor(next))
        }
        let touched = state.with { contents in
            events.reduce(into: Set<String>()) { $0.formUnion(contents.take(news: $1)) }
        }
        cache?.keep(values, as: .news, of: cacheName(of: session))
        try await complete(touched, in: room, as: session)
        // Only now is all of it read that the token stands for.
        cache?.keep([], as: .news, token: (next, at: time.now()), of: cacheName(of: session))
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
            let answer = try await askPage(limit: 1_000, as: session) { limit in
                let query = [
                    ("dir", "b"), ("limit", "\(limit)"), ("from", from), ("to", to),
                    ("filter", String(decoding: filter.bytes, as: UTF8.self)),
                ]
                return Path(Path.client, "rooms", room, "messages", query: query)
            }.answer
            // A chunk of which nothing is shown to this account does not end it (10.8.4).
            events += answer["chunk"]?.items ?? []
            guard let end = answer["end"]?.text, end != from else { return events.reversed() }
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
            // What a thread hangs on may be hidden from who came later, purged, or never have come to this server: its
            // comments are told all the same, and are no reason to wait (history visibility; getting related events).
            let isShown: Void? = try await ifShown(in: room, as: session) { () async throws(Trouble) in
                try await readThread(root, backTo: ids, in: room, as: session)
            }
            if isShown == nil { state.with { $0.index.setComplete(ids) } }
        }
        for post in reread.sorted() {
            _ = try await ifShown(in: room, as: session) { () async throws(Trouble) in
                try await readPost(post, in: room, as: session)
            }
        }
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
