import Comments
import OptimisticState
import SQLiteStore

/// How many accounts visitors have made today, by UTC.
struct SignUpTable {
    let database: Database

    /// - Throws: the mistake that says so if no more may be made.
    func check(_ visit: BoardVisit, at now: Timestamp) throws {
        let today = Self.day(of: now)
        let own =
            try database.row("SELECT count FROM sign_ups WHERE day = ? AND visitor = ?", today, visit.visitor) {
                $0.int(0)
            } ?? 0
        guard own < visit.accountsPerVisitor else {
            throw ServiceError.form(.tooManyAccounts(limit: visit.accountsPerVisitor))
        }
        let all = try database.row("SELECT coalesce(sum(count), 0) FROM sign_ups WHERE day = ?", today) { $0.int(0) }
        guard (all ?? 0) < visit.accounts else { throw ServiceError.form(.noMoreAccountsToday) }
    }

    /// Counts one, and forgets the days before.
    func count(_ visitor: String, at now: Timestamp) throws {
        let today = Self.day(of: now)
        try database.run("DELETE FROM sign_ups WHERE day < ?", today)
        try database.run(
            """
            INSERT INTO sign_ups (day, visitor, count) VALUES (?, ?, 1)
            ON CONFLICT (day, visitor) DO UPDATE SET count = count + 1
            """, today, visitor)
    }

    private static func day(of moment: Timestamp) -> Int64 { moment.milliseconds / 86_400_000 }
}
