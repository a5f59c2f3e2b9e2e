import Comments
import OptimisticState
import SQLiteStore

/// Comments as one account sees them, or as nobody does.
struct CommentTable {
    let database: Database
    /// The row of the account that looks.
    let viewer: Int64?

    /// A comment, and the mutation that made it if the viewer's did.
    typealias Found = (comment: Comment, echoOf: MutationID?)

    /// The comment, as long as it is shown: not deleted, or with replies under it.
    func comment(_ row: Int64) throws -> Found? {
        try database.row("\(Self.columns) WHERE c.id = ?2 AND \(Self.isShown)", viewer, row, read: Self.read)
    }

    /// The newest first, older than the row `before`.
    func comments(of post: Int64, before: Int64, limit: Int) throws -> [Found] {
        try database.rows(
            "\(Self.columns) WHERE c.post = ?2 AND c.id < ?3 AND \(Self.isShown) ORDER BY c.id DESC LIMIT ?4", viewer,
            post, before, limit, read: Self.read)
    }

    func add(
        to post: Int64, under parent: Int64?, text: String, author: Int64, mutation: MutationID, at now: Timestamp
    ) throws -> Int64 {
        try database.run(
            "INSERT INTO comments (post, parent, author, mutation, text, created_at) VALUES (?, ?, ?, ?, ?, ?)", post,
            parent, author, mutation.rawValue, text, now.milliseconds)
        return database.lastInsertedRowID
    }

    func edit(_ row: Int64, text: String, at now: Timestamp) throws {
        try database.run(
            "INSERT INTO comment_edits (comment, text, replaced_at) SELECT id, text, ? FROM comments WHERE id = ?",
            now.milliseconds, row)
        try database.run(
            "UPDATE comments SET text = ?, edited_at = ? WHERE id = ?", text, now.milliseconds, row)
    }

    /// Leaves the mark alone: the words go, those of earlier versions too.
    func delete(_ row: Int64, at now: Timestamp) throws {
        try database.run("UPDATE comments SET text = '', deleted_at = ? WHERE id = ?", now.milliseconds, row)
        try database.run("DELETE FROM comment_edits WHERE comment = ?", row)
        try database.run("DELETE FROM comment_favourites WHERE comment = ?", row)
    }

    /// Whether it was not so already.
    func setFavourite(_ row: Int64, _ wish: Bool, of account: Int64) throws -> Bool {
        try database.run(
            wish
                ? "INSERT OR IGNORE INTO comment_favourites (comment, account) VALUES (?, ?)"
                : "DELETE FROM comment_favourites WHERE comment = ? AND account = ?", row, account) > 0
    }

    /// The names of those who favourited it, in the order of their accounts, the viewer's left out.
    func favouriters(_ row: Int64, limit: Int) throws -> [String] {
        try database.rows(
            """
            SELECT a.name FROM comment_favourites f JOIN accounts a ON a.id = f.account
            WHERE f.comment = ? AND f.account IS NOT ? ORDER BY f.account LIMIT ?
            """, row, viewer, max(0, limit)
        ) { $0.text(0) }
    }

    /// How many favourited it, the viewer left out.
    func others(_ row: Int64) throws -> Int {
        try database.row(
            "SELECT count(*) FROM comment_favourites WHERE comment = ? AND account IS NOT ?", row, viewer
        ) { $0.int(0) } ?? 0
    }

    /// Whose it is and whether it is there; nil if it never was.
    func standing(_ row: Int64) throws -> Standing? {
        try database.row("SELECT author, deleted_at IS NOT NULL FROM comments WHERE id = ?", row) {
            Standing(author: $0.int64(0), isDeleted: $0.bool(1))
        }
    }

    /// Where it stands: under which post, and under which comment.
    func position(_ row: Int64) throws -> (post: Int64, parent: Int64?)? {
        try database.row("SELECT post, parent FROM comments WHERE id = ?", row) {
            ($0.int64(0), $0.optionalInt64(1))
        }
    }

    private static let isShown = """
        (c.deleted_at IS NULL
            OR EXISTS (SELECT 1 FROM comments r WHERE r.parent = c.id AND r.deleted_at IS NULL))
        """

    private static let columns = """
        SELECT c.id, c.post, c.parent, a.name, c.text, c.created_at, c.edited_at IS NOT NULL,
            c.deleted_at IS NOT NULL, c.author = ?1, c.mutation,
            (SELECT count(*) FROM comment_favourites f WHERE f.comment = c.id),
            EXISTS (SELECT 1 FROM comment_favourites f WHERE f.comment = c.id AND f.account = ?1),
            (SELECT count(*) FROM comments r WHERE r.parent = c.id AND r.deleted_at IS NULL)
        FROM comments c JOIN accounts a ON a.id = c.author
        """

    private static func read(_ row: borrowing Row) -> Found {
        let parent = row.optionalInt64(2)
        let isDeleted = row.bool(7)
        let isByViewer = row.bool(8)
        let comment = Comment(
            ref: .server(RecordID.comment(row.int64(0)).text), post: .server(RecordID.post(row.int64(1)).text),
            parent: parent.map { .server(RecordID.comment($0).text) }, parentPlace: parent.map { .confirmed($0) },
            place: .confirmed(row.int64(0)), author: UntrustedText(row.text(3)), text: UntrustedText(row.text(4)),
            createdAt: Timestamp(milliseconds: row.int64(5)), isEdited: row.bool(6), isDeleted: isDeleted,
            isMine: isByViewer, favourites: row.int(10), isFavourited: row.bool(11),
            replies: row.int(12))
        return (comment, isByViewer ? MutationID(row.text(9)) : nil)
    }
}
