import Comments
import HTTPTransport
import OptimisticState

extension MatrixBoard {
    enum Sighting {
        case found(String)
        case notThere
        /// More has been written since than is looked through.
        case cannotTell
    }

    /// A page of this many events is read on a slow link too before a submit's time is over.
    private static let eventsPerLook = 50
    /// More is not looked through, in whatever number of attempts.
    private static let pagesPerLook = 400
    /// Clocks are off, and were off by more when it was made.
    private static let lookMargin = Duration.seconds(-900)

    /// A list of the server's in which an event is looked for, from newer to older.
    private struct Haystack {
        var prefix: String
        var pieces: [String]
        var query: [(String, String)] = []
        /// The member that says where it goes on.
        var next: String

        func path(from token: String?, limit: Int) -> Path {
            var query = [("dir", "b"), ("limit", "\(limit)")] + query
            if let token { query.append(("from", token)) }
            return Path(prefix, pieces: pieces, query: query)
        }

        init(posts room: String, of account: String) {
            let filter: JSONValue = ["types": ["m.room.message"], "senders": [.string(account)]]
            prefix = Path.client
            pieces = ["rooms", room, "messages"]
            query = [("filter", String(decoding: filter.bytes, as: UTF8.self))]
            next = "end"
        }

        /// What refers to an event (relationships API).
        init(_ relation: String, to event: String, in room: String) {
            prefix = Path.client1
            pieces = ["rooms", room, "relations", event, relation]
            next = "next_batch"
        }
    }

    /// Looks whether an earlier attempt has arrived of what would do harm when it were sent again: a second comment, or an
    /// older text over a newer one. All else is absolute.
    ///
    /// - Parameter madeAt: When the user did it: there is nothing to look for before.
    func look(
        for id: MutationID, _ operation: Operation, since madeAt: Timestamp?, in room: String, as session: Session
    ) async throws(Trouble) -> Sighting {
        switch operation {
        case .addPost:
            return try await look(for: id, in: Haystack(posts: room, of: session.account), since: madeAt, as: session)
        case .addComment(let target, _, _), .editPost(let target, _, _), .editComment(let target, _):
            guard target.hasPrefix("$"), target.utf8.count <= 255 else { return .notThere }
            let relation = if case .addComment = operation { "m.thread" } else { "m.replace" }
            return try await look(
                for: id, in: Haystack(relation, to: target, in: room), since: madeAt, as: session)
        case .deletePost, .deleteComment, .setPostFavourite, .setCommentFavourite:
            return .notThere
        }
    }

    /// What was looked through stays so when the time of a submit is over: the next attempt looks at what came since,
    /// and goes on behind it.
    private func look(
        for id: MutationID, in haystack: Haystack, since madeAt: Timestamp?, as session: Session
    ) async throws(Trouble) -> Sighting {
        let state = state(of: session)
        var earlier = state.with { $0.looks[id] }
        var pages = earlier?.pages ?? 0
        var token: String?
        var newest: String?
        while pages < Self.pagesPerLook {
            let answer: JSONValue
            do throws(Trouble) {
                answer = try await askPage(limit: Self.eventsPerLook, as: session) {
                    haystack.path(from: token, limit: $0)
                }.answer
            } catch {
                // What it would stand under is gone: that is said by whoever sends.
                if case .refused(404, _, _, _, _) = error { return .notThere }
                throw error
            }
            pages += 1
            // An empty chunk is not the end: what this account ignores is left out of it (GET /messages).
            let items = answer["chunk"]?.items ?? []
            for item in items where item["sender"]?.text == session.account {
                let isOurs =
                    item["content", "org.rakkan.mutation_id"]?.text == id.rawValue
                    || item["unsigned", "transaction_id"]?.text == id.rawValue
                if isOurs, let event = item["event_id"]?.text {
                    state.with { $0.looks[id] = nil }
                    return .found(event)
                }
            }
            if newest == nil { newest = items.first?["event_id"]?.text }
            guard let next = answer[haystack.next]?.text, !isBefore(madeAt, items, as: session) else {
                state.with { $0.looks[id] = nil }
                return .notThere
            }
            // No list goes on where it is.
            guard next != token else { break }
            token = next
            if let known = earlier, items.contains(where: { $0["event_id"]?.text == known.newest }) {
                token = known.next
                earlier = nil
            }
            if earlier == nil, let newest, let token {
                state.with { $0.looks[id] = AccountState.Look(newest: newest, next: token, pages: pages) }
            }
        }
        state.with { $0.looks[id] = nil }
        return .cannotTell
    }

    /// Whether whatever comes behind these was there before. Lists are in the order of arrival, and the time of an event
    /// of another server may be anything: only what this account sent itself tells, or a whole page.
    private func isBefore(_ madeAt: Timestamp?, _ items: [JSONValue], as session: Session) -> Bool {
        guard let madeAt else { return false }
        let horizon = (min(madeAt, time.now()) + clockAhead + Self.lookMargin).milliseconds
        let old = items.filter { $0["origin_server_ts"]?.whole.map { $0 < horizon } ?? false }
        return old.contains { $0["sender"]?.text == session.account }
            || old.count == items.count && items.count >= Self.eventsPerLook
    }
}
