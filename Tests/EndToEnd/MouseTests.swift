import PtySupport
import Testing

/// The mouse: off unless it is asked for, and off again on every way out.
@Suite(.needsTheBinary) struct MouseTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post("Sunday at the lake")
        for text in ["The first.", "The second.", "The third."] { _ = try aki.run("comment", post, text) }
    }

    @Test func isOffUnlessItIsAskedFor() throws {
        let session = try aki.openPost(post)
        #expect(!session.screen.isMouseOn)
        try session.quit()
    }

    @Test func aClickSelectsAClickOnAFailedCommentRetriesTheWheelScrolls() throws {
        let session = try aki.openPost(post, "--mouse", network: "good")
        #expect(session.screen.isMouseOn)
        try session.refuseNext()
        try session.comment("What a day!")
        try session.waitFor(Words.notSent)
        try session.click(on: "The first.")
        try session.waitUntil("the first is selected") { $0.pointer == $0.rowIndex(of: "The first.").map { $0 - 1 } }
        let row = try #require(session.screen.rowIndex(of: "The first."))
        session.turnWheel(down: true, row: row, column: 60)
        try session.waitUntil("the failed one is selected") {
            $0.pointer == $0.rowIndex(of: "What a day!").map { $0 - 1 }
        }
        try session.click(on: Words.notSent)
        try session.waitForNo(Words.notSent)
        try session.waitUntilSent(by: aki)
        try session.quit()
    }

    @Test func theConfigurationTurnsItOnAndASuspendedClientLeavesIt() throws {
        try aki.configure("{ \"mouse\": true }")
        // Only a shell with job control can be stopped for.
        var bash = aki.program(["--norc", "--noprofile", "-i"], environment: ["PS1": "shell> "])
        bash.path = "/bin/bash"
        let session = try TerminalSession(bash, size: .wide)
        try session.waitFor("shell>")
        session.send("\(World.binary) --board \(aki.board) --state-dir '\(aki.state)'\r")
        try session.waitFor("The first.")
        #expect(session.screen.isMouseOn)
        session.press(.ctrl("z"))
        try session.waitFor("Stopped")
        #expect(!session.screen.isMouseOn)
        session.send("fg\r")
        try session.waitUntil("it is back") { $0.isMouseOn && $0.contains("The first.") }
        session.send("q")
        try session.waitUntil("the shell is back") { !$0.isAlternate && $0.contains("shell>") }
        session.send("exit\r")
        _ = try session.waitForExit()
        try session.expectTheTerminalAsItWas()
    }

    @Test func aCrashLeavesItToo() throws {
        let session = try aki.openPost(post, "--mouse")
        session.child.send(signal: 11)
        _ = try session.waitForExit()
        try session.expectTheTerminalAsItWas()
    }
}

extension TerminalSession {
    fileprivate func click(on text: String) throws {
        let row = try #require(screen.rowIndex(of: text))
        let line = screen.rows[row]
        let start = try #require(line.firstRange(of: text)).lowerBound
        click(row: row, column: line[..<start].count)
    }
}

extension Screen {
    /// The row of the post's selection.
    fileprivate var pointer: Int? { rows.firstIndex { $0.contains("│▸") } }
}
