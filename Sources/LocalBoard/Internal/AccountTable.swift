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
    }

    /// The account of that name, whatever its case.
    func account(named name: String) throws -> Account? {
        try database.row(
            "SELECT id, public_id, name, password_hash, wrong_passwords, next_try_at FROM accounts WHERE name = ?", name
        ) {
            Account(
                row: $0.int64(0), publicID: $0.text(1), name: $0.text(2), passwordHash: $0.text(3),
                wrongPasswords: $0.int(4), nextTryAt: Timestamp(milliseconds: $0.int64(5)))
        }
    }

    func count() throws -> Int {
        try database.row("SELECT count(*) FROM accounts") { $0.int(0) } ?? 0
    }

    func add(name: String, passwordHash: String, at now: Timestamp) throws -> Session {
        guard try account(named: name) == nil else { throw ServiceError.form(.nameTaken) }
        // Random, not the row's number: whoever makes a new board in the place of an old one must not find the old
        // one's outbox waiting for "account 1".
        let publicID = Sodium.randomHex(bytes: 8)
        try database.run(
            "INSERT INTO accounts (public_id, name, password_hash, created_at) VALUES (?, ?, ?, ?)", publicID, name,
            passwordHash, now.milliseconds)
        return try beginSession(of: database.lastInsertedRowID, publicID: publicID, name: name, at: now)
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
}
