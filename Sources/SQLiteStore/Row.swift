import CSQLite

/// The row that a query stands on, lent to the closure that reads it. Columns count from 0.
package struct Row: ~Copyable {
    let statement: OpaquePointer

    package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// The integer; 0 for NULL.
    package func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    /// The integer; 0 for NULL, the nearest that fits for one beyond `Int`.
    package func int(_ column: Int32) -> Int { Int(clamping: int64(column)) }

    /// False for 0 and NULL.
    package func bool(_ column: Int32) -> Bool { int64(column) != 0 }

    /// The text; empty for NULL. What is not UTF-8 in it comes as U+FFFD.
    package func text(_ column: Int32) -> String {
        // The order matters: column_text may convert, and column_bytes then counts what it made.
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The bytes; empty for NULL.
    package func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    package func optionalInt64(_ column: Int32) -> Int64? { isNull(column) ? nil : int64(column) }
    package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
    package func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
