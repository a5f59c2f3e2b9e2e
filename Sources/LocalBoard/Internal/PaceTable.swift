import Comments
import OptimisticState
import SQLiteStore

/// How fast each account writes: a bucket that holds a minute's worth and fills again evenly. Of a bucket only the
/// moment is kept at which it will be full again.
struct PaceTable {
    let database: Database

    private static let minute = Duration.seconds(60)

    /// Takes one from the account's bucket.
    ///
    /// - Throws: ``TooFast`` if there is none left.
    func take(_ operation: Operation, of account: Int64, _ visit: BoardVisit, at now: Timestamp) throws {
        let (kind, most) =
            switch operation {
            case .setPostFavourite, .setCommentFavourite: (1, visit.favouritesPerMinute)
            case .addPost, .editPost, .deletePost, .addComment, .editComment, .deleteComment:
                (0, visit.changesPerMinute)
            }
        let stored = try database.row(
            "SELECT full_at FROM paces WHERE account = ? AND kind = ?", account, kind
        ) { Timestamp(milliseconds: $0.int64(0)) }
        guard most > 0 else { throw TooFast(wait: Self.minute) }
        // A clock that was set back keeps nobody out for longer than a minute.
        let begin = min(max(stored ?? now, now), now + Self.minute)
        let full = begin + Self.minute / most
        guard full <= now + Self.minute else { throw TooFast(wait: full - (now + Self.minute)) }
        try database.run(
            "INSERT OR REPLACE INTO paces (account, kind, full_at) VALUES (?, ?, ?)", account, kind, full.milliseconds)
    }
}

/// An account writes faster than it may; after `wait` it may again.
struct TooFast: Error {
    let wait: Duration
}
