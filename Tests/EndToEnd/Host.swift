import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// A machine that rakkan is open on by SSH: `scripts/ssh-demo` with a real sshd, on a port of its own, in a folder that
/// goes with the test.
final class Host {
    let world: World
    let port: Int
    let board: String
    private let limits: String
    private var server: TerminalSession?

    init(limits: String = "") throws {
        world = try World()
        port = try Self.freePort()
        board = world.scratch.file("album.sqlite")
        self.limits = limits
        try start()
    }

    deinit { _ = try? stop() }

    var state: String { world.scratch.path + "/state/rakkan/ssh-demo" }
    var visitors: String { state + "/visitors" }

    /// What `make ssh-demo` runs.
    func script(_ changes: [String: String] = [:]) -> Program {
        let environment = [
            "HOME": world.scratch.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PORT": "\(port)", "BOARD": board,
            "XDG_STATE_HOME": world.scratch.path + "/state", "LIMITS": limits,
        ]
        return Program(
            World.root + "/scripts/ssh-demo", [World.binary],
            environment: environment.merging(changes) { _, changed in changed })
    }

    private func start() throws {
        let server = try TerminalSession(script(), size: .wide)
        self.server = server
        try server.waitFor("Ctrl-C ends it all")
    }

    /// What the one who started it reads.
    var screen: String { server.map { "\($0.screen)" } ?? "" }

    /// Ctrl-C, as the one who started it presses it.
    @discardableResult
    func stop() throws -> Ending? {
        guard let server else { return nil }
        self.server = nil
        server.press(.ctrl("c"))
        return try server.waitForExit()
    }

    /// A signal to all that the terminal on the host runs.
    func stop(by signal: Int32) throws -> Ending? {
        guard let server else { return nil }
        self.server = nil
        kill(-server.child.process, signal)
        return try server.waitForExit()
    }

    /// The living processes that have to do with this host: its sshd, and what its sessions run.
    var processes: [pid_t] { ProcessTable.processes(naming: world.scratch.path) }

    /// Someone with a key of their own.
    func visitor(_ name: String) throws -> SSHVisitor {
        let key = world.scratch.file("key of \(name)")
        let made = try Command.run(Program("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]))
        try #require(made.status == 0, "\(made.errors)")
        return SSHVisitor(key: key, host: self, port: port)
    }

    /// What the owner says on the machine itself.
    func owner(_ arguments: String..., input: String = "") throws -> Command.Result {
        let home = world.scratch.path
        return try Command.run(
            Program(
                World.binary, arguments + ["--board", board, "--state-dir", home + "/owner"],
                environment: ["HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]), input: input)
    }

    /// The folders of the visitors of whom something is kept.
    var kept: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: visitors)) ?? []
        return all.filter { $0 != "seats" }
    }

    static func freePort() throws -> Int {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 ? getsockname(listener, $0, &length) : -1
            }
        }
        try #require(status == 0)
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// 127.0.0.1.
func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return address
}

/// A key, and the host that it is used on.
struct SSHVisitor {
    static let password = "correct horse battery"

    let key: String
    let host: Host
    /// The host's, or that of a relay on the way there.
    var port: Int
    /// More words for ssh, before the host's name. Of two that say the same ssh takes the first.
    var options: [String] = []

    func program(_ words: [String]) -> Program {
        let common = [
            "-F", "none", "-i", key, "-p", "\(port)", "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no",
            "-o", "UserKnownHostsFile=/dev/null", "-o", "GlobalKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
            "-o", "HostKeyAlias=rakkan",
        ]
        return Program(
            "/usr/bin/ssh", options + common + ["127.0.0.1"] + (words.isEmpty ? [] : ["--"] + words),
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": host.world.scratch.path])
    }

    /// `ssh HOST words`, as a script says it.
    func run(_ words: String..., input: String = "") throws -> Command.Result {
        try Command.run(program(words), input: input)
    }

    func with(_ options: String...) -> SSHVisitor {
        var other = self
        other.options += options
        return other
    }

    /// `ssh HOST` at a terminal.
    func open(
        _ words: String..., size: TerminalSize = .usual, term: String? = "xterm-256color"
    ) throws -> TerminalSession {
        try TerminalSession(with("-t").program(words), size: size, term: term)
    }

    func signUp(_ name: String) throws {
        let result = try run("sign-up", name, "--password-stdin", input: Self.password + "\n")
        try #require(result.status == 0, "sign-up said \(result.output)\(result.errors)")
    }

    /// Opens the client where the sign-up form is passed by.
    func openAsReader(_ words: String..., size: TerminalSize = .usual) throws -> TerminalSession {
        let session = try TerminalSession(with("-t").program(["--network", "wifi"] + words), size: size)
        try session.waitFor(Words.signUp)
        session.press(.escape)
        try session.waitUntil("the album is there") { $0.contains("♡") || $0.contains("♥") }
        return session
    }

    /// Opens the client as one who has signed up.
    func openSignedIn(_ words: String..., size: TerminalSize = .usual) throws -> TerminalSession {
        let session = try TerminalSession(with("-t").program(["--network", "wifi"] + words), size: size)
        try session.waitUntil("the album is there") { $0.contains("♡") || $0.contains("♥") }
        return session
    }
}

/// The tests that need an sshd on this machine.
extension Trait where Self == ConditionTrait {
    static var needsSSH: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd"),
            "there is no sshd: apt-get install openssh-server")
    }
}

/// An sshd that gives a shell, as everyday machines do.
final class ShellHost {
    private let folder: String
    private let port: Int
    private let server: TerminalSession

    init(in scratch: Scratch) throws {
        folder = try scratch.makeFolder("shell host")
        port = try Host.freePort()
        for key in ["host_key", "key"] {
            let made = try Command.run(
                Program("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder + "/" + key]))
            try #require(made.status == 0, "\(made.errors)")
        }
        let configuration = """
            ListenAddress 127.0.0.1:\(port)
            HostKey "\(folder)/host_key"
            PidFile none
            UsePAM no
            StrictModes no
            PermitRootLogin prohibit-password
            AuthorizedKeysFile "\(folder)/key.pub"
            """
        try configuration.write(toFile: folder + "/sshd_config", atomically: true, encoding: .utf8)
        // Under root sshd wants this folder.
        if getuid() == 0 { mkdir("/run/sshd", 0o755) }
        server = try TerminalSession(
            Program(
                "/usr/sbin/sshd", ["-D", "-e", "-f", folder + "/sshd_config"], environment: ["PATH": "/usr/bin:/bin"]))
        try server.waitFor("Server listening")
    }

    deinit { server.child.send(signal: SIGTERM) }

    func ssh(_ words: String) -> Program {
        Program(
            "/usr/bin/ssh",
            [
                "-t", "-F", "none", "-i", folder + "/key", "-p", "\(port)", "-o", "IdentitiesOnly=yes",
                "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
                "127.0.0.1", "--", words,
            ], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": folder])
    }
}
