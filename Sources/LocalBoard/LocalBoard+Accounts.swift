import Comments
import OptimisticState
import SQLiteStore

extension LocalBoard: CommentService {
    package func signUp(name: String, password: String) async throws(ServiceError) -> Session {
        try FormRules.check(name: name)
        try FormRules.check(newPassword: password)
        // Both are said at once, before the hash takes its time. They are said again by the write itself.
        guard !isReadOnly else { throw .refused(Failure(code: FailureCode.readOnly)) }
        let accounts = AccountTable(database: database)
        let taken = try await read(as: nil) { _ in try accounts.account(named: name) != nil }
        guard !taken else { throw .form(.nameTaken) }
        guard let hash = await hasher.hash(password) else { throw .refused(.noMemoryToHash) }
        do {
            return try await write { try accounts.add(name: name, passwordHash: hash, at: time.now()) }
        } catch {
            throw ServiceError(endedBy: error)
        }
    }

    package func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        guard !name.isEmpty else { throw .form(.nameIsEmpty) }
        try FormRules.check(password: password)
        guard !isReadOnly else { throw .refused(Failure(code: FailureCode.readOnly)) }
        do {
            let account = try await countedAttempt(on: name)
            guard await hasher.isHash(account.passwordHash, of: password) else {
                throw ServiceError.form(.wrongNameOrPassword)
            }
            return try await write {
                let accounts = AccountTable(database: database)
                try accounts.setAttempts(0, nextTryAt: time.now(), of: account.row)
                return try accounts.beginSession(
                    of: account.row, publicID: account.publicID, name: account.name, at: time.now())
            }
        } catch {
            throw ServiceError(endedBy: error)
        }
    }

    /// Counts the attempt as wrong before it is known to be right, so that a hundred at once are not all let through,
    /// and gives the account.
    ///
    /// A name that nobody has is answered without a hash: signing up tells as much.
    private func countedAttempt(on name: String) async throws -> AccountTable.Account {
        try await write {
            let accounts = AccountTable(database: database)
            guard let account = try accounts.account(named: name) else {
                throw ServiceError.form(.wrongNameOrPassword)
            }
            let now = time.now()
            let rest = Patience.rest(until: account.nextTryAt, at: now)
            guard rest == .zero else { throw ServiceError.form(.tooManyAttempts(wait: rest)) }
            let wrong = account.wrongPasswords + 1
            try accounts.setAttempts(wrong, nextTryAt: now + Patience.wait(after: wrong), of: account.row)
            return account
        }
    }

    package func signOut(_ session: Session) async throws(ServiceError) {
        do {
            try await write { try AccountTable(database: database).end(session) }
        } catch {
            throw ServiceError(endedBy: error)
        }
    }
}

extension LocalBoard {
    /// How many have signed up.
    package func accountCount() async throws(ServiceError) -> Int {
        let accounts = AccountTable(database: database)
        return try await read(as: nil) { _ in try accounts.count() }
    }
}

extension Failure {
    fileprivate static let noMemoryToHash = Failure(code: FailureCode.serverError, status: 503, isTransient: true)
}
