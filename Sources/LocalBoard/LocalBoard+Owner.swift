import Comments
import OptimisticState
import SQLiteStore

/// What the board's owner does, while others are on it.
extension LocalBoard {
    /// What a check has found.
    package struct Health: Hashable, Sendable {
        package var accounts: Int
        package var posts: Int
        package var comments: Int
        package var isSignUpOpen: Bool
        /// In SQLite's words; empty if the file is whole.
        package var problems: [String]
    }

    /// Reads the whole file. Others read and write meanwhile.
    package func check() async throws(ServiceError) -> Health {
        try await look { _ in
            func count(_ table: String) throws -> Int {
                try database.row("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0
            }
            let broken = try database.rows("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
            let loose = try database.rows("PRAGMA foreign_key_check") {
                "a row of \($0.text(0)) names another that is not there"
            }
            return Health(
                accounts: try count("accounts"), posts: try count("posts WHERE deleted_at IS NULL"),
                comments: try count("comments WHERE deleted_at IS NULL"),
                isSignUpOpen: try ChoiceTable(database: database).isSignUpOpen, problems: broken + loose)
        }
    }

    /// Writes all that is on the board now into a new file, which is a board itself.
    ///
    /// - Throws: `ServiceError` if there is a file of that name, or if it can't be written.
    package func backUp(to path: String) async throws(ServiceError) {
        do {
            try database.run("VACUUM INTO ?", path)
        } catch {
            throw ServiceError(endedBy: error)
        }
    }

    /// Deletes a post or a comment, whoever's it is.
    package func remove(_ id: String) async throws(ServiceError) {
        do {
            try await write { try removeNow(id) }
        } catch {
            throw ServiceError(endedBy: error)
        }
        didCommit()
    }

    private func removeNow(_ id: String) throws {
        let now = time.now()
        let touched: [ChangeLog.Entry]
        switch RecordID(id) {
        case .post(let row):
            let posts = PostTable(database: database, viewer: nil)
            guard try posts.standing(row)?.isDeleted == false else { throw ServiceError.notFound }
            try posts.delete(row, at: now)
            touched = [ChangeLog.Entry(post: row, comment: nil)]
        case .comment(let row):
            let comments = CommentTable(database: database, viewer: nil)
            guard try comments.standing(row)?.isDeleted == false, let position = try comments.position(row) else {
                throw ServiceError.notFound
            }
            try comments.delete(row, at: now)
            touched =
                [row, position.parent].compactMap { $0 }.map {
                    ChangeLog.Entry(post: position.post, comment: $0)
                } + [ChangeLog.Entry(post: position.post, comment: nil)]
        case nil: throw ServiceError.notFound
        }
        try ChangeLog(database: database, kept: Int64(settings.keptChanges)).append(touched)
    }

    /// Keeps an account out, or lets it in again. What it has written stays.
    package func setBanned(_ isBanned: Bool, name: String) async throws(ServiceError) {
        try await change(name) { accounts, account in
            try accounts.setBanned(isBanned, of: account.row, at: time.now())
        }
    }

    /// Whether new accounts are made.
    package func setSignUp(isOpen: Bool) async throws(ServiceError) {
        do {
            try await write { try ChoiceTable(database: database).setSignUp(isOpen: isOpen) }
        } catch {
            throw ServiceError(endedBy: error)
        }
    }

    /// Gives an account another password, and ends its sessions.
    package func resetPassword(of name: String, to password: String) async throws(ServiceError) {
        try Self.rules.check(newPassword: password)
        guard let hash = await hasher.hash(password) else {
            throw .refused(Failure(code: FailureCode.serverError, status: 503, isTransient: true))
        }
        try await change(name) { accounts, account in
            try accounts.setPassword(hash: hash, of: account.row, at: time.now())
        }
    }

    private func change(
        _ name: String, _ body: (AccountTable, AccountTable.Account) throws -> Void
    ) async throws(ServiceError) {
        do {
            try await write {
                let accounts = AccountTable(database: database)
                guard let account = try accounts.account(named: name) else { throw ServiceError.notFound }
                try body(accounts, account)
            }
        } catch {
            throw ServiceError(endedBy: error)
        }
        // Who is signed in with it looks, and finds that the session is over.
        didCommit()
    }
}
