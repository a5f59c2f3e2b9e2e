import SQLiteStore

/// Why a file can't be opened as an outbox, in this module's terms. The file is as it was.
package enum OutboxError: Error, Hashable, Sendable {
    /// Not SQLite, or another program's database.
    case notAnOutbox
    /// Made by a newer version of this program.
    case newerVersion(found: Int, known: Int)
    /// The file's structure is broken.
    case damaged
    /// Anything else, in SQLite's or the system's words.
    case cannotOpen(words: String)

    /// Classifies what a journal threw when it was opened or loaded.
    package init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = .cannotOpen(words: "\(error)")
            return
        }
        self =
            switch error.code {
            case .notADatabase: .notAnOutbox
            case .newerVersion(let found, let known): .newerVersion(found: found, known: known)
            case .damaged: .damaged
            case .busy, .readOnly, .diskFull, .noFolder, .noFile, .cannotOpen, .constraint, .tooBig, .io, .other:
                .cannotOpen(words: error.message)
            }
    }
}
