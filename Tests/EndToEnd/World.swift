import FoundationEssentials
import PtySupport
import Testing

/// One board and the people on it, in a folder that goes with the test.
final class World {
    /// The release binary: what make names, or where it builds it.
    static let binary =
        ProcessInfo.processInfo.environment["RAKKAN_BINARY"] ?? root + "/.build/release/rakkan"
    static let root = String(#filePath.dropLast("/Tests/EndToEnd/World.swift".count))

    let scratch: Scratch
    let board: String

    init() throws {
        scratch = try Scratch()
        board = scratch.file("board.sqlite")
    }

    /// Someone at this board, with a state folder of their own and no account yet.
    func stranger(_ name: String) throws -> Person {
        let home = try scratch.makeFolder("home of \(name)")
        return Person(name: name, home: home, board: board)
    }

    /// Someone who has signed up.
    func person(_ name: String) throws -> Person {
        let person = try stranger(name)
        let result = try person.run("sign-up", name, "--password-stdin", input: Person.password + "\n")
        try #require(result.status == 0, "sign-up said \(result.output)\(result.errors)")
        return person
    }
}

/// A name, a state folder, and the board they use.
struct Person {
    static let password = "correct horse battery"

    let name: String
    let home: String
    let board: String
    var state: String { home + "/state" }

    private var environment: [String: String] {
        ["HOME": home, "USER": name, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    }
    var common: [String] { ["--board", board, "--state-dir", state] }

    func program(_ arguments: [String], environment extra: [String: String] = [:]) -> Program {
        Program(
            World.binary, arguments, environment: environment.merging(extra) { _, new in new }, directory: home)
    }

    /// Runs a command as a script does.
    func run(_ arguments: String..., input: String = "") throws -> Command.Result {
        try Command.run(program(arguments + common), input: input)
    }

    /// Runs a command and decodes what it says with `--json`. Any of the exit statuses of a done command will do.
    func list<T: Decodable>(_ type: T.Type = T.self, _ arguments: String...) throws -> [T] {
        let result = try Command.run(program(arguments + common + ["--json"]))
        try #require(result.status == 0, "\(arguments) said \(result.errors)")
        return try JSONDecoder().decode([T].self, from: Data(result.output.utf8))
    }

    func posts() throws -> [PostRow] { try list(PostRow.self, "posts") }
    func comments(on post: String) throws -> [CommentRow] { try list(CommentRow.self, "comments", post) }
    func outbox() throws -> [OutboxRow] { try list(OutboxRow.self, "outbox") }

    /// Writes a post, and gives the id that the board knows it by.
    func post(_ title: String, text: String = "") throws -> String {
        let result = try run("post", title, "--text", text)
        try #require(result.status == 0, "post said \(result.errors)")
        return try #require(try posts().first { $0.title == title }?.id)
    }

    /// Writes their configuration, and gives its path.
    @discardableResult
    func configure(_ text: String) throws -> String {
        let folder = home + "/.config/rakkan"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: folder + "/config.json"))
        return folder + "/config.json"
    }

    /// Opens the client.
    func open(
        _ arguments: String..., size: TerminalSize = .wide, term: String? = "xterm-256color",
        environment: [String: String] = [:]
    ) throws -> TerminalSession {
        try TerminalSession(program(arguments + common, environment: environment), size: size, term: term)
    }
}

/// The tests that need the release binary, and say how to get it.
extension Trait where Self == ConditionTrait {
    static var needsTheBinary: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: World.binary), "there is no release binary: make build")
    }
}
