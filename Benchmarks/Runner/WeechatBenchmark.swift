import FoundationEssentials
import PtySupport

/// The same four things done with rakkan and with weechat, on the same terminal: in bytes, and in time up to the last of
/// them before 50 ms of quiet.
struct WeechatBenchmark {
    let board: BigBoard

    static let program = "/usr/bin/weechat"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    private static let text = "twenty-seven letters of it."
    private static let rounds = 5

    private struct Cost {
        var bytes: [Double] = []
        var times: [Double] = []

        mutating func add(_ cost: (bytes: Int, time: Double)) {
            bytes.append(Double(cost.bytes))
            times.append(cost.time)
        }
    }

    func rows() throws -> [Measurement] {
        var ours: [String: Cost] = [:]
        var theirs: [String: Cost] = [:]
        let reader = try board.person("weechat")
        for _ in 0..<Self.rounds {
            try run(start: { try reader.open("--post", board.post, "--network", "wifi") }, into: &ours) { session in
                try session.waitFor("of 10000")
                return Keys(open: "c", text: Self.text, send: "\r", page: "\u{1B}[5~")
            }
            let folder = try Scratch()
            try run(start: { try weechat(in: folder) }, into: &theirs) { session in
                try session.waitFor("1:weechat")
                // As many lines as there can be pages of them.
                session.send(
                    "/repeat 300 /print ${repeat_index}: a line that is as long as comments are, which is about a line\r"
                )
                try session.waitFor("about a line")
                return Keys(open: "", text: "/print " + Self.text, send: "\r", page: "\u{1B}[5~")
            }
        }
        let beside = "weechat"
        return ["start", "type", "send", "page", "resize"].flatMap { step -> [Measurement] in
            guard let our = ours[step], let their = theirs[step] else { return [] }
            return [
                Measurement("weechat.\(step)", our.times, unit: "ms", beside: beside, yardstick: their.times),
                Measurement("weechat.\(step).bytes", our.bytes, unit: "B", beside: beside, yardstick: their.bytes),
            ]
        }
    }

    /// What is pressed for the four things.
    private struct Keys {
        /// What opens the place where one types.
        let open: String
        let text, send, page: String
    }

    private func run(
        start: () throws -> TerminalSession, into costs: inout [String: Cost],
        ready: (TerminalSession) throws -> Keys
    ) throws {
        let clock = Stopwatch()
        let session = try start()
        // Programs rest while they read their files: the start has come to its end after a longer quiet.
        costs["start", default: Cost()].add(session.cost(since: clock, quiet: 300))
        let keys = try ready(session)
        session.readUntilQuiet(milliseconds: 300)
        if !keys.open.isEmpty {
            session.send(keys.open)
            session.readUntilQuiet(milliseconds: 100)
        }
        costs["type", default: Cost()].add(
            session.cost { for letter in keys.text { session.type(String(letter)) } })
        costs["send", default: Cost()].add(session.cost { session.send(keys.send) })
        guard session.screen.contains(Self.text) else {
            throw BenchError(description: "what was sent is not there\n\(session.screen)")
        }
        session.readUntilQuiet(milliseconds: 1_000)
        costs["page", default: Cost()].add(session.cost { session.send(keys.page) })
        costs["resize", default: Cost()].add(try session.cost { try session.resize(to: TerminalSize(90, 28)) })
        try session.finish()
    }

    /// With nothing of its user's, and without plugins that only networks need.
    private func weechat(in folder: Scratch) throws -> TerminalSession {
        try TerminalSession(
            Program(
                Self.program, ["--dir", folder.path, "--no-connect", "--no-script"],
                environment: ["HOME": folder.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]), size: .wide)
    }
}

extension TerminalSession {
    /// A key, and what comes back for it at once.
    fileprivate func type(_ letter: String) {
        send(letter)
        receive(waitingUpTo: 20_000_000)
    }

    fileprivate func cost(_ act: () throws -> Void) rethrows -> (bytes: Int, time: Double) {
        readUntilQuiet(milliseconds: 50)
        let clock = Stopwatch()
        let before = bytesReceived
        try act()
        let rest = cost(since: clock, quiet: 50)
        return (bytesReceived - before, rest.time)
    }

    /// The bytes from now on, and the milliseconds on the clock at the last of them before so many of quiet.
    fileprivate func cost(since clock: Stopwatch, quiet: Int64) -> (bytes: Int, time: Double) {
        let before = bytesReceived
        var last = clock.elapsed
        // The first may take its time.
        var wait: Int64 = 1_000
        while receive(waitingUpTo: wait * 1_000_000) {
            last = clock.elapsed
            wait = quiet
        }
        return (bytesReceived - before, Double(last) / 1_000_000)
    }
}
