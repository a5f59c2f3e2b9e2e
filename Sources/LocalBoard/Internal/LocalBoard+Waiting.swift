import Comments
import OptimisticState
import SQLiteStore

extension LocalBoard {
    /// Reads on one snapshot, dated nothing, as `session` or as nobody, where nobody may read.
    func read<T>(
        as session: Session?, _ body: (_ viewer: Int64?) throws -> T
    ) async throws(ServiceError) -> T {
        guard session != nil || !capabilities.readingNeedsSignIn else { throw .needsSignIn }
        return try await look(as: session, body)
    }

    /// Reads what is not shown to anyone.
    func look<T>(
        as session: Session? = nil, _ body: (_ viewer: Int64?) throws -> T
    ) async throws(ServiceError) -> T {
        do {
            return try await whenFree {
                try database.read {
                    try body(session.map { try AccountTable(database: database).row(of: $0) })
                }
            }
        } catch {
            throw ServiceError(endedBy: error)
        }
    }

    /// Writes in one transaction.
    func write<T>(_ body: () throws -> T) async throws -> T {
        try await whenFree { try database.write(body) }
    }

    /// Does `work`; as long as another connection holds the lock, again, until the time that one waits is over. The
    /// thread is free in between: a board that can't be written still answers its readers.
    private func whenFree<T>(_ work: () throws -> T) async throws -> T {
        let end = time.now() + settings.busyLimit
        var pauses = Self.pauses.makeIterator()
        while true {
            do {
                return try work()
            } catch let error as DatabaseError where error.code == .busy {
                let now = time.now()
                guard now < end else { throw error }
                // Another process holds the file, and SQLite tells nobody when it is let go.
                try await time.sleep(until: min(end, now + .milliseconds(pauses.next() ?? 100)))
            }
        }
    }

    /// Milliseconds between tries, then 100: those of SQLite's own busy handler, so that among processes that wait for
    /// one lock none is favoured.
    private static let pauses = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50]
}
