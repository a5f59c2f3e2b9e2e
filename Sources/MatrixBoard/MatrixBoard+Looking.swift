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

    /// Looks whether an earlier attempt of a create has arrived. All else is absolute: sending it again does no harm.
    func look(
        for id: MutationID, _ operation: Operation, in room: String, as session: Session
    ) async throws(Trouble) -> Sighting {
        switch operation {
        case .addPost:
            let filter: JSONValue = ["types": ["m.room.message"], "senders": [.string(session.account)]]
            return try await look(for: id, as: session) { token in
                var query = [
                    ("dir", "b"), ("limit", "1000"), ("filter", String(decoding: filter.bytes, as: UTF8.self)),
                ]
                if let token { query.append(("from", token)) }
                return (Path(Path.client, "rooms", room, "messages", query: query), "end")
            }
        case .addComment(let post, _, _):
            guard post.hasPrefix("$"), post.utf8.count <= 255 else { return .notThere }
            return try await look(for: id, as: session) { token in
                var query = [("dir", "b"), ("limit", "1000")]
                if let token { query.append(("from", token)) }
                return (Path(Path.client1, "rooms", room, "relations", post, "m.thread", query: query), "next_batch")
            }
        case .editPost, .editComment, .deletePost, .deleteComment, .setPostFavourite, .setCommentFavourite:
            return .notThere
        }
    }

    private func look(
        for id: MutationID, as session: Session, _ page: (String?) -> (Path, next: String)
    ) async throws(Trouble) -> Sighting {
        var token: String?
        for _ in 0..<10 {
            let (path, next) = page(token)
            let answer: JSONValue
            do throws(Trouble) {
                answer = try await ask(.get, path, as: session)
            } catch {
                // What it would stand under is gone: that is said by whoever sends.
                if case .refused(404, _, _, _, _) = error { return .notThere }
                throw error
            }
            let items = answer["chunk"]?.items ?? []
            for item in items where item["sender"]?.text == session.account {
                let isOurs =
                    item["content", "org.rakkan.mutation_id"]?.text == id.rawValue
                    || item["unsigned", "transaction_id"]?.text == id.rawValue
                if isOurs, let event = item["event_id"]?.text { return .found(event) }
            }
            token = answer[next]?.text
            if token == nil || items.isEmpty { return .notThere }
        }
        return .cannotTell
    }
}
