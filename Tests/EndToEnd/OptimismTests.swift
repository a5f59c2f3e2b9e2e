import PtySupport
import Testing

/// 3. On screen before any request, in the outbox before the composer clears; each answer settles its own item.
@Suite(.needsTheBinary) struct OptimismTests {
    private let world: World
    private let aki: Person
    init() throws {
        world = try World()
        aki = try world.person("aki")
    }

    @Test func aCommentIsOnScreenAndOnDiskBeforeAnyAnswer() throws {
        let post = try aki.post("Sunday at the lake")
        let session = try aki.openPost(post, network: "bad")
        try session.comment("What a day!")
        try session.waitFor("What a day!")
        // Killed with the composer just closed: what it held is on disk, and not yet on the board.
        session.child.send(signal: 9)
        try session.waitForExit()
        #expect(try aki.outbox().count == 1)
        let rows = try aki.comments(on: post)
        #expect(rows.map(\.text) == ["What a day!"])
        #expect(rows.map(\.id) == [nil])
        #expect(try world.stranger("mio").comments(on: post).isEmpty)
    }

    @Test func whatWaitsIsSeenBeforeAnythingIsReadAndLettersBehindARefusedKeyAreNoKeys() throws {
        let post = try aki.post("Sunday at the lake")
        _ = try aki.run("comment", post, "What a day!", "--network", "offline")
        let session = try aki.open("--network", "offline", "--post", "p77")
        try session.waitFor("could not be read")
        session.press(.tab)
        try session.waitFor("a post not read yet")
        session.send("eSome text")
        try session.waitUntil("the refusal is said") { $0.rows.last?.contains("not read yet") ?? false }
        #expect(!session.screen.contains("Sign out?"))
        session.readUntilQuiet(milliseconds: 600)
        session.press(.enter)
        try session.waitFor("What a day!")
        try session.chooseNetwork("wifi")
        try session.waitFor(Words.title)
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["What a day!"])
        try session.quit()
    }

    @Test func saysThatItIsSendingWhenTheAnswerTakesLong() throws {
        let post = try aki.post("Sunday at the lake")
        let session = try aki.openPost(post, network: "good")
        try session.comment("What a day!")
        try session.waitFor(Words.sending)
        try session.waitForNo(Words.sending)
        try session.waitFor("What a day!")
        #expect(!session.screen.contains(Words.notSent))
        try session.quit()
        #expect(try aki.comments(on: post).map(\.state) == ["sent"])
    }

    @Test func tenCommentsToTenPostsEachSettleTheirOwn() throws {
        let posts = try (0..<10).map { try aki.post("post \($0)") }
        let session = try aki.open("--network", "wifi")
        try session.waitFor("post 9")
        try session.chooseNetwork("good")
        // The feed has the newest first.
        for index in (0..<10).reversed() {
            try session.comment("comment \(index)")
            session.press(.tab)
            session.send("j")
        }
        try session.waitUntilSent(by: aki)
        for (index, post) in posts.enumerated() {
            #expect(try aki.comments(on: post).map(\.text) == ["comment \(index)"])
        }
        try session.quit()
    }

    @Test func tenCommentsToOnePostStandInTheOrderTypedAndSayWhatTheyWaitFor() throws {
        let post = try aki.post("Sunday at the lake")
        let session = try aki.openPost(post, network: "good", size: TerminalSize(100, 60))
        let texts = (0..<10).map { "number \($0)" }
        for text in texts { try session.comment(text) }
        // The first ones may have left by now.
        try session.waitUntil("each names the one before it") { screen in
            texts[4..<9].allSatisfy { screen.contains("waits for your comment “\($0)”") }
        }
        let rows = texts.compactMap { session.screen.rowIndex(of: $0) }
        #expect(rows == rows.sorted())
        try session.chooseNetwork("wifi")
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == texts)
        try session.quit()
    }
}
