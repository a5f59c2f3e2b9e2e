import Comments
import Glibc
import HomeserverSupport
import MatrixBoard
import OptimisticState
import PtySupport
import TestSupport

/// What a homeserver makes of what a person waits for: nothing, whether it answers or not.
struct MatrixBenchmark {
    private static let rounds = 20
    private static let composer = "── Comment on"
    private let scratch: Scratch
    private let server: Homeserver

    init() throws {
        scratch = try Scratch()
        server = try Homeserver()
    }

    private func program(_ name: String, _ arguments: [String]) -> Program {
        Program(
            Reader.binary,
            arguments + ["--server", server.address, "--room", "#album:localhost", "--state-dir", scratch.file(name)],
            environment: ["HOME": scratch.file(name), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"])
    }

    /// Someone at the client, with a post open.
    private func open(_ name: String) throws -> (TerminalSession, post: String) {
        _ = try scratch.makeFolder(name)
        let result = try Command.run(
            program(name, ["sign-up", name, "--password-stdin"]), input: "correct horse\n")
        guard result.status == 0 else { throw BenchError(description: "sign-up: \(result.errors)") }
        _ = try Command.run(program(name, ["post", "The post of \(name)"]))
        let post = String(try Command.run(program(name, ["posts"])).output.prefix { $0 != " " })
        let session = try TerminalSession(program(name, ["--post", post]), size: .wide)
        try session.waitFor("The post of \(name)")
        try session.waitFor("No comments")
        session.readUntilQuiet(milliseconds: 500)
        return (session, post)
    }

    private func type(_ text: String, in session: TerminalSession) throws {
        session.send("c")
        try session.waitFor(Self.composer)
        session.send(text)
        try session.waitFor(text)
        session.readUntilQuiet(milliseconds: 50)
    }

    /// Enter → the comment on screen, while the server runs, while it is stopped, and when it is gone.
    func comment() throws -> [Measurement] {
        let host = try server.account("host")
        _ = try server.room("album", token: host)
        let (session, _) = try open("screen")
        var times: [[Double]] = []
        for (stage, act) in [
            ("runs", {}), ("is stopped", { _ = Glibc.kill(server.process, SIGSTOP) }), ("is gone", { server.kill() }),
        ] {
            act()
            var samples: [Double] = []
            for round in 0..<Self.rounds {
                let text = "while it \(stage), number \(100 + round)"
                try type(text, in: session)
                samples.append(
                    try session.measure("the comment", sending: "\r") {
                        !$0.contains(Self.composer) && $0.contains(text)
                    })
                session.readUntilQuiet(milliseconds: 600)
            }
            times.append(samples)
        }
        try session.finish()
        return [
            Measurement("matrix.comment", times[0], unit: "ms"),
            Measurement("matrix.comment.stopped", times[1], unit: "ms", beside: "running", yardstick: times[0]),
            Measurement("matrix.comment.gone", times[2], unit: "ms", beside: "running", yardstick: times[0]),
        ]
    }

    /// Enter here → seen by matrix-nio; sent by matrix-nio → on the screen here. Beside them, from one matrix-nio to
    /// another.
    func live() throws -> [Measurement] {
        let host = try server.account("host")
        _ = try server.room("album", token: host)
        let (session, post) = try open("live")
        for name in ["nio", "other"] { _ = try server.account(name) }
        let nio = try Speaker("speak", server.address, "nio", "#album:localhost")
        let other = try Speaker("speak", server.address, "other", "#album:localhost")
        try nio.line(with: "ready")
        try other.line(with: "ready")
        session.readUntilQuiet(milliseconds: 500)
        var (out, into, between): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0..<Self.rounds {
            let text = "from here, number \(100 + round)"
            try type(text, in: session)
            let clock = Stopwatch()
            session.send("\r")
            // Its answer and its mark are drawn meanwhile, and read after.
            try nio.line(with: text, "m.room.message")
            out.append(Double(clock.elapsed) / 1_000_000)
            try other.line(with: text)
            session.readUntilQuiet(milliseconds: 300)

            let answer = "from there, number \(100 + round)"
            let since = Stopwatch()
            nio.tell(#"{"do":"comment","target":"\#(post)","text":"\#(answer)"}"#)
            try other.line(with: answer)
            between.append(Double(since.elapsed) / 1_000_000)
            if !session.screen.contains(answer) {
                into.append(try session.measure("the answer", since: since) { $0.contains(answer) })
            }
            session.readUntilQuiet(milliseconds: 300)
        }
        try session.finish()
        nio.end()
        other.end()
        let beside = "nio to nio"
        return [
            Measurement("live.matrix.out", out, unit: "ms", beside: beside, yardstick: between),
            Measurement("live.matrix.in", into, unit: "ms", beside: beside, yardstick: between),
        ]
    }
}

/// Reading what was missed, and what is kept: against answers that are there already.
struct MatrixReadingBenchmark {
    private static let session = Session(account: CannedRoom.account, name: "me", token: "")

    private func board(_ room: CannedRoom, cache: String?) throws -> MatrixBoard {
        MatrixBoard(
            try MatrixAddress(room.address), room: CannedRoom.alias, cache: cache, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
    }

    /// 20,000 events that were missed: asked for, read, kept and told, beside matrix-nio that asks for and parses them.
    func catchUp() async throws -> Measurement {
        let room = try CannedRoom(posts: 1, events: 19_999)
        let scratch = try Scratch()
        var ours: [Double] = []
        var theirs: [Double] = []
        for round in 0..<3 {
            let board = try board(room, cache: scratch.file("cache\(round)"))
            let session = Session(account: CannedRoom.account, name: "me", token: room.secret)
            _ = try await board.changes(since: nil, as: session)
            let clock = Stopwatch()
            let batch = try await board.changes(since: Cursor("old"), as: session)
            ours.append(Double(clock.elapsed) / 1_000_000)
            guard batch.said.count == 18_001, !batch.hasGap else {
                throw BenchError(description: "told \(batch.said.count), gap \(batch.hasGap)")
            }
            let nio = try Speaker("parse", room.address, CannedRoom.id, "p0", "old")
            let line = try nio.line(with: "seconds")
            guard line.contains("\"events\": 20000") else { throw BenchError(description: line) }
            guard let seconds = line.split(separator: " ").last.flatMap({ Double($0.dropLast()) }) else {
                throw BenchError(description: line)
            }
            theirs.append(seconds * 1_000)
            nio.end()
        }
        return Measurement("matrix.catchup", ours, unit: "ms", beside: "matrix-nio parsing", yardstick: theirs)
    }

    /// Start → the feed on screen, without network, with many events kept, beside few.
    func start() async throws -> [Measurement] {
        let scratch = try Scratch()
        let few = try await kept(posts: 10, events: 10, scratch, "few")
        let many = try await kept(posts: 100, events: 1_000, scratch, "many")
        var (ours, small): ([Double], [Double]) = ([], [])
        var (memory, less): (Int64, Int64) = (0, 0)
        for _ in 0..<20 {
            (memory, _) = (try once(many, into: &ours), 0)
            (less, _) = (try once(few, into: &small), 0)
        }
        return [
            Measurement("matrix.start", ours, unit: "ms", beside: "100 events kept", yardstick: small),
            Measurement(
                "matrix.start.memory", [Double(memory - less) / 1_048_576], unit: "MiB", beside: "limit", yardstick: [2]
            ),
        ]
    }

    private func once(_ program: Program, into samples: inout [Double]) throws -> Int64 {
        let clock = Stopwatch()
        let session = try TerminalSession(program, size: .wide)
        samples.append(try session.measure("the feed", since: clock) { $0.contains("The post of number") })
        session.readUntilQuiet(milliseconds: 300)
        let memory = ProcessTable.privateMemory(of: session.child.process)
        try session.finish()
        return Int64(memory)
    }

    /// What a client holds more of once it has read a post of 5,000 comments up to the first.
    func scroll() throws -> Measurement {
        // Each tenth event is a heart.
        let room = try CannedRoom(posts: 1, events: 5_555)
        let scratch = try Scratch()
        let session = try TerminalSession(
            signedIn(room, home: scratch.makeFolder("scroll"), opening: ["--post", "$post0"]), size: .wide)
        try session.waitFor("Comment 5553:")
        session.readUntilQuiet(milliseconds: 500)
        let opened = ProcessTable.privateMemory(of: session.child.process)
        // Each "g" reads a page on.
        for _ in 0..<1_000 where !session.screen.contains("Comment 0:") {
            session.send("g")
            session.readUntilQuiet(milliseconds: 50)
        }
        try session.waitFor("Comment 0:")
        session.readUntilQuiet(milliseconds: 500)
        let read = ProcessTable.privateMemory(of: session.child.process)
        try session.finish()
        return Measurement(
            "matrix.scroll.memory", [Double(read - opened) / 1_048_576], unit: "MiB", beside: "limit", yardstick: [8])
    }

    /// A client that has read a whole room and whose homeserver is then gone.
    private func kept(posts: Int, events: Int, _ scratch: Scratch, _ name: String) async throws -> Program {
        let room = try CannedRoom(posts: posts, events: events)
        let home = try scratch.makeFolder(name)
        let program = try signedIn(room, home: home)
        let board = try board(room, cache: Self.state(in: home) + "/homeserver.sqlite")
        let session = Session(account: CannedRoom.account, name: "me", token: room.secret)
        _ = try await board.changes(since: nil, as: session)
        _ = try await board.posts(PageRequest(limit: posts), as: session)
        for post in 0..<posts {
            _ = try await board.comments(of: "$post\(post)", PageRequest(limit: events), as: session)
        }
        return program
    }

    private static func state(in home: String) -> String { home + "/state" }

    /// A client whose person has signed in there.
    private func signedIn(_ room: CannedRoom, home: String, opening: [String] = []) throws -> Program {
        var program = Program(
            Reader.binary,
            ["--server", room.address, "--room", CannedRoom.alias, "--state-dir", Self.state(in: home)] + opening,
            environment: ["HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"])
        let opened = program
        program.arguments = ["sign-in", "me", "--password-stdin"] + program.arguments.dropLast(opening.count)
        let result = try Command.run(program, input: "correct horse\n")
        guard result.status == 0 else { throw BenchError(description: "sign-in: \(result.errors)") }
        return opened
    }
}
