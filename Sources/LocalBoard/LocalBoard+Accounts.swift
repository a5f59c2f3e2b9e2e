import Comments
import OptimisticState
import SQLiteStore

extension LocalBoard: CommentService {
    static let rules = FormRules(longestName: 32, longestPassword: 1_024)

    package func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        let (name, password) = (form.name, form.password)
        try Self.rules.check(newName: name)
        let key = password.isEmpty ? settings.visit?.key : nil
        if key == nil { try Self.rules.check(newPassword: password) }
        // All of it is said at once, before the hash takes its time. It is said again by the write itself.
        guard !isReadOnly else { throw .refused(Failure(code: FailureCode.readOnly)) }
        try await look { _ in try checkSignUp(name: name, key: key) }
        let hash = key == nil ? await hasher.hash(password) : ""
        guard let hash else { throw .refused(.noMemoryToHash) }
        do {
            return try await write {
                try checkSignUp(name: name, key: key)
                if let visit = settings.visit {
                    try SignUpTable(database: database).count(visit.visitor, at: time.now())
                }
                return try AccountTable(database: database).add(
                    name: name, passwordHash: hash, key: key, at: time.now())
            }
        } catch {
            throw ServiceError(endedBy: error)
        }
    }

    private func checkSignUp(name: String, key: String?) throws {
        let accounts = AccountTable(database: database)
        guard try ChoiceTable(database: database).isSignUpOpen else { throw ServiceError.form(.signUpClosed) }
        guard try !accounts.isTaken(name) else { throw ServiceError.form(.nameTaken) }
        if let key, try accounts.account(ofKey: key) != nil { throw ServiceError.form(.keyHasAccount) }
        if let visit = settings.visit { try SignUpTable(database: database).check(visit, at: time.now()) }
    }

    package func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        guard !name.isEmpty else { throw .form(.nameIsEmpty) }
        if password.isEmpty, let session = try await signInByKey(name: name) { return session }
        try Self.rules.check(password: password)
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

    /// A session of the account that the visitor's key is.
    ///
    /// - Parameter name: The account that is meant; nil for whichever it is.
    /// - Returns: nil if the key is no account, or another one.
    package func signInByKey(name: String? = nil) async throws(ServiceError) -> Session? {
        guard let key = settings.visit?.key, !isReadOnly else { return nil }
        do {
            return try await write {
                let accounts = AccountTable(database: database)
                guard let account = try accounts.account(ofKey: key) else { return nil }
                if let name, try accounts.account(named: name)?.row != account.row { return nil }
                guard !account.isBanned else { throw ServiceError.form(.banned) }
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
            guard !account.isBanned else { throw ServiceError.form(.banned) }
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
