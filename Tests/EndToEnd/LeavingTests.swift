import Glibc
import PtySupport
import Testing

/// 8. Leaving cleanly.
@Suite(.needsTheBinary) struct LeavingTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post("Sunday at the lake")
    }

    private func openFeed() throws -> TerminalSession {
        let session = try aki.open()
        try session.waitFor(Words.title)
        #expect(session.screen.isAlternate)
        return session
    }

    @Test func qInTheFeedLeaves() throws {
        let session = try openFeed()
        session.send("q")
        #expect(try session.waitForExit() == .exited(0))
        try session.expectTheTerminalAsItWas()
    }

    @Test func escapeNeverLeaves() throws {
        let session = try openFeed()
        for _ in 0..<3 {
            session.press(.escape)
            // Longer than the delay in which ESC and the next key are one, also on a machine that is busy.
            session.readUntilQuiet(milliseconds: 300)
        }
        session.send("?")
        try session.waitFor("Keys")
        session.send("q")
        try session.waitFor(Words.title)
        try session.quit()
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGILL, SIGABRT, SIGSEGV])
    func aSignalLeavesTheTerminalAsItWas(signal: Int32) throws {
        for composing in [false, true] {
            let session = try aki.openPost(post)
            if composing { try session.openComposer(with: "c") }
            session.child.send(signal: signal)
            #expect(try session.waitForExit() == .killed(signal: signal))
            try session.expectTheTerminalAsItWas()
        }
    }

    @Test func ctrlCLeavesFromAnywhere() throws {
        for keys in ["", "c", "L", "o", "?", "S"] {
            let session = try aki.openPost(post, network: "wifi")
            session.send(keys)
            session.readUntilQuiet(milliseconds: 50)
            session.press(.ctrl("c"))
            #expect(try session.waitForExit() == .exited(0))
            try session.expectTheTerminalAsItWas()
        }
    }

    @Test func aClosedTerminalEndsItAndSavesTheDraft() throws {
        let session = try aki.openPost(post)
        try session.openComposer(with: "c")
        session.send("half a thou")
        try session.waitFor("half a thou")
        session.closeTerminal()
        _ = try session.waitForExit()
        #expect(session.child.leftBehind.isEmpty)
        let again = try aki.openPost(post)
        try again.openComposer(with: "c")
        try again.waitFor("half a thou")
        try again.quit()
    }

    @Test func ctrlZStopsAndFgShowsTheScreenAgain() throws {
        var bash = aki.program(["--norc", "--noprofile", "-i"], environment: ["PS1": "shell> "])
        bash.path = "/bin/bash"
        let session = try TerminalSession(bash, size: .wide)
        try session.waitFor("shell>")
        session.send("stty -a | tail -1; \(World.binary) --board \(aki.board) --state-dir '\(aki.state)'\r")
        try session.waitFor("Sunday at the lake")
        let inside = try session.settings
        session.press(.ctrl("z"))
        try session.waitFor("Stopped")
        #expect(!session.screen.isAlternate)
        #expect(session.screen.isCursorVisible)
        try session.resize(to: TerminalSize(70, 20))
        session.send("fg\r")
        try session.waitUntil("the client is back") { $0.isAlternate && $0.contains("Sunday at the lake") }
        #expect(try session.settings == inside)
        session.send("q")
        try session.waitUntil("the shell is back") { !$0.isAlternate && $0.contains("shell>") }
        session.send("exit\r")
        #expect(try session.waitForExit() == .exited(0))
        try session.expectTheTerminalAsItWas()
    }

    @Test(arguments: [
        TerminalSize(80, 24), TerminalSize(300, 100), TerminalSize(40, 10), TerminalSize(20, 5), TerminalSize(0, 0),
    ])
    func anySizeIsDrawn(size: TerminalSize) throws {
        let session = try aki.open(size: size)
        try session.waitFor("Sun")
        try session.quit()
    }

    @Test(arguments: [TerminalSize(19, 5), TerminalSize(10, 3), TerminalSize(2, 1), TerminalSize(1, 1)])
    func tooSmallSaysSoAndGrowsAgain(size: TerminalSize) throws {
        let session = try aki.open(size: size)
        try session.waitUntil("what fits of \"needs 20×5\"") { screen in
            let first = screen.rows.first { !$0.isEmpty } ?? ""
            return !first.isEmpty && "needs 20×5".hasPrefix(first)
        }
        try session.resize(to: .wide)
        try session.waitFor("Sunday at the lake")
        try session.resize(to: size)
        try session.waitForNo("Sunday at the lake")
        try session.quit()
    }

    @Test func aStormOfResizesEndsInTheLastSize() throws {
        let session = try aki.openPost(post, network: "bad")
        try session.comment("while it is pending")
        session.send("L")
        try session.waitFor("Ctrl-F")
        // Down to nothing, too.
        for step in 0..<500 { try session.resize(to: TerminalSize(1 + step % 110, 1 + step % 40)) }
        try session.resize(to: TerminalSize(90, 25))
        try session.waitUntil("the panel is open") { $0.contains("Ctrl-F") && $0.size.columns == 90 }
        session.press(.escape)
        try session.waitUntil("the last row is the status line") { screen in
            screen.contains("while it is pending") && !screen.row(24).isEmpty
        }
        try session.quit()
    }

    @Test func quittingWithWorkPendingSaysWhatWaits() throws {
        let session = try aki.openPost(post, network: "offline")
        try session.comment("one")
        try session.comment("two")
        session.press(.ctrl("c"))
        #expect(try session.waitForExit() == .exited(0))
        try session.expectTheTerminalAsItWas()
        #expect(session.screen.text.contains("2 comments wait"))
        #expect(session.screen.text.contains("rakkan outbox drain"))
    }
}
