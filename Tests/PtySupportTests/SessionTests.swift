import Glibc
import PtySupport
import Testing

/// The harness itself, against programs that are known.
struct SessionTests {
    @Test func showsWhatAProgramPrints() throws {
        let session = try TerminalSession(shell("echo hello; read line"))
        try session.waitFor("hello")
        #expect(session.screen.rows.first == "hello")
        #expect(session.screen.cursor == (1, 0))
        #expect(!session.screen.isAlternate)
    }

    @Test func givesTheProgramItsSizeFromTheFirstMoment() throws {
        let session = try TerminalSession(shell("stty size; read line"), size: TerminalSize(101, 37))
        try session.waitFor("37 101")
    }

    @Test func aResizeReachesTheProgram() throws {
        let session = try TerminalSession(
            shell("trap 'stty size' WINCH; sleep infinity & echo ready; while :; do wait; done"))
        try session.waitFor("ready")
        try session.resize(to: TerminalSize(40, 10))
        try session.waitFor("10 40")
    }

    @Test func isTheControllingTerminalOfTheProgram() throws {
        let session = try TerminalSession(shell("tty; echo written >/dev/tty; read line"))
        try session.waitFor("/dev/pts/")
        try session.waitFor("written")
    }

    @Test func followsTheModesThatAProgramSwitches() throws {
        let session = try TerminalSession(
            shell(
                "printf '\\e[?1049h\\e[?25l\\e[?2004h\\e[?1000h'; read line; printf '\\e[?1000l\\e[?2004l\\e[?25h\\e[?1049l'"
            ))
        try session.waitUntil("the mouse is on") { $0.isMouseOn }
        #expect(session.screen.isAlternate)
        #expect(!session.screen.isCursorVisible)
        #expect(session.screen.isBracketedPasteOn)
        session.press(.enter)
        #expect(try session.waitForExit() == .exited(0))
        #expect(!session.screen.isAlternate)
        #expect(session.screen.isCursorVisible)
        #expect(!session.screen.isBracketedPasteOn)
        #expect(!session.screen.isMouseOn)
    }

    @Test func terminfoKnowsTheAlternateScreenToo() throws {
        let session = try TerminalSession(shell("echo before; tput smcup; echo inside; read line; tput rmcup"))
        try session.waitFor("inside")
        #expect(session.screen.isAlternate)
        session.press(.enter)
        try session.waitForExit()
        #expect(session.screen.contains("before"))
        #expect(!session.screen.contains("inside"))
    }

    @Test func keysTakeTheFormThatTheModesAskFor() throws {
        let session = try TerminalSession(shell("stty raw -echo; printf 'ready\\e[?1h'; head -c 3 | od -c; read line"))
        try session.waitFor("ready")
        session.press(.up)
        try session.waitFor("033   O   A")
    }

    @Test func aPasteIsBracketedWhenAskedFor() throws {
        let session = try TerminalSession(
            shell("stty raw -echo; printf 'ready\\e[?2004h'; head -c 15 | od -An -c -w15; read line"))
        try session.waitFor("ready")
        session.paste("a\nb")
        try session.waitFor("033   [   2   0   0   ~   a  \\r   b 033   [   2   0   1   ~")
    }

    @Test func aBigPasteMeetsAProgramThatAnswersEachByte() throws {
        let session = try TerminalSession(shell("stty -echo; echo ready; exec cat"))
        try session.waitFor("ready")
        let line = String(repeating: "x", count: 99) + "\n"
        session.send(String(repeating: line, count: 2_000) + "done\n")
        try session.waitFor("done")
        #expect(session.bytesReceived > 2_000 * line.utf8.count)
    }

    @Test func ctrlDEndsTheInput() throws {
        let session = try TerminalSession(Program("/bin/cat", environment: environment))
        session.send("seen\n")
        try session.waitFor("seen")
        session.press(.ctrl("d"))
        #expect(try session.waitForExit() == .exited(0))
    }

    @Test(arguments: [0, 1, 3, 75]) func tellsTheExitStatus(status: Int32) throws {
        #expect(try TerminalSession(shell("exit \(status)")).waitForExit() == .exited(status))
    }

    @Test func tellsTheSignalThatKilled() throws {
        let session = try TerminalSession(shell("echo ready; read line"))
        try session.waitFor("ready")
        session.child.send(signal: SIGKILL)
        #expect(try session.waitForExit() == .killed(signal: SIGKILL))
    }

    @Test func aClosedTerminalHangsUp() throws {
        let scratch = try Scratch()
        let session = try TerminalSession(
            shell("trap 'echo hung up >\(scratch.file("seen")); exit 7' HUP; echo ready; while :; do read line; done"))
        try session.waitFor("ready")
        session.closeTerminal()
        #expect(try session.waitForExit() == .exited(7))
        #expect(scratch.read("seen").map { String(decoding: $0, as: UTF8.self) } == "hung up\n")
    }

    @Test func noticesSettingsThatWereNotPutBack() throws {
        let tidy = try TerminalSession(shell("saved=$(stty -g); stty raw -echo; stty $saved"))
        try tidy.waitForExit()
        #expect(try tidy.settings == tidy.settingsBefore)
        let untidy = try TerminalSession(shell("stty raw -echo"))
        try untidy.waitForExit()
        #expect(try untidy.settings != untidy.settingsBefore)
        #expect(try !untidy.settings.echoes)
    }

    @Test func noticesAProcessThatWasLeftBehind() throws {
        let session = try TerminalSession(shell("trap '' HUP; cat <>/dev/ptmx >/dev/null & echo $!"))
        try session.waitForExit()
        let left = session.child.leftBehind
        #expect(left.map(String.init) == session.screen.rows.first.map { [$0] })
        for process in left { kill(process, SIGKILL) }
    }

    @Test func stopsAndGoesOnUnderAShell() throws {
        var bash = Program("/bin/bash", ["--norc", "--noprofile", "-i"], environment: environment)
        bash.environment["PS1"] = "$ "
        let session = try TerminalSession(bash)
        try session.waitFor("$")
        session.send("sh -c 'echo in front; exec cat'\n")
        try session.waitUntil("the job writes") { $0.rows.contains("in front") }
        session.press(.ctrl("z"))
        try session.waitFor("Stopped")
        session.send("fg\n")
        try session.waitUntil("the job is named") { $0.rows.contains { $0.hasPrefix("sh -c") } }
        session.send("still here\n")
        try session.waitUntil("cat copies") { $0.rows.filter { $0 == "still here" }.count == 2 }
    }

    @Test func aFailureShowsTheScreen() throws {
        let session = try TerminalSession(shell("echo something else"))
        let failure = try #require(throws: NeverCame.self) { try session.waitFor("the thing") }
        #expect(failure.description.contains("│something else"))
        #expect(failure.description.contains("the program exited with 0"))
    }
}

private let environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]

private func shell(_ script: String) -> Program {
    Program("/bin/bash", ["--norc", "--noprofile", "-c", script], environment: environment)
}
