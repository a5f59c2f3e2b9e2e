import CSQLite

/// A value that a statement's `?` can take.
package protocol Bindable {
    /// Gives the value to parameter `index` (from 1), and SQLite's result code back.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension Int: Bindable {
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: index)
    }
}

extension Bool: Bindable {
    /// Stored as 1 or 0.
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int(statement, index, self ? 1 : 0)
    }
}

extension String: Bindable {
    /// Stored as its UTF-8, NULs and all.
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            // An empty buffer may have no address, which SQLite would take for NULL.
            guard let start = bytes.baseAddress else { return csqlite_bind_text(statement, index, "", 0) }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                csqlite_bind_text(statement, index, $0, UInt64(bytes.count))
            }
        }
    }
}

extension [UInt8]: Bindable {
    /// Stored as a blob.
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes { csqlite_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    /// Stored as NULL when nil.
    package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .some(let value): value.bind(to: statement, at: index)
        case .none: sqlite3_bind_null(statement, index)
        }
    }
}
