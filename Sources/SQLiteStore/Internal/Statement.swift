import CSQLite

/// A prepared statement, made once and used again.
final class Statement {
    private let database: OpaquePointer
    private let handle: OpaquePointer
    /// Between binding and resetting. A query inside the closure of the same query needs a statement of its own.
    private(set) var isInUse = false

    init(_ sql: String, on database: OpaquePointer) throws(DatabaseError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else {
            guard code == SQLITE_OK else { throw DatabaseError(code, on: database) }
            throw DatabaseError(code: .other, message: "no statement in: \(sql)")
        }
        self.database = database
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds, and steps through every row.
    func forEachRow(_ values: [any Bindable], _ body: (borrowing Row) throws -> Void) throws {
        isInUse = true
        defer {
            // Its code repeats the last step's, which was thrown. A bound text must not outlive its use.
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
            isInUse = false
        }
        guard sqlite3_bind_parameter_count(handle) == values.count else {
            throw DatabaseError(
                code: .other, message: "\(values.count) values for: \(String(cString: sqlite3_sql(handle)))")
        }
        for (index, value) in values.enumerated() {
            let code = value.bind(to: handle, at: Int32(index) + 1)
            guard code == SQLITE_OK else { throw DatabaseError(code, on: database) }
        }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: try body(Row(statement: handle))
            case SQLITE_DONE: return
            case let code: throw DatabaseError(code, on: database)
            }
        }
    }
}
