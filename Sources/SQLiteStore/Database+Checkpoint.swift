import CSQLite

/// How far a checkpoint got.
package struct Checkpoint: Hashable, Sendable {
    /// Pages that stood in the log.
    package var pagesInLog: Int
    /// Pages of them that the file itself has now.
    package var pagesMoved: Int
}

extension Database {
    /// How much a checkpoint may wait for others.
    package enum CheckpointMode: Sendable {
        /// Moves what can be moved without waiting for a reader or a writer.
        case passive
        /// Waits for both (up to the busy timeout), then empties the log file.
        case truncate
    }

    /// Moves what commits have written from the log into the file. Costs a sync of each.
    @discardableResult
    package func checkpoint(_ mode: CheckpointMode = .passive) throws(DatabaseError) -> Checkpoint {
        let sqliteMode =
            switch mode {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        var inLog: Int32 = 0
        var moved: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(handle, "main", sqliteMode, &inLog, &moved)
        guard code == SQLITE_OK else { throw DatabaseError(code, on: handle) }
        return Checkpoint(pagesInLog: Int(max(0, inLog)), pagesMoved: Int(max(0, moved)))
    }
}
