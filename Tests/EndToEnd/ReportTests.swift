import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// What the users of other clients reported, told again on a real terminal. `ClientReports` among the house's tests has
/// every report with its test.
@Suite(.needsTheBinary) struct ReportTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post(Words.title)
    }

    @Test("zulip-terminal 1381, 371: a server that does not answer stops no key, and the wait is said")
    func aServerThatDoesNotAnswerStopsNoKey() throws {
        _ = try aki.post("Another one")
        let session = try aki.open("--network", "wifi")
        try session.waitFor(Words.title)
        try session.waitFor("Another one")
        session.press(.down, .enter)
        try session.waitFor("No comments yet")
        try session.chooseNetwork("loss-100")
        try session.comment("What a day!")
        try session.waitFor(Words.sending)
        // The other post's comments were never read.
        session.press(.tab)
        try session.waitFor("Enter opens")
        session.press(.up, .enter)
        try session.waitUntil("the other post is open") { $0.row(0).contains("│   Another one") }
        session.send("?")
        try session.waitFor("Keys")
        session.send("qo")
        try session.waitFor("Outbox")
        try session.waitFor("What a day!")
        session.send("q")
        try session.quit()
        #expect(try aki.outbox().count == 1)
    }

    @Test("tig 164, btop 1597, sngrep 424, 544, dot-agent-deck 1138: a terminal that goes where SIGHUP is ignored")
    func theTerminalGoesAndNobodySaysSo() throws {
        let client = aki.program(["--post", post] + aki.common)
        // As under sudo, or a wrapper that takes the signal for itself.
        let session = try TerminalSession(
            Program(
                "/bin/sh", ["-c", "trap '' HUP; exec \"$@\"", "sh", client.path] + client.arguments,
                environment: client.environment, directory: client.directory), size: .wide)
        try session.waitFor(Words.title)
        try session.openComposer(with: "c")
        session.send("half a thou")
        try session.waitFor("half a thou")
        session.closeTerminal()
        try session.waitForExit()
        #expect(session.child.leftBehind.isEmpty)
        let next = try aki.openPost(post)
        try next.openComposer(with: "c")
        try next.waitFor("half a thou")
        try next.quit()
    }

    @Test(
        "weechat 1595, 32, 1010: a password prompt ends with its terminal and with every signal, and leaves it as it was"
    )
    func thePasswordPromptEnds() throws {
        func prompt() throws -> TerminalSession {
            let session = try TerminalSession(aki.program(["sign-in", "aki"] + aki.common))
            try session.waitFor("Password:")
            session.send("secret")
            session.readUntilQuiet(milliseconds: 30)
            #expect(!session.screen.contains("secret"))
            return session
        }
        for signal in [SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGABRT, SIGUSR1] {
            let session = try prompt()
            session.child.send(signal: signal)
            #expect(try session.waitForExit() == .killed(signal: signal))
            try session.expectTheTerminalAsItWas()
        }
        let typed = try prompt()
        typed.press(.ctrl("c"))
        #expect(try typed.waitForExit() == .killed(signal: SIGINT))
        try typed.expectTheTerminalAsItWas()
        let ended = try prompt()
        ended.press(.ctrl("u"), .ctrl("d"))
        #expect(try ended.waitForExit() == .exited(2))
        try ended.expectTheTerminalAsItWas()
        let closed = try prompt()
        closed.closeTerminal()
        try closed.waitForExit()
        #expect(closed.child.leftBehind.isEmpty)
        // Stopped at the prompt, the shell has a terminal that shows what is typed.
        let shell = try aki.openShell()
        shell.send("clear; '\(World.binary)' sign-in aki --board '\(aki.board)' --state-dir '\(aki.state)'\r")
        try shell.waitFor("Password:")
        #expect(try !shell.settings.echoes)
        shell.press(.ctrl("z"))
        try shell.waitFor("Stopped")
        shell.send("clear; fg\r")
        try shell.waitUntil("the prompt again") { $0.row(1).hasPrefix("Password:") || $0.row(2).hasPrefix("Password:") }
        shell.send(Person.password + "\r")
        try shell.waitFor("shell>")
        #expect(!shell.screen.contains(Person.password))
        shell.send("clear; echo \"status $?\"; exit\r")
        _ = try shell.waitForExit()
        try shell.expectTheTerminalAsItWas()
    }

    @Test("A signal that nobody expects leaves the terminal as it was", arguments: [SIGUSR1, SIGUSR2, SIGXCPU, SIGPWR])
    func anUnexpectedSignal(signal: Int32) throws {
        let session = try aki.openPost(post)
        session.child.send(signal: signal)
        #expect(try session.waitForExit() == .killed(signal: signal))
        try session.expectTheTerminalAsItWas()
    }

    @Test("rtv 1.20.0, 1.23.0: what else would be printed goes into the log, not over the screen")
    func standardErrorIsTheLog() throws {
        let session = try aki.openPost(post)
        let target = ProcessTable.target(of: 2, in: session.child.process)
        #expect(target == aki.state + "/log")
        try session.quit()
    }

    @Test(
        """
        toot 68, jgmenu 19, tig 981, 983, cursive 13: where the locale is not UTF-8 every sign is ASCII, and what is typed \
        arrives whole
        """, arguments: ["C.UTF-8", "C", "POSIX", nil])
    func everyLocale(locale: String?) throws {
        _ = try aki.run("comment", post, "So blue! 日本語 🍧 é")
        var client = aki.program(["--post", post] + aki.common, environment: ["LC_ALL": "", "TZ": ":/no/such/zone"])
        client.environment["LANG"] = locale
        let session = try TerminalSession(client, size: .wide)
        try session.waitFor("So blue!")
        // toot 0.29.0, matterhorn 542: no time zone is asked for.
        try session.waitFor("now")
        let isASCII = session.recording.allSatisfy { $0 < 0x80 }
        #expect(isASCII == (locale != "C.UTF-8"))
        try session.comment("日本語 and é")
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).last?.text == "日本語 and é")
        try session.quit()
        #expect(session.recording.allSatisfy { $0 < 0x80 } == (locale != "C.UTF-8"))
    }

    @Test(
        "hermes-agent 95955, qwen-code 8580: the screen is cleared by a resize, by Ctrl-L and after a stop, and never else"
    )
    func nothingElseClearsTheScreen() throws {
        for text in ["The first.", "The second."] { _ = try aki.run("comment", post, text) }
        let session = try aki.openPost(post, network: "wifi")
        session.readUntilQuiet(milliseconds: 100)
        func clears(_ act: () throws -> Void) rethrows -> Int {
            let before = session.bytesReceived
            try act()
            session.readUntilQuiet(milliseconds: 60)
            let new = session.recording.suffix(session.bytesReceived - before)
            let text = String(decoding: new, as: UTF8.self)
            return text.ranges(of: "\u{1B}[2J").count + text.ranges(of: "\u{1B}[H\u{1B}[J").count
        }
        for keys in [
            "j", "k", "\t", "j", "k", "\t", "f", "c", "hello", "\r", "r", "\u{1B}", "o", "q", "L", "\u{1B}", "?", "j",
            "q",
            "S", "\u{1B}", "d", "n", "G", "g", "\u{4}", "\u{15}",
        ] {
            #expect(clears { session.send(keys) } == 0, "\(keys.debugDescription)")
        }
        #expect(clears { session.press(.ctrl("l")) } == 1)
        #expect(try clears { try session.resize(to: TerminalSize(90, 25)) } >= 1)
        try session.quit()
    }

    @Test("Idle is idle: no byte, and nothing wakes up") func idleIsIdle() throws {
        _ = try aki.run("comment", post, "What a day!")
        let session = try aki.openPost(post)
        session.readUntilQuiet(milliseconds: 500)
        // Times on screen change once a minute: that may fall into one of two stretches, not into both.
        var counts: [(bytes: Int, switches: Int)] = []
        for _ in 0..<2 where counts.last.map({ $0.bytes > 0 || $0.switches > 2 }) ?? true {
            let before = (session.bytesReceived, ProcessTable.contextSwitches(of: session.child.process))
            let clock = Stopwatch()
            while clock.elapsed < 5_000_000_000 { session.receive(waitingUpTo: 5_000_000_000 - clock.elapsed) }
            counts.append(
                (
                    session.bytesReceived - before.0,
                    ProcessTable.contextSwitches(of: session.child.process) - before.1
                ))
        }
        #expect(counts.contains { $0.bytes == 0 && $0.switches <= 2 }, "\(counts)")
        try session.quit()
    }
}
