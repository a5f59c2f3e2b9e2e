import CSQLite
import Glibc

/// What happens to the file before SQLite reads it.
///
/// An existing database is never opened here by descriptor: closing any descriptor of a file drops every POSIX lock that
/// this process holds on it, SQLite's too (https://www.sqlite.org/howtocorrupt.html, 2.2).
enum DatabaseFile {
    /// Makes an empty file that only its owner may read, if none is there; SQLite's side files take its mode.
    ///
    /// - Returns: Whether it was made.
    static func create(_ path: String) throws(DatabaseError) -> Bool {
        let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let failure = errno
            // What is there already is SQLite's to judge: a file of another owner may still be readable.
            if failure == EEXIST { return false }
            var error = DatabaseError(system: failure)
            // A folder that can't be written is this file's being read-only.
            if failure == EACCES || failure == EPERM { error.code = .readOnly }
            throw error
        }
        close(descriptor)
        syncFolder(of: path)
        return true
    }

    /// Opens a connection that has read the file once, and so knows that it can.
    static func open(_ path: String, _ options: OpenOptions) throws(DatabaseError) -> OpaquePointer {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw DatabaseError(code: .cannotOpen, message: "not a regular file")
            }
            // SQLite takes a file of one byte for an empty one (a work-around for an old system) and overwrites it.
            guard status.st_size != 1 else {
                throw DatabaseError(code: .notADatabase, sqliteCode: SQLITE_NOTADB, message: "one byte")
            }
            if options.access != .readOnly { releaseSideFiles(of: path, mode: status.st_mode) }
        }
        let flags =
            switch options.access {
            case .create, .existing: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        do {
            return try connect(path, flags, options, hasLog: hasLog(path))
        } catch {
            // WAL mode makes two files beside this one even to read it. Where they can't be made and no log is left
            // from a kill, nobody can be writing either, and the file alone is all there is.
            guard error.isAboutSideFiles, exists(path), !hasLog(path) else { throw error }
            return try connect(immutable(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, options, hasLog: false)
        }
    }

    /// Side files are made with the mode that the file has then. One that could not be written for a while leaves some
    /// that can't be written either, and would stay read-only by them.
    private static func releaseSideFiles(of path: String, mode: mode_t) {
        for side in [path + "-wal", path + "-shm"] {
            var status = stat()
            if lstat(side, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode != mode {
                chmod(side, mode & 0o777)
            }
        }
    }

    /// - Parameter hasLog: Whether a log stands beside the file already. The last connection that closes moves such a
    ///   log into the file; for a file that is refused that would be a change.
    private static func connect(
        _ name: String, _ flags: Int32, _ options: OpenOptions, hasLog: Bool
    ) throws(DatabaseError) -> OpaquePointer {
        var handle: OpaquePointer?
        var code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw DatabaseError(code, on: nil) }
        if code == SQLITE_OK {
            sqlite3_extended_result_codes(handle, 1)
            sqlite3_busy_timeout(handle, options.busyTimeout.wholeMilliseconds)
            csqlite_set_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, hasLog ? 1 : 0)
            code = sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
        }
        guard code == SQLITE_OK else {
            var error = DatabaseError(code, on: handle)
            if error.code == .cannotOpen, sqlite3_system_errno(handle) == ENOENT { error.code = .noFile }
            sqlite3_close_v2(handle)
            throw error
        }
        return handle
    }

    /// The URI that promises SQLite that nobody writes the file. https://www.sqlite.org/uri.html
    private static func immutable(_ path: String) -> String {
        // Byte by byte: a name may hold letters of several bytes, or bytes that are no letters.
        let digits = Array("0123456789abcdef".utf8)
        let escaped = path.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"):
                [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            case _: [byte]
            }
        }
        return "file:\(String(decoding: escaped, as: UTF8.self))?immutable=1"
    }

    /// Whether anything is stored there.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    /// Whether a process ended without moving its log into the file, or one works on it now.
    static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Makes the new name survive a loss of power. Where a file system can't, nothing is lost but that.
    private static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}

extension DatabaseError {
    /// Whether the log or the index of the log could not be made.
    fileprivate var isAboutSideFiles: Bool {
        switch sqliteCode & 0xFF {
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR: true
        default: false
        }
    }

    /// Sorts a refusal of the file system's.
    init(system number: Int32) {
        let code: Code =
            switch number {
            case ENOENT, ENOTDIR: .noFolder
            case EROFS: .readOnly
            case ENOSPC, EDQUOT: .diskFull
            case EIO: .io
            default: .cannotOpen
            }
        self.init(code: code, message: String(cString: strerror(number)))
    }
}
