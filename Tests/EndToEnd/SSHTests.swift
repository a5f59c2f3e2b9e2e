import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// `make ssh-demo`: rakkan for whoever comes by SSH, over a real sshd.
@Suite(.needsTheBinary, .needsSSH) struct SSHTests {
    @Test func theDemoTellsHowToComeAndLeavesNothingRunning() throws {
        let host = try Host()
        #expect(host.screen.contains("ssh -p \(host.port) "))
        let visitor = try host.visitor("aki")
        try visitor.openAsReader().quit()
        // Who only looked leaves nothing.
        #expect(host.kept.isEmpty)
        let session = try visitor.openAsReader()
        try #require(host.processes.count >= 3)
        #expect(try host.stop() == .exited(0))
        try session.waitForExit()
        try session.expectTheTerminalAsItWas()
        #expect(host.processes.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: host.state + "/port-\(host.port)/sshd_config"))
    }

    /// Some have typed their command and no more, some are being let in, some are in: nobody of them stays.
    @Test(arguments: 0..<3) func whoIsJustComingWhenItEndsIsSentHomeToo(round: Int) throws {
        let host = try Host()
        let visitor = try host.visitor("aki")
        let sessions = try (0..<6).map { number in
            let session = try visitor.open("sign-in", "cleo", "--password-stdin")
            session.readUntilQuiet(milliseconds: Int64((30 + 25 * round) * (number % 3)))
            return session
        }
        #expect(try host.stop() == .exited(0))
        for session in sessions { try session.waitForExit() }
        #expect(host.processes.isEmpty)
    }

    @Test func aQuitAndATermToItsGroupSendEveryoneHomeToo() throws {
        for signal in [SIGQUIT, SIGTERM] {
            let host = try Host(limits: "sessions=20,idle=10m")
            let session = try host.visitor("aki").openAsReader()
            #expect(try host.stop(by: signal) == .exited(0))
            try session.waitForExit()
            try session.expectTheTerminalAsItWas()
            #expect(host.processes.isEmpty)
        }
    }

    @Test func aStartThatCannotBeSaysWhyAndHarmsNobody() throws {
        let host = try Host()
        let again = try Command.run(host.script())
        #expect(again.status == 1 && again.errors.contains("open on port \(host.port) already"))
        let elsewhere = host.world.scratch.path + "/elsewhere"
        let taken = try Command.run(host.script(["XDG_STATE_HOME": elsewhere]))
        #expect(taken.status == 1 && taken.errors.contains("port \(host.port) is taken"), "\(taken.errors)")
        let limits = try Command.run(host.script(["XDG_STATE_HOME": elsewhere, "LIMITS": "sesions=3"]))
        #expect(limits.status == 2 && limits.errors.contains("sesions"), "\(limits.errors)")
        // What was there says all that it said.
        var visitor = try host.visitor("aki")
        #expect(try visitor.run("posts").status == 0)
        visitor.options = ["-o", "PubkeyAuthentication=no", "-o", "LogLevel=INFO"]
        #expect(try visitor.run("posts").errors.contains("ssh-keygen"))
    }

    /// What `docs/ssh.md` has people write into /etc is what is tested here.
    @Test func theDocumentedConfigurationIsTheOneThatIsTried() throws {
        let host = try Host()
        let tried = try settings(String(contentsOfFile: host.state + "/port-\(host.port)/sshd_config", encoding: .utf8))
        let page = try String(contentsOfFile: World.root + "/docs/ssh.md", encoding: .utf8)
        let block = try #require(page.split(separator: "```").first { $0.contains("ForceCommand") })
        var documented = settings(String(block))
        // Names and places are the machine's own, and so is whom the log tells what. On one machine all come from one
        // address.
        documented["PerSourceMaxStartups"] = nil
        let places = ["Port", "ListenAddress", "HostKey", "Banner", "AllowUsers", "AuthorizedKeysCommandUser"]
        for name in places + ["ForceCommand", "PermitRootLogin", "LogLevel"] { documented[name] = tried[name] }
        #expect(documented == tried)
    }

    private func settings(_ text: String) -> [String: String] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") && $0.contains(" ") }
        return Dictionary(
            lines.map { line in
                let name = line.prefix { $0 != " " }
                return (String(name), String(line.dropFirst(name.count + 1)))
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test func aTerminalsSizeAndItsChangesComeThroughAndSuspendingIsNothing() throws {
        let host = try Host()
        let session = try host.visitor("aki").openAsReader(size: TerminalSize(61, 20))
        try session.resize(to: TerminalSize(90, 25))
        try session.waitUntil("it is drawn anew to the last column") {
            $0.row(24).contains("? help") && $0.row(24).count > 61
        }
        session.press(.ctrl("z"))
        session.send("?")
        try session.waitFor("Keys")
        for _ in 0..<12 { session.press(.pageDown) }
        try session.waitFor("draw the screen again")
        #expect(!session.screen.contains("suspend"))
        try session.quit()
    }

    @Test func aPtyWithoutASizeIsDrawnOn() throws {
        let host = try Host()
        // ssh reads from a pipe, so that it knows no size and asks for a pty of 0×0.
        let ssh = try host.visitor("aki").with("-tt").program(["--network", "wifi"])
        var piped = Program("/bin/sh", ["-c", "stty raw -echo; cat | \"$0\" \"$@\"", ssh.path] + ssh.arguments)
        piped.environment = ssh.environment
        let session = try TerminalSession(piped)
        try session.waitFor(Words.signUp)
        session.press(.escape)
        try session.waitUntil("the album is there") { $0.contains("♡") || $0.contains("♥") }
        session.press(.ctrl("c"))
        try session.waitUntil("it was left") { !$0.isAlternate }
    }

    @Test func thereIsNoWayOnButRakkan() throws {
        let host = try Host()
        let visitor = try host.visitor("aki")
        let forward = try visitor.with("-o", "ExitOnForwardFailure=yes", "-N", "-R", "0:127.0.0.1:\(host.port)").run()
        #expect(forward.status == 255)
        let tunnel = try visitor.with("-W", "127.0.0.1:\(host.port)").run()
        #expect(tunnel.status == 255 && tunnel.output.isEmpty)
        let files = try visitor.with("-s").run("sftp")
        #expect(files.status != 0 && files.output.isEmpty)
        for command in ["sh", "/bin/sh -i", "id; posts", "scp -f /etc/passwd", "-c id", "$(id)", "rakkan board check"] {
            let result = try visitor.run(command)
            #expect(result.status == 2, "\(command) said \(result.output)\(result.errors)")
            #expect(result.output.isEmpty)
            #expect(result.errors.split(separator: "\n").count == 1)
        }
        let none = try visitor.run()
        #expect(none.status == 2)
        #expect(none.errors == "rakkan: standard input is not a terminal; with --plain, words are read from it\n")
    }

    @Test func whoHasNoKeyIsToldHowToMakeOne() throws {
        let host = try Host()
        var visitor = try host.visitor("aki")
        visitor.options = ["-o", "PubkeyAuthentication=no", "-o", "LogLevel=INFO"]
        let result = try visitor.run("posts")
        #expect(result.status == 255)
        #expect(result.errors.contains("ssh-keygen"))
    }
}
