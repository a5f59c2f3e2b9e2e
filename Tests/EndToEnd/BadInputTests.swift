import Glibc
import PtySupport
import Testing

/// The "Bad input", one test for each sentence.
@Suite(.needsTheBinary) struct BadInputTests {
    private let world: World
    init() throws { world = try World() }

    @Test func aBoardIsMadeAndSaidIfItsFolderExists() throws {
        let result = try world.stranger("aki").run("posts")
        #expect(result.status == 0)
        #expect(result.errors.contains(world.board))
        #expect(world.scratch.read("board.sqlite") != nil)
    }

    @Test func noFolderIsAFailure() throws {
        var aki = try world.stranger("aki")
        aki = Person(name: "aki", home: aki.home, board: world.scratch.file("no such folder/board.sqlite"))
        let result = try aki.run("posts")
        #expect(result.status == 1)
        #expect(result.errors.contains("no such folder"))
    }

    @Test func whatIsNotSQLiteStaysUntouched() throws {
        let text = String(repeating: "My diary, not a database. ", count: 100)
        try world.scratch.write("board.sqlite", text)
        let result = try world.stranger("aki").run("posts")
        #expect(result.status == 1)
        #expect(!result.errors.isEmpty)
        #expect(world.scratch.read("board.sqlite") == Array(text.utf8))
    }

    @Test func aNewerVersionStaysUntouched() throws {
        _ = try world.person("aki")
        try RawDatabase(world.board).execute("PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)")
        let before = world.scratch.read("board.sqlite")
        let result = try world.stranger("mio").run("posts")
        #expect(result.status == 1)
        #expect(result.errors.contains("newer"))
        #expect(world.scratch.read("board.sqlite") == before)
    }

    @Test func aReadOnlyBoardOpensAndRefusesWhatIsSent() throws {
        let aki = try world.person("aki")
        let post = try aki.post("Sunday at the lake")
        chmod(world.board, 0o400)
        // Root may write anything; without these capabilities it is an owner like others.
        var client = aki.program(["--post", post, "--board", aki.board, "--state-dir", aki.state])
        if geteuid() == 0 {
            client.arguments = ["--bounding-set=-dac_override,-dac_read_search", client.path] + client.arguments
            client.path = "/usr/bin/setpriv"
        }
        let session = try TerminalSession(client, size: .wide)
        try session.waitFor("Sunday at the lake")
        try session.comment("What a day!")
        try session.waitFor("the board is read-only")
        try session.quit()
    }

    @Test func aLockedBoardIsBusyAndTheCommentPending() throws {
        let aki = try world.person("aki")
        let post = try aki.post("Sunday at the lake")
        let session = try aki.openPost(post)
        let locker = try RawDatabase(world.board)
        try locker.execute("BEGIN IMMEDIATE")
        try session.comment("What a day!")
        try session.waitFor("board is busy")
        #expect(!session.screen.contains(Words.notSent))
        try locker.execute("ROLLBACK")
        session.press(.enter)
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["What a day!"])
        try session.quit()
    }

    @Test func anUnknownOptionOrPresetIsUsageWithASuggestion() throws {
        let aki = try world.stranger("aki")
        let option = try aki.run("posts", "--jsn")
        #expect(option.status == 2)
        #expect(option.errors.contains("--json"))
        let preset = try aki.run("posts", "--network", "flakey")
        #expect(preset.status == 2)
        #expect(preset.errors.contains("flaky"))
        let command = try aki.run("post-s")
        #expect(command.status == 2)
        #expect(command.errors.contains("posts"))
    }

    @Test func anEmptyCommentIsNotSentAndTheHintSaysSo() throws {
        let aki = try world.person("aki")
        let post = try aki.post("Sunday at the lake")
        let session = try aki.openPost(post)
        try session.openComposer(with: "c")
        session.send("   \r")
        try session.waitFor("nothing to send yet")
        try session.quit()
        #expect(try aki.comments(on: post).isEmpty)
        #expect(try aki.run("comment", post, "  ").status == 1)
    }

    @Test func aTextOverTheLimitStaysAndACounterSaysByHowMuch() throws {
        let aki = try world.person("aki")
        let post = try aki.post("Sunday at the lake")
        let session = try aki.openPost(post)
        try session.openComposer(with: "c")
        session.paste(String(repeating: "x", count: 10_007))
        try session.waitFor("7 over")
        session.press(.enter)
        session.press(.backspace, .backspace, .backspace, .backspace, .backspace, .backspace, .backspace)
        try session.waitForNo("over:")
        session.press(.enter)
        try session.waitForNo(Words.composer)
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text.count) == [10_000])
        try session.quit()
    }

    @Test func controlCharactersAreRemovedFromWhatIsTyped() throws {
        let aki = try world.person("aki")
        let post = try aki.post("Sunday at the lake")
        let session = try aki.openPost(post)
        try session.openComposer(with: "c")
        session.paste("a\u{1B}[31mred\u{07} \u{9B}2Jend")
        try session.waitFor("end")
        session.press(.enter)
        try session.waitForNo(Words.composer)
        try session.waitUntilSent(by: aki)
        let text = try #require(try aki.comments(on: post).first?.text)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
        try session.quit()
    }

    @Test func whatOthersStoredIsKeptRawAndShownHarmless() throws {
        let aki = try world.person("aki")
        let mean = "\u{1B}]0;owned\u{07}\u{1B}[2Jcleared \u{9B}31m"
        let post = try aki.post("Sunday at the lake")
        _ = try aki.run("comment", post, "placeholder")
        try RawDatabase(world.board).execute("UPDATE comments SET text = '\(mean)' WHERE text = 'placeholder'")
        #expect(try aki.comments(on: post).map(\.text) == [mean])
        let session = try aki.open("--post", post)
        try session.waitFor("cleared")
        try session.waitFor("Sunday at the lake")
        try session.quit()
        #expect(!session.recording.contains(0x07))
    }

    @Test func inputThatIsNoTerminalIsOneLineAnd2() throws {
        let aki = try world.person("aki")
        let result = try aki.run()
        #expect(result.status == 2)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.output.isEmpty)
    }

    @Test func anOutboxOnAFullDiskIsShownSentAndMarkedNotSaved() throws {
        let aki = try world.person("aki")
        let post = try aki.post("Sunday at the lake")
        let client = aki.program(
            ["--post", post, "--network", "good", "--board", aki.board, "--state-dir", aki.state])
        // Unless the signal is ignored, a write over the limit is a death and not an error.
        let shell = Program(
            "/bin/sh", ["-c", "trap '' XFSZ; exec \"$@\"", "sh", client.path] + client.arguments,
            environment: client.environment, directory: client.directory)
        let session = try TerminalSession(shell, size: .wide)
        try session.waitFor("Sunday at the lake")
        // The board's own write comes 2 s later, behind "good".
        try session.child.limitFiles(toBytes: 0)
        try session.comment("What a day!")
        try session.waitFor("not saved")
        try session.child.limitFiles(toBytes: .max)
        try session.waitForNo("not saved")
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["What a day!"])
        try session.quit()
    }
}
