import Glibc
import PtySupport

/// So many visitors at once on one album, on this machine: what each costs, and how quick the others stay.
final class SessionsBenchmark {
    /// How the visitors come.
    enum Way: String { case pty, ssh }

    private let way: Way
    private let count: Int
    private let scratch: Scratch
    private let board: String
    private var server: TerminalSession?
    private var sessions: [TerminalSession] = []

    private static let port = 2_248
    /// None to speak of: what is measured is this machine.
    private static let network = "latency=1ms,server=1ms"
    private static let root = String(#filePath.dropLast("/Benchmarks/Runner/SessionsBenchmark.swift".count))
    private static let quarterMinute: Int64 = 15_000_000_000
    private static let minute: Int64 = 60_000_000_000

    init(_ way: Way, count: Int) throws {
        self.way = way
        self.count = count
        scratch = try Scratch()
        board = scratch.file("album.sqlite")
        if way == .ssh { server = try serve() }
    }

    /// Lets them all come, look at a post, and sit still.
    func fill() throws {
        for number in 0..<count { sessions.append(try open(number)) }
        for session in sessions {
            try session.waitFor("Create your account")
            session.press(.escape)
            try session.waitUntil("the album") { $0.contains("♡") || $0.contains("♥") }
            session.press(.enter)
        }
        for session in sessions { try session.waitUntil("the post") { !$0.contains("Reading the") } }
        readFor(Self.quarterMinute)
    }

    private func name(_ what: String) -> String { "\(way.rawValue)\(count).\(what)" }

    // MARK: What is measured

    /// Each client's own memory, in MiB.
    func memory() throws -> Measurement {
        let samples = clients.map { Double(ProcessTable.privateMemory(of: $0)) / 1_048_576 }
        guard samples.count == count else {
            throw BenchError(description: "\(samples.count) clients run instead of \(count)")
        }
        return Measurement(name("memory"), samples, unit: "MiB", beside: "aim", yardstick: [6])
    }

    /// What all of them together run in a minute in which nobody does anything.
    func idle() throws -> Measurement {
        let clients = clients
        let before = clients.map { ProcessTable.runTime(of: $0) }.reduce(0, +)
        readFor(Self.minute)
        let after = clients.map { ProcessTable.runTime(of: $0) }.reduce(0, +)
        return Measurement(
            name("idle60"), [Double(after - before) / 1_000_000_000], unit: "s", beside: "aim", yardstick: [0.6])
    }

    /// Enter on one screen → the comment on all others.
    func live() throws -> Measurement {
        let writer = try signedUp("writer", sessions[0])
        var samples: [Double] = []
        for round in 0..<5 {
            let text = "live \(100 + round)"
            for session in sessions { session.send("G") }
            readFor(Self.quarterMinute / 15)
            writer.send("c")
            try writer.waitFor("Enter sends")
            writer.send(text)
            try writer.waitFor(text)
            readFor(Self.quarterMinute / 15)
            let clock = Stopwatch()
            writer.press(.enter)
            var left = sessions.filter { $0 !== writer }
            while !left.isEmpty, clock.elapsed < TerminalSession.limit {
                left = left.filter { !($0.receive() && $0.screen.contains(text)) }
            }
            guard left.isEmpty else { throw BenchError(description: "\(left.count) never saw it\n\(left[0].screen)") }
            samples.append(Double(clock.elapsed) / 1_000_000_000)
        }
        return Measurement("live.\(way.rawValue)\(count)", samples, unit: "s", beside: "aim", yardstick: [0.5])
    }

    /// Twenty sign up at once: how long until the last is in, and how long a key takes of one who only reads.
    func signUps() throws -> [Measurement] {
        let many = min(20, count / 2)
        let crowd = Array(sessions[1...many])
        let reader = sessions[many + 1]
        for (number, session) in crowd.enumerated() {
            session.send("S")
            try session.waitFor("Sign in")
            session.press(.ctrl("n"))
            try session.waitFor("Create your account")
            session.send("guest-\(number)\t")
            session.send("correct horse battery")
            try session.waitFor("•••••••••••••••••••••")
        }
        let clock = Stopwatch()
        for session in crowd { session.press(.enter) }
        var left = crowd
        var keys: [Double] = []
        while !left.isEmpty, clock.elapsed < TerminalSession.limit {
            // All of the last key's drawing is in: a screen that goes and comes back within one read looks unchanged.
            reader.readUntilQuiet(milliseconds: 20)
            let before = reader.screen.text
            keys.append(
                try reader.measure("a key", sending: keys.count.isMultiple(of: 2) ? "k" : "j") { $0.text != before })
            left = left.filter { session in
                while session.receive() {}
                return session.screen.contains("Create your account")
            }
        }
        guard left.isEmpty else { throw BenchError(description: "\(left.count) never came in\n\(left[0].screen)") }
        return [
            Measurement(name("signup20"), [Double(clock.elapsed) / 1_000_000_000], unit: "s"),
            Measurement(name("key.meanwhile"), keys, unit: "ms", beside: "aim", yardstick: [100]),
        ]
    }

    // MARK: The visitors

    private var clients: [pid_t] {
        ProcessTable.processes(naming: board).filter { ProcessTable.runs($0, Reader.binary) }
    }

    private func open(_ number: Int) throws -> TerminalSession {
        let terminal = way == .ssh ? try ssh(number) : try plain(number)
        return try TerminalSession(terminal, size: .usual)
    }

    /// As sshd would start it, without sshd.
    private func plain(_ number: Int) throws -> Program {
        var digits = String(number, radix: 16)
        digits = String(repeating: "0", count: 12 - digits.count) + digits
        let key = try scratch.write("key \(number)", "publickey ssh-ed25519 AAAA\(digits)\n")
        return Program(
            Reader.binary,
            ["demo", "--board", board, "--state-dir", scratch.path, "--visitors", "--limits", limits],
            environment: [
                "LANG": "C.UTF-8", "SSH_CONNECTION": "127.0.0.1 1 127.0.0.1 2", "SSH_USER_AUTH": key,
                "SSH_ORIGINAL_COMMAND": "--network \(Self.network)",
            ])
    }

    private var limits: String { "sessions=\(count + 1),accounts=\(count)" }

    private func ssh(_ number: Int) throws -> Program {
        let key = scratch.file("id \(number)")
        let made = try Command.run(Program("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]))
        guard made.status == 0 else { throw BenchError(description: made.errors) }
        return Program(
            "/usr/bin/ssh",
            [
                "-F", "none", "-t", "-i", key, "-p", "\(Self.port)", "-o", "IdentitiesOnly=yes",
                "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
                "127.0.0.1", "--", "--network", Self.network,
            ], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
    }

    private func serve() throws -> TerminalSession {
        let script = Program(
            Self.root + "/scripts/ssh-demo", [Reader.binary],
            environment: [
                "HOME": scratch.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PORT": "\(Self.port)", "BOARD": board,
                "XDG_STATE_HOME": scratch.path, "LIMITS": limits,
            ])
        let session = try TerminalSession(script)
        try session.waitFor("Ctrl-C ends it all")
        return session
    }

    private func signedUp(_ name: String, _ session: TerminalSession) throws -> TerminalSession {
        session.send("S")
        try session.waitFor("Sign in")
        session.press(.ctrl("n"))
        try session.waitFor("Create your account")
        session.send(name + "\t")
        session.send("correct horse battery")
        try session.waitFor("•••••••••••••••••••••")
        session.press(.enter)
        try session.waitForNo("Create your account")
        return session
    }

    private func readFor(_ time: Int64) {
        let clock = Stopwatch()
        while clock.elapsed < time {
            for session in sessions { session.receive() }
            sessions[0].receive(waitingUpTo: min(time - clock.elapsed, 500_000_000))
        }
    }

    /// Sends them all home.
    func end() {
        for session in sessions { session.child.send(signal: 9) }
        sessions = []
        server?.press(.ctrl("c"))
        _ = try? server?.waitForExit()
    }
}
