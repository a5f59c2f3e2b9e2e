import SQLiteStore

/// Why a file can't be opened as a board. The file is as it was.
package enum BoardError: Error, Hashable, Sendable {
    /// The folder that it should stand in is not there.
    case noFolder
    /// Not SQLite, or another program's database.
    case notABoard
    /// Made by a newer version of this program.
    case newerVersion(found: Int, known: Int)
    /// Made by an older version, or empty, and can't be written.
    case needsWriting
    /// Another process held it for the whole of the time that one waits.
    case busy
    case diskFull
    /// The file's structure is broken.
    case damaged
    /// Anything else, in SQLite's or the system's words.
    case cannotOpen(words: String)
}

extension BoardError {
    init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = .cannotOpen(words: "\(error)")
            return
        }
        self =
            switch error.code {
            case .noFolder, .noFile: .noFolder
            case .notADatabase: .notABoard
            case .newerVersion(let found, let known): .newerVersion(found: found, known: known)
            case .readOnly: .needsWriting
            case .busy: .busy
            case .diskFull: .diskFull
            case .damaged: .damaged
            case .cannotOpen, .constraint, .tooBig, .io, .other: .cannotOpen(words: error.message)
            }
    }
}
