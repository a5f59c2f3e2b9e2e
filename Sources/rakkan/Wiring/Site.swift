import Comments
import DemoAlbum
import Glibc
import LiveBell
import LocalBoard
import MatrixBoard
import NetworkConditions
import OptimisticState
import OutboxStore
import StateFiles

/// Where the comments live in this run: a board's file or a room of a homeserver, behind the network that was asked for.
struct Site: Sendable {
    /// What sessions are remembered for: the file, from the root, or the homeserver's address.
    let path: String
    /// The room, as it was named, or the id of one that was chosen in the list; nil on a board.
    let room: String?
    /// What a room of the list is shown by.
    private let shownName: String?
    /// Nil on a homeserver.
    let board: LocalBoard?
    /// Nil on a board.
    let homeserver: MatrixBoard?
    /// The place, as the network lets it be seen.
    let network: NetworkConditions
    /// What everyone talks to: the network, or in the demo what forgets who asked for what on it, as the newest session.
    let service: NewestSessionService
    /// Keeps what a homeserver renews. Nil on a board.
    let renewals: Renewals?
    /// Rings when another process changed a board of this folder. Nil where the folder can't be written.
    let bell: LiveBell?
    let deadlines: Deadlines
    /// The stores to tell when the place can be reached again.
    let listeners: Locked<[@Sendable () -> Void]>
    /// The network that was asked for, around a place.
    private let around: @Sendable (any CommentService, Network?, Locked<[@Sendable () -> Void]>) -> NetworkConditions
    /// The session that is remembered now.
    private let remembered: @Sendable () -> Session?
    /// Whether opening made the board that everyone has who names none: it begins with a welcome.
    private let isNewDefault: Bool

    /// Opens the board, or makes it.
    ///
    /// - Throws: ``ProgramError``; the file is as it was.
    init(
        _ options: Options, home: Home, time: any Timekeeper, worker: WorkerThread,
        trafficChanged: @escaping @Sendable () -> Void = {}
    ) throws(ProgramError) {
        let place: any CommentService
        if let server = options.server {
            let (matrix, renewals) = try Self.homeserver(server, options, home, time, worker)
            (path, room, homeserver, board, bell) = (matrix.address.url, options.room, matrix, nil, nil)
            self.renewals = renewals
            place = matrix
        } else {
            let path = try Self.path(options, home.folders)
            let bells = Locked<LiveBell?>(nil)
            let opened: LocalBoard
            do {
                opened = try LocalBoard(path, time: time, settings: Self.settings(options, path)) {
                    bells.withLock { $0 }?.ring()
                }
            } catch {
                throw ProgramError(sentence: Self.sentence(error, path))
            }
            let bell = opened.isReadOnly ? nil : try? LiveBell(in: Self.folder(of: path) + "/live")
            bells.withLock { $0 = bell }
            (self.path, room, homeserver, board, self.bell) = (path, nil, nil, opened, bell)
            renewals = nil
            place = opened
        }
        let listeners = Locked<[@Sendable () -> Void]>([])
        self.listeners = listeners
        let seed = options.seed
        around = { place, network, listeners in
            NetworkConditions(
                wrapping: place, network: network, time: time,
                generator: SeededChance(seed: seed ?? UInt64.random(in: .min ... .max)),
                spawn: { work in worker.start(work) },
                becameReachable: { for tell in listeners.withLock({ $0 }) { tell() } }, trafficChanged: trafficChanged)
        }
        network = around(place, options.network, listeners)
        let (sessions, address) = (home.sessions, self.path)
        remembered = { sessions.load(for: address) }
        service = NewestSessionService(
            wrapping: options.isUnkeyed ? UnkeyedService(wrapping: network, makeID: randomID) : network,
            remembered: remembered)
        shownName = nil
        isNewDefault = options.board == nil && board?.wasCreated == true
        deadlines = Deadlines(time: time)
    }

    /// The same homeserver with another room.
    func opened(_ room: String, shownAs name: String) -> Site { Site(self, room: room, name) }

