import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// `rakkan demo`: an album to try it on.
@Suite(.needsTheBinary) struct DemoTests {
    private let world: World
    private let kei: Person
    private let temporary: String
    init() throws {
        world = try World()
        kei = try world.stranger("kei")
        temporary = try world.scratch.makeFolder("temporary")
    }

    private func demo(_ arguments: String..., size: TerminalSize = .wide) throws -> TerminalSession {
        try TerminalSession(
            kei.program(["demo"] + arguments, environment: ["TMPDIR": temporary]), size: size)
    }

    private var leftovers: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: temporary) }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func nothingOfItIsLeftHoweverItEnds(signal: Int32) throws {
        let session = try demo("--as", "kei", "--network", "wifi")
        try session.waitFor("Try f and c")
        try session.waitUntil("the album is there") { $0.contains("♡") || $0.contains("♥") }
        #expect(try leftovers.count == 1)
        if signal == SIGINT { session.press(.ctrl("c")) } else { session.child.send(signal: signal) }
        try session.waitForExit()
        try session.expectTheTerminalAsItWas()
        #expect(try leftovers.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: kei.home + "/.local"))
    }

    @Test func theFormOpensWithOnesNameAndOneGoesOnFromThere() throws {
        let session = try demo("--network", "wifi")
        try session.waitFor(Words.signUp)
        try session.waitFor("kei")
        session.send("correct horse")
        session.press(.enter)
        try session.waitForNo(Words.signUp)
        session.press(.ctrl("c"))
        try session.waitForExit()
    }

    @Test func whereNoRequestIsKnownAgainOneIsAskedWhetherItLooksPosted() throws {
        let session = try demo("--as", "kei", "--unkeyed", "--network", "latency=10ms,fail=reset-after", "--post", "p3")
        try session.waitFor("c comments")
        session.send("cOnly once\r")
        try session.waitFor("may have been posted")
        session.send("Lwifi\r\r")
        try session.waitFor("looks already posted")
        try session.waitUntil("the copy is on screen, too") { $0.text.ranges(of: "Only once").count == 2 }
        session.send("K")
        try session.waitForNo("looks already posted")
        try session.waitUntil("it is there once") { $0.text.ranges(of: "Only once").count == 1 }
        session.press(.ctrl("c"))
        #expect(try session.waitForExit() == .exited(0))
        #expect(!session.screen.contains("wait"))
    }

    @Test func oneSeedIsOneAlbumAndAKeptOneIsNotFilledTwice() throws {
        func album(_ file: String, seed: Int) throws -> String {
            let path = world.scratch.file(file)
            let session = try demo("--board", path, "--as", "kei", "--seed", "\(seed)", "--network", "wifi")
            try session.waitUntil("the album is there") { $0.contains("♡") || $0.contains("♥") }
            try session.quit()
            let result = try Command.run(kei.program(["posts", "--json", "--board", path]))
            return result.output.split(separator: "\n").joined().replacing(#/"createdAt": *"[^"]*"/#, with: "")
        }
        let first = try album("one", seed: 7)
        #expect(first.count > 1_000)
        #expect(try album("two", seed: 7) == first)
        #expect(try album("one", seed: 8) == first)
        #expect(try album("three", seed: 8) != first)
    }

    @Test func aBoardThatSomeoneHasIsLeftAsItIs() throws {
        let aki = try world.person("aki")
        _ = try aki.post("Sunday at the lake")
        let session = try demo("--board", world.board, "--as", "kei", "--network", "wifi")
        try session.waitFor("Sunday at the lake")
        try session.quit()
        #expect(try aki.posts().map(\.title) == ["Sunday at the lake"])
    }

    @Test func guestsWriteAndFavourite() throws {
        let path = world.scratch.file("album")
        let session = try demo("--board", path, "--as", "kei", "--network", "wifi", "--guests", "40")
        try session.waitUntil("the album is there") { $0.contains("♡") || $0.contains("♥") }
        func state() throws -> String { try Command.run(kei.program(["posts", "--json", "--board", path])).output }
        let before = try state()
        // Forty at a person's pace: something within seconds.
        while try state() == before { session.readUntilQuiet(milliseconds: 200) }
        try session.quit()
    }

    @Test func theWaitingWayShowsNothingBeforeTheAnswerAndBothAreSummed() throws {
        let session = try demo("--as", "kei", "--network", "wifi", "--waiting")
        try session.waitUntil("the album is there") { $0.contains("♡") || $0.contains("♥") }
        session.press(.enter)
        try session.waitForNo(Words.reading)
        try session.chooseNetwork("good")
        try session.openComposer(with: "c")
        session.send("So blue!")
        try session.waitFor("So blue!")
        session.press(.enter)
        try session.waitFor("waiting for the answer")
        session.send("xyz")
        try session.waitForNo("waiting for the answer")
        try session.waitUntil("it is among the comments") { $0.contains("So blue!") && !$0.contains(Words.composer) }
        #expect(!session.screen.contains("xyz"))
        try session.waitFor("s here, 0.0 s the other way")
        try session.quit()
    }

    @Test func aScriptPressesKeysAndSaysWhatIsToBeSeen() throws {
        let script = world.scratch.file("script")
        try "caption Look: a heart.\nuntil ♡\npress Enter\nuntil ───\npress f\nuntil ♥\nwait 100ms\npress Esc q\n"
            .write(toFile: script, atomically: true, encoding: .utf8)
        let session = try demo("--as", "kei", "--network", "wifi", "--script", script)
        try session.waitFor("Look: a heart.")
        #expect(try session.waitForExit() == .exited(0))
        try session.expectTheTerminalAsItWas()
    }

    @Test(arguments: [
        (["--script", "bad"], "line 2"), (["--script", "nowhere"], "can't be read"),
        (["--network", "latency=3"], "latency takes a time"), (["--network", "goood"], "did you mean good?"),
        (["--guests", "many"], "--guests takes"), (["album"], "takes no"),
    ])
    func aMistakeIsOneLineAnd2(arguments: [String], words: String) throws {
        try "wait 1s\ndance\n".write(toFile: kei.home + "/bad", atomically: true, encoding: .utf8)
        let result = try Command.run(kei.program(["demo"] + arguments))
        #expect(result.status == 2)
        #expect(result.errors.contains(words) && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test func theDefaultBoardBeginsWithAWelcomeAndANamedOneEmpty() throws {
        let first = try Command.run(kei.program(["posts"]))
        #expect(first.output.contains("Welcome"))
        #expect(try Command.run(kei.program(["comments", "p1"])).output.contains("Press f"))
        let again = try Command.run(kei.program(["posts"]))
        #expect(again.output == first.output)
        #expect(try kei.posts().isEmpty)
    }

    @Test func thePanelShowsARequestOnItsWayAndItsFate() throws {
        let session = try demo("--as", "kei", "--network", "good", size: .usual)
        try session.waitUntil("the album is there") { $0.contains("♡") || $0.contains("♥") }
        session.send("f")
        session.send("L")
        try session.waitUntil("the favourite is on its way") {
            $0.row(with: "favourite ")?.contains("━") == true
        }
        try session.waitUntil("it was answered") { $0.row(with: "favourite ")?.contains("answered in") == true }
        try session.quit()
    }
}
