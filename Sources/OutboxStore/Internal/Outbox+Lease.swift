import OptimisticState
import SQLiteStore

/// After this long without a word a holder that is still there (stopped, or stuck) is replaced.
private let silence: Duration = .seconds(5)

extension Outbox {
    /// Takes or renews the right to send.
    ///
    /// - Parameter now: By the clock of the machine.
    func claimLease(for claimant: LeaseHolder, at now: Timestamp) throws -> LeaseClaim {
        try database.write {
            let key = try makeKey()
            let held = try lease(key)
            if let (holder, heardAt) = held, holder != claimant {
                // A word from the future is one of before the machine was started.
                let isSilent = now - heardAt >= silence || heardAt > now
                if !isSilent && holder.isAlive { return .refused }
            }
            try database.run(
                "UPDATE account SET holder = ?, holder_started = ?, heard_at = ? WHERE key = ?",
                claimant.process, claimant.started, now.milliseconds, key)
            return held?.holder == claimant ? .renewed : .taken
        }
    }

    /// Tells that the holder lives, in the write that depends on it.
    ///
    /// - Returns: false if it is not the holder.
    func renewLease(of holder: LeaseHolder, at now: Timestamp, _ key: Int64) throws -> Bool {
        try database.run(
            "UPDATE account SET heard_at = ? WHERE key = ? AND holder = ? AND holder_started = ?",
            now.milliseconds, key, holder.process, holder.started) > 0
    }

    /// Gives the right back, if it is still this holder's.
    func releaseLease(of holder: LeaseHolder) throws {
        guard let key = try key() else { return }
        try database.run(
            """
            UPDATE account SET holder = NULL, holder_started = NULL, heard_at = NULL
            WHERE key = ? AND holder = ? AND holder_started = ?
            """,
            key, holder.process, holder.started)
    }

    private func lease(_ key: Int64) throws -> (holder: LeaseHolder, heardAt: Timestamp)? {
        let found = try database.row(
            "SELECT holder, holder_started, heard_at FROM account WHERE key = ? AND holder IS NOT NULL", key
        ) { row in
            (LeaseHolder(process: row.int64(0), started: row.int64(1)), Timestamp(milliseconds: row.int64(2)))
        }
        return found
    }
}
