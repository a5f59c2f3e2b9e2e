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
            throw DatabaseError(system: failure)
        }
        close(descriptor)
        syncFolder(of: path)
        return true
    }

    static func open(_ path: String, _ options: OpenOptions) throws(DatabaseError) -> OpaquePointer {
        let flags =
            switch options.access {
            case .create, .existing: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let handle else {
            let failure = handle.map(sqlite3_system_errno) ?? 0
            var error = DatabaseError(code, on: handle)
            if failure == ENOENT { error.code = DatabaseError(system: failure).code }
            sqlite3_close_v2(handle)
            throw error
        }
        sqlite3_extended_result_codes(handle, 1)
        return handle
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

extension DatabaseError {
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
