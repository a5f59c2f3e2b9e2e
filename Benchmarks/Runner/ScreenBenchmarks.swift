import FoundationEssentials
import PtySupport

/// What a person waits for: the comment after Enter, the first key after the start.
struct ScreenBenchmarks {
    let board: BigBoard
    /// The folder that the yardsticks were built into: beside this program.
    let yardsticks: String

    private static let composer = "── Comment on"

    /// Enter → the comment on screen, beside the same row inserted and the same cells drawn in plain C.
    func comment() throws -> Measurement {
        let reader = try board.person("screen")
        let session = try reader.openPost(board.post, until: "of 10000")
        var ours: [Double] = []
        var plain: [Double] = []
        for round in 0..<20 {
            let text = "a comment, number \(100 + round), typed"
            let isDone: (Screen) -> Bool = { !$0.contains(Self.composer) && $0.contains(text) }
            session.send("c")
            try session.waitFor(Self.composer)
            session.send(text)
            try session.waitFor(text)
            session.readUntilQuiet(milliseconds: 50)
            let before = session.screen.text
            ours.append(try session.measure("the comment", sending: "\r", until: isDone))
            let after = session.screen.text
            plain.append(try yardstick(before, after, text, isDone))
            // The word of 0.4 s is on screen, and the next round starts in quiet.
            try session.waitUntil("a pending word") { $0.contains("…") || $0.contains("waits for") }
            session.readUntilQuiet(milliseconds: 200)
        }
        try session.finish()
        return Measurement("screen.comment", ours, unit: "ms", beside: "C: insert and ncurses", yardstick: plain)
    }

    private func yardstick(
        _ before: String, _ after: String, _ text: String, _ isDone: (Screen) -> Bool
    ) throws -> Double {
        let program = Program(
            yardsticks + "/yardstick-comment",
            [
                board.scratch.file("yardstick.sqlite"), try board.scratch.write("before", before),
                try board.scratch.write("after", after), text,
            ], environment: ["LANG": "C.UTF-8"])
        let session = try TerminalSession(program, size: .wide)
        try session.waitFor(text)
        session.readUntilQuiet(milliseconds: 50)
        let time = try session.measure("the yardstick's comment", sending: "\r", until: isDone)
        session.send("q")
        try session.waitForExit()
        return time
    }

    /// Start → a `j` that was in the terminal before the program has moved the selection, beside a hello in C.
    func start() throws -> Measurement {
        let reader = try board.person("start")
        let hello = Program(yardsticks + "/yardstick-hello", environment: ["LANG": "C.UTF-8"])
        var ours: [Double] = []
        var plain: [Double] = []
        for _ in 0..<20 {
            let clock = Stopwatch()
            let session = try reader.open(typedAhead: "j")
            ours.append(
                try session.measure("the moved selection", since: clock) { $0.contains("▸  The long thread") })
            try session.finish()

            let other = Stopwatch()
            let yardstick = try TerminalSession(hello, size: .wide, typedAhead: "j")
            plain.append(
                try yardstick.measure("the yardstick's selection", since: other) { $0.contains("> row 1") })
            yardstick.send("q")
            try yardstick.waitForExit()
        }
        return Measurement("start.usable", ours, unit: "ms", beside: "C: ncurses hello", yardstick: plain)
    }

    /// Private memory with the long thread open, then with all of it read.
    func memory() throws -> [Measurement] {
        let limit = [12.0]
        let session = try board.person("memory").open("--post", board.post)
        try session.waitFor("of 10000")
        session.readUntilQuiet(milliseconds: 500)
        let opened = Double(ProcessTable.privateMemory(of: session.child.process)) / 1_048_576
        // Each "g" reads a page on.
        for _ in 0..<1_000 where !session.screen.contains("Comment 1 of") {
            session.send("g")
            session.readUntilQuiet(milliseconds: 30)
        }
        guard session.screen.contains("Comment 1 of") else {
            throw BenchError(description: "the first comment was not reached\n\(session.screen)")
        }
        let read = Double(ProcessTable.privateMemory(of: session.child.process)) / 1_048_576
        try session.finish()
        return [
            Measurement("session.memory", [opened], unit: "MiB", beside: "limit", yardstick: limit),
            Measurement("session.memory.read", [read], unit: "MiB", beside: "limit", yardstick: limit),
        ]
    }

    /// Bytes on the terminal for what is done most.
    func bytes() throws -> [Measurement] {
        var rows: [Measurement] = []
        for (look, environment, limits) in [
            ("", [:], (200.0, 60.0, 60.0)), (".monochrome", ["NO_COLOR": "1"], (130.0, 60.0, 30.0)),
        ] {
            let session = try board.person("bytes\(look)").openPost(
                board.smallPost, until: "The third.", environment: environment)
            var steps: [Double] = []
            for key in ["k", "k", "j", "j"] { steps.append(session.count(sending: key)) }
            let favourite = session.count(sending: "f")
            session.send("c")
            try session.waitFor(Self.composer)
            session.send("twenty-seven letters of it.")
            let comment = session.count(sending: "\r")
            try session.finish()
            rows += [
                Measurement("bytes.comment\(look)", [comment], unit: "B", beside: "limit", yardstick: [limits.0]),
                Measurement("bytes.favourite\(look)", [favourite], unit: "B", beside: "limit", yardstick: [limits.1]),
                Measurement("bytes.j\(look)", steps, unit: "B", beside: "limit", yardstick: [limits.2]),
            ]
        }
        return rows
    }
}
