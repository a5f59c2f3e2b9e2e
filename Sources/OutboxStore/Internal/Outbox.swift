import OptimisticState
import SQLiteStore

/// One account's rows in the file. Belongs to one thread at a time, as its connection does.
final class Outbox {
    let database: Database
    private let account: String
    private var knownKey: Int64?

    init(_ database: Database, account: String) {
        self.database = database
        self.account = account
    }

    var isReadOnly: Bool { database.isReadOnly }

    /// The newest revision, of any account. Four looks at the end of an index.
    func tick() throws -> Int64 {
        try database.row(
            """
            SELECT max(
                coalesce((SELECT max(sequence) FROM mutation), 0),
                coalesce((SELECT max(changed) FROM mutation WHERE changed IS NOT NULL), 0),
                coalesce((SELECT max(revision) FROM alias), 0),
                coalesce((SELECT max(revision) FROM gone), 0))
            """
        ) { $0.int64(0) } ?? 0
    }

    /// The number of the account in the file; nil if it has never written.
    func key() throws -> Int64? {
        if let knownKey { return knownKey }
        // Once there it stays, whoever made it: it can be remembered.
        knownKey = try database.row("SELECT key FROM account WHERE name = ?", account) { $0.int64(0) }
        return knownKey
    }

    /// The number of the account, which is given one if need be. Only inside a write.
    func makeKey() throws -> Int64 {
        if let key = try key() { return key }
        try database.run("INSERT INTO account (name) VALUES (?)", account)
        // Not remembered before the commit: it may be rolled back.
        return database.lastInsertedRowID
    }
}
