import CSQLite

extension Database {
    /// Runs `body` as one write: all of it is on disk when this returns, or nothing is when it throws.
    ///
    /// The write lock is taken at once (`BEGIN IMMEDIATE`), so that a reader never has to become a writer half-way, the
    /// one case in which SQLite answers "busy" without waiting. Not nested.
    ///
    /// - Throws: what `body` throws, or ``DatabaseError``.
    package func write<T>(_ body: () throws -> T) throws -> T {
        try transaction("BEGIN IMMEDIATE", body)
    }

    /// Runs several queries on one state of the file, whatever others write meanwhile. Not nested.
    package func read<T>(_ body: () throws -> T) throws -> T {
        try transaction("BEGIN", body)
    }

    private func transaction<T>(_ begin: String, _ body: () throws -> T) throws -> T {
        try run(begin)
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // A full disk and some I/O errors have rolled back already. The first error is the one that matters.
            if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
            throw error
        }
    }
}
