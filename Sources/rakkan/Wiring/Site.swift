import Comments
import DemoAlbum
import Glibc
import LiveBell
import LocalBoard
import NetworkConditions
import OptimisticState
import StateFiles

/// Where the comments live in this run: the board's file, behind the network that was asked for.
struct Site: Sendable {
    /// The file, from the root: what sessions are remembered for.
    let path: String
    let board: LocalBoard
    /// What everyone talks to: the board, as the network lets it be seen.
    let service: NetworkConditions
    /// Rings when another process changed a board of this folder. Nil where the folder can't be written.
    let bell: LiveBell?
    let deadlines: Deadlines
    /// The stores to tell when the place can be reached again.
    let listeners: Locked<[@Sendable () -> Void]>
    /// Whether opening made the board that everyone has who names none: it begins with a welcome.
    private let isNewDefault: Bool

    /// Opens the board, or makes it.
    ///
    /// - Throws: ``ProgramError``; the file is as it was.
    init(
        _ options: Options, home: Home, time: any Timekeeper, worker: WorkerThread,
        trafficChanged: @escaping @Sendable () -> Void = {}
    ) throws(ProgramError) {
        path = try Self.path(options, home.folders)
        let bells = Locked<LiveBell?>(nil)
        do {
            board = try LocalBoard(path, time: time, settings: Self.settings(options, path)) {
                bells.withLock { $0 }?.ring()
            }
        } catch {
            throw ProgramError(sentence: Self.sentence(error, path))
        }
        bell = board.isReadOnly ? nil : try? LiveBell(in: Self.folder(of: path) + "/live")
        let opened = bell
        bells.withLock { $0 = opened }
        let listeners = Locked<[@Sendable () -> Void]>([])
        self.listeners = listeners
        service = NetworkConditions(
            wrapping: board, network: options.network, time: time,
            generator: SeededChance(seed: options.seed ?? UInt64.random(in: .min ... .max)),
            spawn: { work in worker.start(work) },
            becameReachable: { for tell in listeners.withLock({ $0 }) { tell() } }, trafficChanged: trafficChanged)
        isNewDefault = options.board == nil && board.wasCreated
        deadlines = Deadlines(time: time)
    }

    /// The file's name, as the status line calls the place.
    var name: String { String(path.split(separator: "/").last ?? "board") }

    /// Writes the first post of a new default board. It is missed by nobody if it can't be.
    func welcome() async {
        guard isNewDefault else { return }
        try? await Welcome.write(to: board, password: randomPassword(), makeID: randomID)
    }

    func connection(as session: Session) -> Connection {
        Connection(service: service, session: session, deadlines: deadlines)
    }

    private static func settings(_ options: Options, _ path: String) -> LocalBoard.Settings {
        var settings = LocalBoard.Settings()
        settings.hashingTurns = HostHashingTurns(folder: folder(of: path) + "/live")
        if let visit = options.visit { visit.restrict(&settings) }
        return settings
    }

    static func path(_ options: Options, _ folders: StateFolders) throws(ProgramError) -> String {
        if let board = options.board {
            guard !board.isEmpty else { throw ProgramError(sentence: "--board needs the name of a file") }
            let path = absolutePath(board)
            // The same file has one name, however it was reached; one that is not there yet, by its folder.
            if let real = realpath(path, nil) {
                defer { free(real) }
                return String(cString: real)
            }
            guard let real = realpath(folder(of: path), nil) else { return path }
            defer { free(real) }
            let parent = String(cString: real)
            return (parent == "/" ? "" : parent) + "/" + (path.split(separator: "/").last ?? "")
        }
        do {
            try folders.makeData()
        } catch {
            throw ProgramError(sentence: "\(error.sentence). Name a board with --board FILE")
        }
        return folders.board
    }

    static func folder(of path: String) -> String {
        let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }

    static func sentence(_ error: BoardError, _ path: String) -> String {
        let file = shown(path)
        return switch error {
        case .noFolder:
            "there is no folder \(shown(folder(of: path))): make it, or name another board with --board FILE"
        case .notABoard: "\(file) is not a board of rakkan; it was left untouched. Name another with --board FILE"
        case .newerVersion: "\(file) was made by a newer version of rakkan; it was left untouched. Use that version"
        case .needsWriting: "\(file) has to be written once by this version, and it is read-only"
        case .busy: "\(file) is busy: another program has held it for too long. Try again"
        case .diskFull: "the disk of \(file) is full"
        case .damaged: "\(file) is damaged; it was left untouched"
        case .cannotOpen(let words): "\(file) can't be opened: \(shown(words))"
        }
    }
}
