import CommentScreens
import Comments
import Configuration
import DemoAlbum
import DemoScript
import Glibc
import LocalBoard
import NetworkConditions
import OptimisticState
import TerminalUI

/// `rakkan demo`: the client on an album of its own, with everything that one may want to show.
enum DemoCommand {
    /// - Returns: the exit status.
    /// - Throws: ``UsageError``, ``ProgramError`` before anything is drawn.
    static func run(_ options: Options) throws -> Int32 {
        var options = options
        let script = try options.script.map { try read(script: $0) }
        _ = try FaceChoice(options)
        let isTemporary = options.board == nil || options.stateDirectory == nil
        let folder = isTemporary ? try TemporaryFolder() : nil
        let demo = Demo(folder: folder, script: script, hasOwnBoard: options.board == nil)
        if let folder {
            options.board = options.board ?? folder.path + "/album.sqlite"
            options.stateDirectory = options.stateDirectory ?? folder.path + "/state"
        }
        options.network = options.network ?? .good
        if options.visit == nil, let board = options.board.map(absolutePath), isNewOrEmpty(board) {
            try fill(board, options)
        }
        return try Client.run(options, demo: demo)
    }

    /// Makes the board that visitors share, whole or not at all. One process at a time.
    static func makeAlbum(_ path: String, _ options: Options) throws(ProgramError) {
        guard isNewOrEmpty(path) else { return }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        // A copy is one file, whatever the board's log still holds.
        let copy = path + ".new"
        unlink(copy)
        try fill(folder.path + "/album.sqlite", options, copy: copy)
        guard rename(copy, path) == 0 else {
            throw ProgramError(sentence: "the album could not be made: \(String(cString: strerror(errno)))")
        }
    }

    /// Whose past is not here to be overwritten.
    private static func isNewOrEmpty(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }

    /// Writes the album, before anyone else has the file open.
    ///
    /// - Parameter copy: a second file to write it to; nil for none.
    private static func fill(_ path: String, _ options: Options, copy: String? = nil) throws(ProgramError) {
        let clock = AlbumClock(LoopTime {}.now())
        // Nobody signs in as the people of the album: their passwords are random and thrown away.
        var settings = LocalBoard.Settings()
        settings.passwordCost = .least
        let board: LocalBoard
        do throws(BoardError) {
            board = try LocalBoard(path, time: clock, settings: settings) {}
        } catch {
            throw ProgramError(sentence: Site.sentence(error, path))
        }
        let failed = WorkerThread().finish { () -> Bool in
            var generator = SeededChance(seed: options.seed ?? Demo.usualSeed)
            do {
                try await Album(using: &generator).write(to: board, clock: clock, password: randomPassword)
                if let copy { try await board.backUp(to: copy) }
                return false
            } catch {
                return true
            }
        }
        if failed {
            throw ProgramError(sentence: "the album could not be written to \(shown(path)); name another file")
        }
    }

    private static func read(script path: String) throws -> Script {
        guard let text = readFile(path).map({ String(decoding: $0, as: UTF8.self) }) else {
            throw UsageError(sentence: "the script \(shown(path)) can't be read: \(String(cString: strerror(errno)))")
        }
        do throws(ScriptMistake) {
            return try Script(text)
        } catch {
            throw UsageError(sentence: "\(shown(path)), line \(error.line): \(error.reason.sentence)")
        }
    }
}

/// What is different in this run of the client because it is a demo.
struct Demo {
    /// What is removed at the end; nil if everything has a name of its own.
    let folder: TemporaryFolder?
    let script: Script?
    /// Whether the board is in the folder, and so has no name that means anything.
    let hasOwnBoard: Bool

    /// The album that is shown unless another is asked for.
    static let usualSeed: UInt64 = 1

    /// What to try, with the keys as they are.
    static func firstLine(_ keys: KeyTable) -> String {
        func name(_ action: String) -> String { keys.keys(of: action).first?.name ?? "" }
        return "Try \(name("favourite")) and \(name("comment")). \(name("network")) dials the network. "
            + "\(name("activate")) retries what failed. \(name("switchWay")) waits, as of old."
    }

    /// The account of `--as`: whoever can open the file may be anyone on it.
    private static let password = "rakkan demo"

    /// Signs up or in as `name`. Nil if someone else has the name and a password for it.
    static func enter(_ name: String, _ board: LocalBoard, _ worker: WorkerThread) -> Session? {
        worker.finish { () -> Session? in
            if let session = try? await board.signUp(name: name, password: password) { return session }
            return try? await board.signIn(name: name, password: password)
        }
    }

    /// Lets guests come; they leave with their tasks.
    static func invite(
        _ count: Int, to board: LocalBoard, _ options: Options, _ time: any Timekeeper, _ worker: WorkerThread
    )
        -> [Task<Void, Never>]
    {
        let seed = options.seed ?? usualSeed
        return (0..<count).map { number in
            worker.start {
                let generator = SeededChance(seed: seed &+ UInt64(number) &* 7_919 &+ 1)
                var guest = Guest(number, password: randomPassword(), generator: generator)
                await guest.stay(on: board, time: time)
            }
        }
    }
}

/// A password that nobody will know.
@Sendable func randomPassword() -> String { randomID().rawValue }

extension ScriptMistake.Reason {
    /// What is wrong, and what would be right.
    fileprivate var sentence: String {
        switch self {
        case .unknownWord(let word):
            "unknown word “\(shown(word))”; "
                + (suggestion(for: word, among: Script.words).map { "did you mean \($0)?" }
                    ?? "there are \(Script.words.joined(separator: ", "))")
        case .noDuration(let text): "wait takes a time such as 800ms or 2s, not “\(shown(text))”"
        case .unknownKey(let name): "there is no key “\(shown(name))”; Enter, Esc, Ctrl-F and letters are keys"
        case .nothingToPress: "press what? For example: press c"
        case .nothingToType: "type what? For example: type So blue!"
        case .nothingToWaitFor: "until what is on the screen? For example: until not sent"
        }
    }
}
