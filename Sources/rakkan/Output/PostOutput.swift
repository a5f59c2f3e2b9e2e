import CommentPresenters
import Comments
import OptimisticState

/// A post on the command line.
enum PostOutput {
    static func json(of ref: Ref<Post>, in store: OptimisticStore<Connection>) -> JSON? {
        store.read { $0.item(ref) }.map { json($0, in: store) }
    }

    static func json(_ item: Item<Post>, in store: OptimisticStore<Connection>) -> JSON {
        let record = item.record
        let state = StateOutput(item.loadingState, mutations: item.mutations, in: store)
        return .object([
            ("id", .optional(store.read { $0.serverID(of: item.id) })),
            ("mutationID", .optional(item.id.mutationID?.rawValue)),
            ("title", .string(record.title.raw)),
            ("text", .string(record.text.raw)),
            ("author", .string(record.author.raw)),
            ("createdAt", .time(record.createdAt)),
            ("favourites", .number(record.favourites)),
            ("favourited", .bool(record.isFavourited)),
            ("comments", .number(record.comments)),
            ("state", .string(state.state)),
            ("reason", state.reason),
        ])
    }

    static func line(_ item: Item<Post>, _ desk: Desk) -> String {
        let id = desk.store.read { $0.serverID(of: item.id) } ?? item.id.mutationID?.rawValue ?? ""
        let record = item.record
        let heart = record.isFavourited ? "♥" : "♡"
        return "\(shown(id))  \(shown(record.heading))  \(heart) \(record.favourites) · \(record.comments)"
            + desk.mark(of: item.loadingState, item.mutations)
    }
}
