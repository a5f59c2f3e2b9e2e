import Comments
import OptimisticState

extension LocalBoard {
    package func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        let before = try Self.row(of: page.cursor)
        return try await read(as: session) { viewer in
            let found = try PostTable(database: database, viewer: viewer).posts(before: before, limit: page.limit + 1)
            return Self.page(of: found.map { ($0.post, $0.post.place, $0.echoOf) }, limit: page.limit)
        }
    }

    package func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comment> {
        let row = try RecordID.post(in: post)
        let before = try Self.row(of: page.cursor)
        return try await read(as: session) { viewer in
            guard try PostTable(database: database, viewer: viewer).standing(row)?.isDeleted == false else {
                throw ServiceError.notFound
            }
            let found = try CommentTable(database: database, viewer: viewer)
                .comments(of: row, before: before, limit: page.limit + 1)
            return Self.page(of: found.map { ($0.comment, $0.comment.place, $0.echoOf) }, limit: page.limit)
        }
    }

    package func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        let row = try RecordID.post(in: id)
        return try await read(as: session) { viewer in
            guard let found = try PostTable(database: database, viewer: viewer).post(row) else {
                throw ServiceError.notFound
            }
            return found.post
        }
    }

    package func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment {
        let row = try RecordID.comment(in: id)
        return try await read(as: session) { viewer in
            guard let found = try CommentTable(database: database, viewer: viewer).comment(row) else {
                throw ServiceError.notFound
            }
            return found.comment
        }
    }

    package func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        switch target {
        case .post(let id):
            let row = try RecordID.post(in: id)
            return try await read(as: session) { viewer in
                let table = PostTable(database: database, viewer: viewer)
                guard try table.standing(row)?.isDeleted == false else { throw ServiceError.notFound }
                return try Self.favouriters(try table.favouriters(row, limit: limit), in: table.others(row))
            }
        case .comment(let id):
            let row = try RecordID.comment(in: id)
            return try await read(as: session) { viewer in
                let table = CommentTable(database: database, viewer: viewer)
                guard try table.standing(row)?.isDeleted == false else { throw ServiceError.notFound }
                return try Self.favouriters(try table.favouriters(row, limit: limit), in: table.others(row))
            }
        }
    }

    private static func favouriters(_ names: [String], in count: Int) -> Favouriters {
        Favouriters(others: names.map { UntrustedText($0) }, count: count)
    }

    /// The row that a page begins before.
    private static func row(of cursor: Cursor?) throws(ServiceError) -> Int64 {
        guard let cursor else { return .max }
        guard let row = Int64(cursor.rawValue) else { throw .refused(.badRequest) }
        return row
    }

    /// One record more than the page takes tells whether the list goes on.
    private static func page<R: Record>(
        of found: [(record: R, place: Place, echoOf: MutationID?)], limit: Int
    ) -> Page<R> {
        let shown = found.prefix(max(0, limit))
        let next = found.count > shown.count ? shown.last.map { Cursor("\($0.place.number)") } : nil
        let echoes = shown.compactMap { found in found.echoOf.map { (found.record.ref, $0) } }
        return Page(records: shown.map(\.record), next: next, echoes: Dictionary(uniqueKeysWithValues: echoes))
    }
}
