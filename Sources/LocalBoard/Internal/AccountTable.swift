import Comments
import OptimisticState
import SQLiteStore

/// Accounts and their sessions.
struct AccountTable {
    let database: Database

    struct Account {
        var row: Int64
        var publicID: String
        var name: String
        var passwordHash: String
        var wrongPasswords: Int
        var nextTryAt: Timestamp
        var isBanned: Bool
    }

    /// The account of that name, whatever its case.
    func account(named name: String) throws -> Account? {
        try database.row(
            "\(Self.columns) WHERE name = ?", name, read: Self.read)
    }

    func count() throws -> Int {
        try database.row("SELECT count(*) FROM accounts") { $0.int(0) } ?? 0
    }

    /// Whether somebody has this name or one that looks the same.
    func isTaken(_ name: String) throws -> Bool {
        try account(named: name) != nil
            || database.row(
                "SELECT 1 FROM accounts WHERE \(BoardSchema.look(of: "name")) = \(BoardSchema.look(of: "?"))", name
            ) { _ in true } ?? false
    }

    /// The account that a key is, whatever its name.
    func account(ofKey visitor: String) throws -> Account? {
        try database.row(
            "\(Self.columns) WHERE id = (SELECT account FROM account_keys WHERE visitor = ?)", visitor,
            read: Self.read)
    }

    private static let columns = """
        SELECT id, public_id, name, password_hash, wrong_passwords, next_try_at, banned_at IS NOT NULL FROM accounts
        """

    private static func read(_ row: borrowing Row) -> Account {
        Account(
            row: row.int64(0), publicID: row.text(1), name: row.text(2), passwordHash: row.text(3),
            wrongPasswords: row.int(4), nextTryAt: Timestamp(milliseconds: row.int64(5)), isBanned: row.bool(6))
    }

    /// - Parameter key: The visitor whose key is the account; nil for one with a password.
    func add(name: String, passwordHash: String, key: String? = nil, at now: Timestamp) throws -> Session {
        guard try !isTaken(name) else { throw ServiceError.form(.nameTaken) }
        // Random, not the row's number: whoever makes a new board in the place of an old one must not find the old
        // one's outbox waiting for "account 1".
        let publicID = Sodium.randomHex(bytes: 8)
        try database.run(
            "INSERT INTO accounts (public_id, name, password_hash, created_at) VALUES (?, ?, ?, ?)", publicID, name,
            passwordHash, now.milliseconds)
        let row = database.lastInsertedRowID
        if let key { try database.run("INSERT INTO account_keys (visitor, account) VALUES (?, ?)", key, row) }
        return try beginSession(of: row, publicID: publicID, name: name, at: now)
    }

    /// Only the token's digest is stored: a copy of the file signs nobody in.
    func beginSession(of row: Int64, publicID: String, name: String, at now: Timestamp) throws -> Session {
        let token = Sodium.randomHex(bytes: 32)
        try database.run(
            "INSERT INTO sessions (token_hash, account, created_at) VALUES (?, ?, ?)", Sodium.digest(of: token), row,
            now.milliseconds)
        return Session(account: publicID, name: name, token: token)
    }

    func end(_ session: Session) throws {
        try database.run("DELETE FROM sessions WHERE token_hash = ?", Sodium.digest(of: session.token))
    }

    /// The row of the account that `session` stands for.
    func row(of session: Session) throws -> Int64 {
        let row = try database.row(
            """
            SELECT accounts.id FROM sessions JOIN accounts ON accounts.id = sessions.account
            WHERE token_hash = ? AND public_id = ?
            """, Sodium.digest(of: session.token), session.account
        ) { $0.int64(0) }
        guard let row else { throw ServiceError.needsSignIn }
        return row
    }

    func setAttempts(_ wrongPasswords: Int, nextTryAt: Timestamp, of row: Int64) throws {
        try database.run(
            "UPDATE accounts SET wrong_passwords = ?, next_try_at = ? WHERE id = ?", wrongPasswords,
            nextTryAt.milliseconds, row)
    }

    /// Ends all its sessions: whoever goes on has to sign in.
    func endSessions(of row: Int64) throws {
        try database.run("DELETE FROM sessions WHERE account = ?", row)
    }

    func setBanned(_ isBanned: Bool, of row: Int64, at now: Timestamp) throws {
        try database.run(
            "UPDATE accounts SET banned_at = ? WHERE id = ?", isBanned ? now.milliseconds : nil as Int64?, row)
        if isBanned { try endSessions(of: row) }
    }

    func setPassword(hash: String, of row: Int64, at now: Timestamp) throws {
        try database.run("UPDATE accounts SET password_hash = ? WHERE id = ?", hash, row)
        try setAttempts(0, nextTryAt: now, of: row)
        try endSessions(of: row)
    }
}
