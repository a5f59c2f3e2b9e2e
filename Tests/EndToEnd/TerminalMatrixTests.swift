import Glibc
import PtySupport
import Testing

/// Every kind of terminal with every way to end or disturb what runs on it: afterwards the terminal is as it was.
@Suite(.needsTheBinary) struct TerminalMatrixTests {
    private let world: World
    private let aki: Person
    init() throws {
        world = try World()
        aki = try world.person("aki")
        _ = try aki.post(Words.title)
    }

    /// What happens to a client.
    private enum Event: CaseIterable {
        case hangUp, terminate, interrupt, quit, brokenPipe, stopped, resizes, terminalClosed, inputEnded
    }

    /// Types that draw everywhere, and those for which another takes its place here.
    private static let types = [
        "vt100", "vt220", "linux", "ansi", "screen", "screen-256color", "tmux-256color", "xterm", "xterm-256color",
        "xterm-kitty", "xterm-ghostty", "foot", "nonsense",
    ]
    /// There the screen is no screen: what is held is the terminal and the end, whatever the client does there.
    private static let plainTypes: [String?] = ["dumb", nil]

    @Test(
        """
        Each TERM with each signal. lazygit 4584, 1066, 570, kitty 2186, 579, 1613, ghostty 3160: a TERM without an entry \
        is drawn on; bubbletea 1750: no mode of the keyboard stays
        """, arguments: types)
    func everyTypeWithEverySignal(type: String) throws {
        for event in Event.allCases where event != .stopped {
            let session = try open(type, event)
            try session.waitFor(Words.title)
            if type == "nonsense" { try session.waitFor("no terminfo for nonsense: drawn as for xterm-256color") }
            try happen(event, to: session, wasDrawn: true)
            #expect(!String(decoding: session.recording, as: UTF8.self).contains("\u{1B}[>"), "\(type), \(event)")
        }
        try stopAndContinue(type)
    }

    @Test(arguments: plainTypes) func whereNothingCanBeDrawnTheTerminalIsAsItWas(type: String?) throws {
        for event in Event.allCases where event != .stopped {
            let session = try open(type, event)
            // Its first words, of whatever kind.
            try session.waitUntil("it says something", orItsEnd: true) { $0.rows.contains { !$0.isEmpty } }
            session.readUntilQuiet(milliseconds: 50)
            try happen(event, to: session, wasDrawn: false)
        }
    }

    /// Whose terminal the input is, where it is not the output's.
    private func open(_ type: String?, _ event: Event) throws -> MatrixSession {
        guard event == .inputEnded else {
            return MatrixSession(try TerminalSession(aki.program(aki.common), size: .wide, term: type))
        }
        let other = try TerminalSession(
            Program("/bin/sh", ["-c", "tty; exec sleep 600"], environment: ["PATH": "/usr/bin:/bin"]))
        try other.waitFor("/dev/pts/")
        let name = try #require(other.screen.row(with: "/dev/pts/"))
        let client = aki.program(aki.common)
        let shell = Program(
            "/bin/sh", ["-c", "input=$1; shift; exec \"$@\" <\"$input\"", "sh", name, client.path] + client.arguments,
            environment: client.environment, directory: client.directory)
        return MatrixSession(try TerminalSession(shell, size: .wide, term: type), input: other)
    }

