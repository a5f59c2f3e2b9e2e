import Comments
import CommentPresenters
import OptimisticState

/// A comment on the command line.
enum CommentOutput {
    static func json(of ref: Ref<Comment>, in store: OptimisticStore<Connection>) -> JSON? {
        store.read { $0.item(ref) }.map { json($0, in: store) }
    }

    static func json(_ item: Item<Comment>, in store: OptimisticStore<Connection>) -> JSON {
        let record = item.record
        let state = StateOutput(item.loadingState, mutations: item.mutations, in: store)
        return .object([
            ("id", .optional(store.read { $0.serverID(of: item.id) })),
            ("mutationID", .optional(item.id.mutationID?.rawValue)),
            ("author", .string(record.author.raw)),
            ("text", .string(record.text.raw)),
            ("createdAt", .time(record.createdAt)),
            ("edited", .bool(record.isEdited)),
            ("favourites", .number(record.favourites)),
            ("favourited", .bool(record.isFavourited)),
            ("state", .string(state.state)),
            ("reason", state.reason),
        ])
    }

    /// One line, or several for a text of several.
    static func line(_ item: Item<Comment>, _ desk: Desk) -> String {
        let id = desk.store.read { $0.serverID(of: item.id) } ?? item.id.mutationID?.rawValue ?? ""
        let text = item.record.isDeleted ? "deleted" : printable(item.record.text)
        let indent = item.record.parent == nil ? "" : "  "
        let heart = item.record.favourites > 0 ? "  ♥ \(item.record.favourites)" : ""
        return
            "\(indent)\(shown(id))  \(shown(item.record.author))\(heart)\(desk.mark(of: item.loadingState, item.mutations))\n"
            + text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(indent)    \($0)" }
            .joined(separator: "\n")
    }
}

extension OutboxEntry<Connection> {
    /// What stands behind what the server does not have as it is shown.
    ///
    /// - Parameter isAlone: Whether nothing beside it says what kind of mutation it is.
    func mark(isAlone: Bool, in visible: borrowing Visible<Connection>, at now: Timestamp) -> String {
        let glyph = if case .failure = loadingState { "✗" } else { "◌" }
        return "  \(glyph) \(shown(words(isAlone: isAlone, in: visible, at: now)))"
    }
}

extension Desk {
    /// What stands behind an item that the server does not have as it is shown: its first failure, or what it waits for.
    func mark(of loadingState: LoadingState?, _ mutations: [MutationID]) -> String {
        let now = time.now()
        return store.read { visible in
            for id in mutations {
                guard let entry = visible.entry(id), entry.loadingState == loadingState else { continue }
                return entry.mark(isAlone: true, in: visible, at: now)
            }
            return ""
        }
    }
}

extension LoadingState {
    /// What is to be said of it in a line of plain text.
    var reason: String {
        switch self {
        case .failure(let failure), .loading(.waiting(_, let failure)): failure.reason
        case .loading(.queued(behind: nil)): "waits to be sent"
        case .loading(.queued): "waits for the one before it"
        case .loading(.sending): "being sent"
        case .loading(.blocked): "waits for another that has to go first"
        case .loading(.needsSignIn): "needs sign-in"
        case .loading(.quarantined): "written by a newer version"
        }
    }
}
