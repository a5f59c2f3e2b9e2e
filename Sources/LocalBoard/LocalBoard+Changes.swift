import Comments
import OptimisticState

extension LocalBoard {
    /// The most entries of the log that one batch covers: what is left comes with the next call.
    private static let batchLimit = 500

    package func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        while true {
            // Read before looking: a commit between the look and the wait ends the wait.
            let seen = wakeUps.count
            if let batch = try await read(as: session, { try batch(since: cursor, viewer: $0) }) { return batch }
            do {
                try await wakeUps.wait(past: seen)
            } catch {
                throw .cancelled
            }
        }
    }

    /// What changed; nil if nothing did.
    private func batch(since cursor: Cursor?, viewer: Int64?) throws -> ChangeBatch? {
        let log = ChangeLog(database: database, kept: Int64(settings.keptChanges))
        guard let cursor else { return ChangeBatch(said: [], cursor: Cursor("\(try log.newest())")) }
        guard let seen = Int64(cursor.rawValue),
            let (entries, last) = try log.entries(after: seen, limit: Self.batchLimit)
        else {
            return ChangeBatch(said: [], cursor: Cursor("\(try log.newest())"), hasGap: true)
        }
        guard last > seen else { return nil }
        var told: Set<ChangeLog.Entry> = []
        let said = try entries.filter { told.insert($0).inserted }.map { try change($0, viewer: viewer) }
        return ChangeBatch(said: said, cursor: Cursor("\(last)"))
    }
}
