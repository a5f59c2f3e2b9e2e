import CSQLite

/// What SQLite, or the file around it, refused: a coarse code to act on, and SQLite's own truth inside.
package struct DatabaseError: Error, Hashable, Sendable {
    /// What a caller can act on.
    package enum Code: Hashable, Sendable {
        /// Another connection held the lock for the whole of the busy timeout. Later it may work.
        case busy
        /// The file, its directory or its file system can't be written.
        case readOnly
        /// No room left, on the disk or below the database's own limit.
        case diskFull
        /// The folder that the file should stand in is not there.
        case noFolder
        /// There is no such file, and none was to be made.
        case noFile
        /// The path can't be opened: no permission, a directory, no descriptors left.
        case cannotOpen
        /// Not an SQLite database, or one that belongs to another program.
        case notADatabase
        /// Written by a newer version of this program.
        case newerVersion(found: Int, known: Int)
        /// The file's structure is broken.
        case damaged
        /// A UNIQUE, PRIMARY KEY, NOT NULL, CHECK, FOREIGN KEY or type constraint said no; the transaction goes on.
        case constraint
        /// A value is larger than SQLite can store.
        case tooBig
        /// The disk failed.
        case io
        /// The caller's mistake, or a code that this list has no word for.
        case other
    }

    package var code: Code
    /// SQLite's extended result code; `SQLITE_OK` where the refusal was not SQLite's.
    package var sqliteCode: Int32
    /// SQLite's message, or the system's. It names tables and columns, never the values that were bound.
    package var message: String

    package init(code: Code, sqliteCode: Int32 = SQLITE_OK, message: String) {
        self.code = code
        self.sqliteCode = sqliteCode
        self.message = message
    }

    /// The error that `handle` reports for `sqliteCode`.
    init(_ sqliteCode: Int32, on handle: OpaquePointer?) {
        let words = handle.flatMap(sqlite3_errmsg) ?? sqlite3_errstr(sqliteCode)
        self.init(
            code: Code(sqliteCode: sqliteCode), sqliteCode: sqliteCode, message: words.map { String(cString: $0) } ?? ""
        )
    }
}

extension DatabaseError.Code {
    /// Sorts an SQLite result code, extended or not. See https://www.sqlite.org/rescode.html.
    init(sqliteCode: Int32) {
        switch sqliteCode & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
        case SQLITE_FULL: self = .diskFull
        case SQLITE_CANTOPEN, SQLITE_AUTH: self = .cannotOpen
        case SQLITE_NOTADB: self = .notADatabase
        case SQLITE_CORRUPT: self = .damaged
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH: self = .constraint
        case SQLITE_TOOBIG: self = .tooBig
        case SQLITE_IOERR, SQLITE_NOLFS: self = .io
        default: self = .other
        }
    }
}

extension DatabaseError: CustomStringConvertible {
    package var description: String { "\(code) (SQLite \(sqliteCode)): \(message)" }
}
