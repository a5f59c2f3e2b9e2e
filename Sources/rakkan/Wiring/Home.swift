import Comments
import Glibc
import LiveBell
import OptimisticState
import OutboxStore
import StateFiles
import TerminalUI

/// What this client keeps for itself under the state directory: the outbox, drafts, sessions, the log.
struct Home: Sendable {
    let folders: StateFolders
    let sessions: SessionStore
    let log: LogFile?
    /// What is known of the terminals that are used here.
    let terminals: TerminalStore<WidthRules>
    /// Told when another process wrote the outbox. Nil where the directory can't be written.
    let bell: LiveBell?
    /// How large the outbox may become; nil for as large as the disk.
    private let outboxPages: Int?

    /// - Throws: ``ProgramError`` if there is no place for it.
    init(_ options: Options) throws(ProgramError) {
        if options.stateDirectory?.isEmpty == true {
            throw ProgramError(sentence: "--state-dir needs the name of a directory")
        }
        do {
            folders = try StateFolders(
                stateDirectory: options.stateDirectory.map(absolutePath), environment: environment())
            try folders.makeState()
        } catch {
            throw ProgramError(
                sentence: "\(error.sentence). Name a directory that can be written with --state-dir DIR")
        }
        sessions = SessionStore(directory: folders.sessions)
        log = try? LogFile(folders.log)
        terminals = TerminalStore(file: folders.terminals)
        bell = try? LiveBell(in: folders.live)
        outboxPages = options.visit == nil ? nil : Visit.outboxPages
    }

    /// The store of one account, or a reader's, with its part of the outbox.
    ///
    /// - Parameter account: Whose part; nil for a reader's.
    /// - Parameter announce: called after each write of the outbox, by whoever wrote.
    func openStore(
        of account: String?, time: any Timekeeper, announce: @escaping @Sendable (SQLiteJournal<Connection>) -> Void
    ) throws(ProgramError) -> OptimisticStore<Connection> {
        do {
            let journal = try SQLiteJournal(
                folders.outbox, account: account ?? "reader", kinds: commentKinds, mostPages: outboxPages)
            return try OptimisticStore(
                journal: AnnouncingJournal(journal: journal) { announce(journal) }, time: time,
                makeID: randomID,
                jitter: { Double.random(in: 0..<1) })
        } catch {
            throw ProgramError(sentence: sentence(OutboxError(error)))
        }
    }

    private func sentence(_ error: OutboxError) -> String {
        let file = shown(folders.outbox)
        return switch error {
        case .newerVersion:
            "\(file) was written by a newer version of rakkan and was left untouched. Use that version, or --state-dir DIR"
        case .notAnOutbox: "\(file) is no outbox of rakkan and was left untouched. Move it away, or use --state-dir DIR"
        case .damaged: "\(file) is damaged and was left untouched. Move it away to begin a new one"
        case .cannotOpen(let words): "\(file) can't be opened: \(shown(words))"
        }
    }
}

extension StateFileError {
    /// What happened, and where.
    var sentence: String {
        let file = shown(path)
        return switch code {
        case .noHome: "there is no home directory to keep anything in"
        case .readOnly: "\(file) can't be written"
        case .diskFull: "the disk of \(file) is full"
        case .cannotOpen, .io: "\(file): \(String(cString: strerror(number)))"
        }
    }
}

/// A new id for a mutation.
@Sendable func randomID() -> MutationID {
    var generator = SystemRandomNumberGenerator()
    return MutationID.random(using: &generator)
}

/// The process's environment.
func environment() -> [String: String] {
    var found: [String: String] = [:]
    let names = [
        "HOME", "PATH", "USER", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "NO_COLOR", "CLICOLOR",
        "CLICOLOR_FORCE", "COLORFGBG", "TERM", "SSH_CONNECTION", "VISUAL", "EDITOR",
    ]
    for name in names + TerminalIdentity.variables {
        if let value = getenv(name) { found[name] = String(cString: value) }
    }
    return found
}

/// The path from the root, by the working directory.
func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
}
