import Comments
import OptimisticState
import SQLiteStore

/// Posts as one account sees them, or as nobody does.
struct PostTable {
    let database: Database
    /// The row of the account that looks.
    let viewer: Int64?

    /// A post, and the mutation that made it if the viewer's did.
    typealias Found = (post: Post, echoOf: MutationID?)

    func post(_ row: Int64) throws -> Found? {
        try database.row("\(Self.columns) WHERE p.id = ?2 AND p.deleted_at IS NULL", viewer, row, read: Self.read)
    }

    /// The newest first, older than the row `before`.
    func posts(before: Int64, limit: Int) throws -> [Found] {
        try database.rows(
            "\(Self.columns) WHERE p.id < ?2 AND p.deleted_at IS NULL ORDER BY p.id DESC LIMIT ?3", viewer, before,
            limit, read: Self.read)
    }

    func add(title: String, text: String, author: Int64, mutation: MutationID, at now: Timestamp) throws -> Int64 {
        try database.run(
            "INSERT INTO posts (author, mutation, title, text, created_at) VALUES (?, ?, ?, ?, ?)", author,
            mutation.rawValue, title, text, now.milliseconds)
        return database.lastInsertedRowID
    }

    func edit(_ row: Int64, title: String, text: String, at now: Timestamp) throws {
        try database.run(
            "INSERT INTO post_edits (post, title, text, replaced_at) SELECT id, title, text, ? FROM posts WHERE id = ?",
            now.milliseconds, row)
        try database.run(
            "UPDATE posts SET title = ?, text = ?, edited_at = ? WHERE id = ?", title, text, now.milliseconds, row)
    }

    /// Leaves the mark alone: the words go, earlier versions and the comments under it too.
    func delete(_ row: Int64, at now: Timestamp) throws {
        try database.run(
            "UPDATE posts SET title = '', text = '', deleted_at = ? WHERE id = ?", now.milliseconds, row)
        try database.run("DELETE FROM post_edits WHERE post = ?", row)
        try database.run("DELETE FROM post_favourites WHERE post = ?", row)
        try database.run(
            "DELETE FROM comment_edits WHERE comment IN (SELECT id FROM comments WHERE post = ?)", row)
        try database.run(
            "DELETE FROM comment_favourites WHERE comment IN (SELECT id FROM comments WHERE post = ?)", row)
        try database.run(
            "UPDATE comments SET text = '', deleted_at = ?1 WHERE post = ?2 AND deleted_at IS NULL", now.milliseconds,
            row)
    }

    /// Whether it was not so already.
    func setFavourite(_ row: Int64, _ wish: Bool, of account: Int64) throws -> Bool {
        try database.run(
            wish
                ? "INSERT OR IGNORE INTO post_favourites (post, account) VALUES (?, ?)"
                : "DELETE FROM post_favourites WHERE post = ? AND account = ?", row, account) > 0
    }

    /// The names of those who favourited it, in the order of their accounts, the viewer's left out.
    func favouriters(_ row: Int64, limit: Int) throws -> [String] {
        try database.rows(
            """
            SELECT a.name FROM post_favourites f JOIN accounts a ON a.id = f.account
            WHERE f.post = ? AND f.account IS NOT ? ORDER BY f.account LIMIT ?
            """, row, viewer, max(0, limit)
        ) { $0.text(0) }
    }

    /// How many favourited it, the viewer left out.
    func others(_ row: Int64) throws -> Int {
        try database.row(
            "SELECT count(*) FROM post_favourites WHERE post = ? AND account IS NOT ?", row, viewer
        ) { $0.int(0) } ?? 0
    }

    /// Whose it is and whether it is there; nil if it never was.
    func standing(_ row: Int64) throws -> Standing? {
        try database.row("SELECT author, deleted_at IS NOT NULL FROM posts WHERE id = ?", row) {
            Standing(author: $0.int64(0), isDeleted: $0.bool(1))
        }
    }

    private static let columns = """
        SELECT p.id, p.title, p.text, a.name, p.created_at, p.edited_at IS NOT NULL, p.author = ?1, p.mutation,
            (SELECT count(*) FROM post_favourites f WHERE f.post = p.id),
            EXISTS (SELECT 1 FROM post_favourites f WHERE f.post = p.id AND f.account = ?1),
            (SELECT count(*) FROM comments c WHERE c.post = p.id AND c.deleted_at IS NULL)
        FROM posts p JOIN accounts a ON a.id = p.author
        """

    private static func read(_ row: borrowing Row) -> Found {
        let isMine = row.bool(6)
        let post = Post(
            ref: .server(RecordID.post(row.int64(0)).text), place: .confirmed(row.int64(0)),
            title: UntrustedText(row.text(1)), text: UntrustedText(row.text(2)), author: UntrustedText(row.text(3)),
            createdAt: Timestamp(milliseconds: row.int64(4)), isEdited: row.bool(5), isMine: isMine,
            favourites: row.int(8), isFavourited: row.bool(9), comments: row.int(10))
        return (post, isMine ? MutationID(row.text(7)) : nil)
    }
}

/// What decides whether an account may change a row.
struct Standing {
    let author: Int64
    let isDeleted: Bool
}
