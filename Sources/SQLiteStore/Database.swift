import CSQLite

/// One connection to one SQLite file in WAL mode.
///
/// A connection belongs to one thread at a time. It is not `Sendable`, so the compiler holds that: whoever shares one
/// keeps it in a lock (`Locked<Database>`) or on a thread of its own. SQLite's own mutexes are switched off for it.
///
/// Every statement is prepared once and kept; give SQL that is constant, with `?` for values.
package final class Database {
    let handle: OpaquePointer
    /// Whether this call made the file.
    package let wasCreated: Bool
    private var statements: [String: Statement] = [:]

    /// Opens `path` and brings it to the newest version of `schema`.
    ///
    /// A file that is not SQLite, belongs to another program or was written by a newer version is left untouched.
    ///
    /// - Throws: ``DatabaseError``.
    package init(_ path: String, schema: Schema, _ options: OpenOptions = OpenOptions()) throws {
        wasCreated = try options.access == .create && DatabaseFile.create(path)
        handle = try DatabaseFile.open(path, options)
        try prepare(schema, options)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Whether anything is stored at `path`, an SQLite file or not.
    package static func exists(_ path: String) -> Bool { DatabaseFile.exists(path) }

    /// Whether nothing can be written: by the caller's wish, or because the file refuses.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// The `INTEGER PRIMARY KEY` of the last row inserted here.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs a statement that gives no rows.
    ///
    /// - Returns: How many rows it inserted, changed or deleted.
    /// - Throws: ``DatabaseError``.
    @discardableResult
    package func run(_ sql: String, _ values: any Bindable...) throws -> Int {
        try statement(sql).forEachRow(values) { _ in }
        return Int(sqlite3_changes64(handle))
    }

    /// Everything that a query gives, each row made into a value. Throws what `read` throws, or ``DatabaseError``.
    package func rows<T>(
        _ sql: String, _ values: any Bindable..., read: (borrowing Row) throws -> T
    ) throws -> [T] {
        var found: [T] = []
        try statement(sql).forEachRow(values) { found.append(try read($0)) }
        return found
    }

    /// The last row that a query gives, meant for queries that give one; nil if it gives none. Throws what `read`
    /// throws, or ``DatabaseError``.
    package func row<T>(
        _ sql: String, _ values: any Bindable..., read: (borrowing Row) throws -> T
    ) throws -> T? {
        var found: T?
        try statement(sql).forEachRow(values) { found = try read($0) }
        return found
    }

    /// Runs a script of several statements without values.
    package func execute(_ script: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code, on: handle) }
    }

    private func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let kept = statements[sql] {
            return kept.isInUse ? try Statement(sql, on: handle) : kept
        }
        let made = try Statement(sql, on: handle)
        statements[sql] = made
        return made
    }
}
