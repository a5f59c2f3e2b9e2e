import CSQLite

/// A connection to a database file past everything that rakkan would do about it: another program's hand in it.
final class RawDatabase {
    struct Refused: Error { let words: String }

    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else { throw refusal }
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit { sqlite3_close(handle) }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw refusal }
    }

    private var refusal: Refused { Refused(words: String(cString: sqlite3_errmsg(handle))) }
}
