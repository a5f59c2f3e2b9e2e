import OptimisticState
import SQLiteStore

/// Which records were touched, in the order of the commits: what `changes(since:)` reads. It says what to read again,
/// not what was read.
struct ChangeLog {
    let database: Database
    /// How many entries stay. Who has not looked for longer reads everything again.
    let kept: Int64

    struct Entry: Hashable {
        let post: Int64
        let comment: Int64?
    }

    /// The number of the newest entry; 0 before the first.
    func newest() throws -> Int64 {
        try database.row("SELECT id FROM changes ORDER BY id DESC LIMIT 1") { $0.int64(0) } ?? 0
    }

    func append(_ entries: [Entry]) throws {
        for entry in entries {
            try database.run("INSERT INTO changes (post, comment) VALUES (?, ?)", entry.post, entry.comment)
        }
        // The newest entry always stays, and with it the numbering.
        try database.run("DELETE FROM changes WHERE id <= ?", try newest() - max(1, kept))
    }

    /// The next entries after the number `seen`, at most `limit`, and the number that they lead to; nil if those that
    /// followed it are gone, or if this log never got so far (another file stands in its place).
    func entries(after seen: Int64, limit: Int) throws -> (entries: [Entry], last: Int64)? {
        let newest = try newest()
        let oldest = try database.row("SELECT id FROM changes ORDER BY id LIMIT 1") { $0.int64(0) } ?? 1
        guard seen <= newest, seen >= oldest - 1 else { return nil }
        var last = seen
        let entries = try database.rows(
            "SELECT id, post, comment FROM changes WHERE id > ? ORDER BY id LIMIT ?", seen, limit
        ) { row in
            last = row.int64(0)
            return Entry(post: row.int64(1), comment: row.optionalInt64(2))
        }
        return (entries, last)
    }
}
