import Comments
import FoundationEssentials
import LiveBell
import LocalBoard
import OptimisticState
import PtySupport
import TestSupport

/// A board with one post of many comments and a small one, made through the board itself, and someone signed in at it.
final class BigBoard {
    static let password = "correct horse battery"

    let scratch: Scratch
    let path: String
    let board: LocalBoard
    let author: Session
    /// The post with the many comments; the feed has it second.
    let post: String
    /// A post with three.
    let smallPost: String
    /// Called after each commit that is made here.
    let committed: Locked<(@Sendable () -> Void)?>

    init(comments: Int) async throws {
        scratch = try Scratch()
        path = scratch.file("board.sqlite")
        let committed = Locked<(@Sendable () -> Void)?>(nil)
        self.committed = committed
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        board = try LocalBoard(path, time: ManualTime(milliseconds: now.milliseconds)) {
            committed.withLock { $0 }?()
        }
        author = try await board.signUp(name: "mio", password: Self.password)
        post = try await BigBoard.submit(
            .addPost(title: "The long thread", text: "It has \(comments) comments."), to: board, as: author)
        for index in 1...max(1, comments) {
            let text = "Comment \(index) of \(comments): as long as comments are, which is about a line."
            _ = try await BigBoard.submit(.addComment(post: post, parent: nil, text: text), to: board, as: author)
        }
        smallPost = try await BigBoard.submit(
            .addPost(title: "The short thread", text: ""), to: board, as: author)
        for text in ["The first.", "The second.", "The third."] {
            _ = try await BigBoard.submit(.addComment(post: smallPost, parent: nil, text: text), to: board, as: author)
        }
    }

    @discardableResult
    static func submit(_ operation: Operation, to board: LocalBoard, as session: Session) async throws -> String {
        let id = MutationID("bench-\(UInt64.random(in: .min ... .max))")
        let outcome = await board.submit(operation, id: id, mayHaveArrived: false, as: session)
        guard case .accepted(let serverID?, _) = outcome else { throw BenchError(description: "refused: \(outcome)") }
        return serverID
    }

    /// Someone with a state folder of their own, signed in at this board by the binary.
    func person(_ name: String) throws -> Reader {
        let home = try scratch.makeFolder(name)
        let reader = Reader(home: home, board: path)
        let result = try Command.run(
            reader.program(["sign-up", name, "--password-stdin"]), input: BigBoard.password + "\n")
        guard result.status == 0 else { throw BenchError(description: "sign-up: \(result.errors)") }
        return reader
    }
}

/// Someone who uses the client.
struct Reader {
    static let binary =
        ProcessInfo.processInfo.environment["RAKKAN_BINARY"] ?? ".build/release/rakkan"

    let home: String
    let board: String

    func program(_ arguments: [String], environment: [String: String] = [:]) -> Program {
        let own = ["HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        return Program(
            Reader.binary, arguments + ["--board", board, "--state-dir", home + "/state"],
            environment: own.merging(environment) { _, new in new })
    }

    func open(
        _ arguments: String..., environment: [String: String] = [:], typedAhead: String = ""
    ) throws -> TerminalSession {
        try TerminalSession(program(arguments, environment: environment), size: .wide, typedAhead: typedAhead)
    }
}

extension Reader {
    /// Opens a post and waits until `text` of it was read; then nothing that is sent is answered for 10 s and more.
    func openPost(
        _ post: String, until text: String, environment: [String: String] = [:]
    ) throws -> TerminalSession {
        let session = try open("--post", post, "--network", "wifi", environment: environment)
        try session.waitFor(text)
        session.send("L")
        try session.waitFor("Ctrl-F")
        session.send("bad\r")
        try session.waitForNo("Ctrl-F")
        session.readUntilQuiet(milliseconds: 100)
        return session
    }
}

struct BenchError: Error, CustomStringConvertible {
    let description: String
}