    private init(_ other: Site, room: String, _ name: String) {
        let matrix = other.homeserver?.opened(room)
        (path, homeserver, board, bell) = (other.path, matrix, other.board, other.bell)
        self.room = matrix == nil ? other.room : room
        shownName = name
        (around, deadlines, isNewDefault) = (other.around, other.deadlines, false)
        listeners = Locked([])
        network = matrix.map { [listeners] in other.around($0, other.network.network, listeners) } ?? other.network
        (remembered, renewals) = (other.remembered, other.renewals)
        service =
            matrix == nil ? other.service : NewestSessionService(wrapping: network, remembered: other.remembered)
    }

    /// Whether a room has to be chosen before anything can be read.
    var needsRoom: Bool { homeserver != nil && room == nil }

    /// What the status line calls the place.
    var name: String { shownName ?? room ?? String(path.split(separator: "/").last ?? "board") }

    /// What stands for the room where things are kept: for one room for ever, whatever its aliases come to mean.
    func roomKey(of session: Session?) -> String? {
        guard let homeserver, room != nil, let session else { return room }
        return homeserver.key(as: session)
    }

    /// What drafts and outbox belong to, beside the account: on a homeserver a room.
    func outboxPlace(of session: Session?) -> String { roomKey(of: session).map { path + " " + $0 } ?? path }

    /// Whose part of the outbox a session sends: what was written in one room is not sent to another.
    func outboxAccount(of session: Session?) -> String? {
        session.map { session in outboxAccount(of: session, key: roomKey(of: session)) }
    }

    private func outboxAccount(of session: Session, key: String?) -> String {
        key.map { "\(session.account) \(path) \($0)" } ?? session.account
    }

    /// How much of what was written in a homeserver's rooms is not sent, by the rooms' ids.
    func unsent(of session: Session, in outbox: String) -> [String: Int] {
        guard let homeserver else { return [:] }
        let counts = SQLiteJournal<Connection>.counts(outbox)
        return homeserver.keys(as: session).compactMapValues { counts[outboxAccount(of: session, key: $0)] }
    }

    /// Writes the first post of a new default board. It is missed by nobody if it can't be.
    func welcome() async {
        guard isNewDefault, let board else { return }
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

    /// - Throws: ``ProgramError`` before anything is asked.
    private static func homeserver(
        _ server: String, _ options: Options, _ home: Home, _ time: any Timekeeper, _ worker: WorkerThread
    ) throws(ProgramError) -> (MatrixBoard, Renewals) {
        let address: MatrixAddress
        do {
            address = try MatrixAddress(server)
        } catch {
            switch error {
            case .notAnAddress:
                throw ProgramError(
                    sentence: "--server takes an address such as https://matrix.example.org, not “\(shown(server))”",
                    status: ExitStatus.usage)
            case .notEncrypted:
                throw ProgramError(
                    sentence: "\(shown(server)) is not encrypted: your password could be read on the way. Use https://",
                    status: ExitStatus.usage)
            }
        }
        if let words = MatrixBoard.whyNot {
            throw ProgramError(
                sentence: "a homeserver needs libcurl, which is not here (\(shown(words))): apt-get install libcurl4")
        }
        // One device per installation and account: signing in again is the same device.
        let installation = InstallationName(directory: home.folders.state).load { randomID().rawValue }
        var hooks = MatrixBoard.Hooks { _ in "RAKKAN" + installation }
        let sessions = home.sessions
        let renewals = Renewals(of: address.url, sessions, time: time, spawn: { worker.start($0) }, log: home.log)
        hooks.renewed = { renewals.keep(from: $0, to: $1) }
        hooks.kept = { session in
            sessions.load(for: address.url).flatMap { $0.account == session.account ? $0 : nil }
        }
        let turn = home.folders.state + "/renewing.lock"
        hooks.turn = { await FileTurn.take(turn, time: time) }
        let board = MatrixBoard(
            address, room: options.room, cache: home.folders.state + "/homeserver.sqlite", time: time, hooks: hooks)
        return (board, renewals)
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