    private func happen(_ event: Event, to session: MatrixSession, wasDrawn: Bool) throws {
        let terminal = session.terminal
        let asked: Int32
        switch event {
        case .hangUp: asked = SIGHUP
        case .terminate: asked = SIGTERM
        case .interrupt: asked = SIGINT
        case .quit: asked = SIGQUIT
        case .brokenPipe:
            terminal.child.send(signal: SIGPIPE)
            if wasDrawn { try expectAlive(terminal) }
            asked = SIGTERM
        case .resizes:
            for step in 0..<100 {
                try terminal.resize(to: TerminalSize(20 + step % 90, 5 + step % 30))
                terminal.child.send(signal: SIGWINCH)
                terminal.receive()
            }
            try terminal.resize(to: .wide)
            if wasDrawn { try expectAlive(terminal) }
            asked = SIGTERM
        case .terminalClosed:
            terminal.closeTerminal()
            try terminal.waitForExit()
            #expect(terminal.child.leftBehind.isEmpty)
            return
        case .inputEnded:
            session.input?.closeTerminal()
            try terminal.waitForExit()
            try terminal.expectTheTerminalAsItWas()
            return
        case .stopped: return
        }
        terminal.child.send(signal: asked)
        let ending = try terminal.waitForExit()
        if wasDrawn { #expect(ending == .killed(signal: asked)) }
        try terminal.expectTheTerminalAsItWas()
    }

    private func expectAlive(_ session: TerminalSession) throws {
        session.send("?")
        try session.waitFor("help")
        try session.waitFor("Keys")
        session.send("q")
        try session.waitFor(Words.title)
    }

    private func stopAndContinue(_ type: String) throws {
        let session = try aki.openShell(term: type)
        session.send("clear; \(aki.commandLine)\r")
        try session.waitUntil("the client") { $0.contains(Words.title) && !$0.contains(Words.reading) }
        session.press(.ctrl("z"))
        try session.waitFor("Stopped")
        #expect(!session.screen.isAlternate && session.screen.isCursorVisible && !session.screen.isBracketedPasteOn)
        session.send("clear; fg\r")
        try session.waitUntil("the client again") { $0.contains(Words.title) && !$0.contains("Stopped") }
        #expect(try !session.settings.readsLines)
        try session.leaveShell()
    }
}

/// A client, and whose input it reads.
private struct MatrixSession {
    let terminal: TerminalSession
    let input: TerminalSession?

    init(_ terminal: TerminalSession, input: TerminalSession? = nil) {
        self.terminal = terminal
        self.input = input
    }

    var recording: [UInt8] { terminal.recording }
    func waitFor(_ text: String) throws { try terminal.waitFor(text) }
    func readUntilQuiet(milliseconds: Int64) { terminal.readUntilQuiet(milliseconds: milliseconds) }
    func waitUntil(_ what: String, orItsEnd: Bool, _ condition: (Screen) -> Bool) throws {
        let clock = Stopwatch()
        while !condition(terminal.screen), clock.elapsed < TerminalSession.limit {
            terminal.receive(waitingUpTo: 100_000_000)
            if ProcessTable.state(of: terminal.child.process).map({ $0 == "Z" }) ?? true { return }
        }
        #expect(condition(terminal.screen), "never came: \(what)")
    }
}

/// A shell with job control, from which the client is started: only there it can be stopped.
extension Person {
    var commandLine: String { ([World.binary] + common).map { "'\($0)'" }.joined(separator: " ") }

    func openShell(term: String? = "xterm-256color") throws -> TerminalSession {
        // Readline's own brackets around pastes are not what these tests look at.
        var bash = program(["--norc", "--noprofile", "-i"], environment: ["PS1": "shell> ", "INPUTRC": "/dev/null"])
        bash.path = "/bin/bash"
        let session = try TerminalSession(bash, size: .wide, term: term)
        try session.waitFor("shell>")
        session.send("bind 'set enable-bracketed-paste off'\r")
        try session.waitUntil("the shell is ready") { $0.text.ranges(of: "shell>").count >= 2 }
        return session
    }
}

extension TerminalSession {
    /// Leaves the client that runs in a shell, and the shell.
    func leaveShell(file: StaticString = #fileID, line: UInt = #line) throws {
        press(.ctrl("c"))
        try waitUntil("the shell is back", file: file, line: line) {
            !$0.isAlternate && $0.row($0.cursor.row).hasPrefix("shell>")
        }
        send("exit\r")
        _ = try waitForExit(file: file, line: line)
        try expectTheTerminalAsItWas()
    }
}
