import Comments
import HTTPTransport
import OptimisticState

extension MatrixBoard {
    /// Where a thread's page goes on: the server's word, and the oldest place that was told. Pages are in the order in which
    /// the server got the comments (relationships API), and what another server says of the time may be anything.
    private struct ThreadCursor {
        var token: String?
        var oldest: Place?

        init() {}

        init(_ cursor: Cursor) throws(Trouble) {
            let parts = cursor.rawValue.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int64(parts[0]) else { throw .strange(status: 400, retryAfter: nil) }
            oldest = .confirmed(number)
            // A page that was kept knows no word of the server's: the thread is walked again, without what was told.
            token = parts[1].isEmpty ? nil : String(parts[1])
        }

        func cursor(_ token: String) -> Cursor { Cursor("\(oldest?.number ?? .max) \(token)") }
    }

    func commentPage(
        of post: String, _ page: PageRequest, in room: String, as session: Session
    ) async throws(Trouble) -> Page<Comment> {
        let state = state(of: session)
        var cursor = ThreadCursor()
        if let given = page.cursor {
            cursor = try ThreadCursor(given)
        } else {
            guard let event = try await event(post, in: room, as: session), case .post = event.kind else {
                throw .notFound
            }
            state.with { contents in
                contents.index.take(event)
                contents.keptComments[post] = nil
            }
        }
        let told = page.cursor == nil ? [] : state.with { $0.keptComments[post] ?? [] }
        let newest = cursor.oldest
        var found: [String] = []
        var isFirst = page.cursor == nil
        repeat {
            let (comments, next) = try await walkThread(
                post, from: cursor.token, limit: max(1, page.limit - found.count), anew: isFirst, in: room, as: session)
            isFirst = false
            found += comments.filter { !told.contains($0) }
            cursor.token = next
        } while found.count < page.limit && cursor.token != nil
        try await readParents(of: found, root: post, in: room, as: session)
        let isAtBeginning = cursor.token == nil
        return state.with { contents in
            let oldest = found.compactMap { contents.index[$0]?.place }.min()
            cursor.oldest = [oldest, newest].compactMap { $0 }.min()
            // Those that stand between this page and the one before. A comment with an early time has made that one reach
            // too far: all of them then, told twice is told.
            let end = oldest.flatMap { oldest in newest.flatMap { oldest < $0 ? $0 : nil } }
            found += contents.index.placeholders(in: post, from: isAtBeginning ? nil : oldest, to: end)
            let records = Set(found).compactMap { contents.index.comment($0) }.sorted { $1.place < $0.place }
            return Page(
                records: records, next: cursor.token.map { cursor.cursor($0) },
                echoes: contents.index.echoes(of: records))
        }
    }

    /// Reads a stretch of a thread, favourites and edits of its comments among it, from newer to older.
    ///
    /// - Returns: the comments in it, and where it goes on.
    private func walkThread(
        _ root: String, from token: String?, limit: Int, anew: Bool, in room: String, as session: Session
    ) async throws(Trouble) -> ([String], next: String?) {
        let state = state(of: session)
        let news = state.with { $0.newsCount }
        let answer = try await askPage(limit: min(limit, 1_000), as: session) { limit in
            var query = [("recurse", "true"), ("limit", "\(limit)"), ("dir", "b")]
            if let token { query.append(("from", token)) }
            return Path(Path.client1, "rooms", room, "relations", root, query: query)
        }.answer
        let events = (answer["chunk"]?.items ?? []).compactMap { Event($0) }
        let comments = events.filter { event in
            if case .comment(root, _, _) = event.kind { true } else { false }
        }.map(\.id)
        cache?.keep(answer["chunk"]?.items ?? [], as: .stretch, of: cacheName(of: session))
        state.with { contents in
            if anew { contents.index.forgetThread(root) }
            contents.take(read: events, since: news)
            contents.index.setComplete(comments)
        }
        let next = answer["next_batch"]?.text
        // No list goes on where it is.
        return (comments, next == token ? nil : next)
    }

    /// Reads the comments that replies name and that stand further back, or are gone.
    private func readParents(
        of comments: [String], root: String, in room: String, as session: Session
    ) async throws(Trouble) {
        let state = state(of: session)
        func unknown(of ids: [String]) -> [String] {
            state.with { $0.index.unknownParents(of: ids).subtracting($0.absent) }.sorted()
        }
        var missing = unknown(of: comments)
        // A chain of replies is followed up to where it begins.
        for _ in 0..<8 where !missing.isEmpty {
            let read = Array(missing.prefix(100))
            for (id, answer) in await events(read, in: room, as: session) {
                let event: Event?
                do throws(Trouble) {
                    event = try answer.get()
                } catch {
                    // Asked too often: what is not read stands as if it were not there, and the page comes all the same.
                    if case .refused(429, _, _, _, _) = error { return }
                    throw error
                }
                state.with { contents in
                    guard let event else {
                        // Whoever writes replies can name anything; it is asked for once.
                        contents.absent.insert(id)
                        return
                    }
                    if case .redacted = event.kind {
                        contents.index.keepPlace(of: event, root: root)
                    } else {
                        contents.index.take(event)
                    }
                }
            }
            missing = unknown(of: read)
        }
    }

    /// Reads events a few at a time: one after the other would take a page's time on a link with long ways.
    private func events(
        _ ids: [String], in room: String, as session: Session
    ) async -> [(String, Result<Event?, Trouble>)] {
        @Sendable func read(_ id: String) async -> (String, Result<Event?, Trouble>) {
            do throws(Trouble) {
                return (id, .success(try await event(id, in: room, as: session)))
            } catch {
                return (id, .failure(error))
            }
        }
        return await withTaskGroup(of: (String, Result<Event?, Trouble>).self) { group in
            var waiting = ids[...]
            for id in waiting.prefix(8) { group.addTask { await read(id) } }
            waiting = waiting.dropFirst(8)
            var answers: [(String, Result<Event?, Trouble>)] = []
            for await answer in group {
                answers.append(answer)
                if let id = waiting.popFirst() { group.addTask { await read(id) } }
            }
            return answers
        }
    }

    /// A comment as it is now; nil for what is none, or gone without a reply.
    func readComment(_ id: String, in room: String, as session: Session) async throws(Trouble) -> Comment? {
        let state = state(of: session)
        guard let event = try await event(id, in: room, as: session) else { return nil }
        let root: String
        switch event.kind {
        case .comment(let thread, _, _): root = thread
        case .redacted:
            guard let known = state.with({ $0.index[id]?.root }) else { return nil }
            root = known
        case .post, .edit, .heart, .redaction, .member, .encrypted, .tombstone, .other: return nil
        }
        guard let post = try await self.event(root, in: room, as: session), case .post = post.kind else { return nil }
        try await readThread(root, backTo: [id], in: room, as: session)
        state.with { contents in
            if case .redacted = event.kind { contents.index.keepPlace(of: event, root: root) }
        }
        return state.with { $0.index.comment(id) }
    }

    /// Reads a thread from its end back to where all of `ids` have come by, or to its beginning.
    func readThread(
        _ root: String, backTo ids: Set<String>, in room: String, as session: Session
    ) async throws(Trouble) {
        var token: String?
        var missing = ids
        var isFirst = true
        repeat {
            let (comments, next) = try await walkThread(
                root, from: token, limit: isFirst ? 50 : 1_000, anew: isFirst, in: room, as: session)
            try await readParents(of: comments, root: root, in: room, as: session)
            missing.subtract(comments)
            token = next
            isFirst = false
        } while token != nil && !missing.isEmpty
    }
}
