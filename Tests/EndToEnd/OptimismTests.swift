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
        let session = try aki.open("--post", post, "--network", "bad")
        try session.waitFor("Sunday at the lake")
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

    @Test func saysThatItIsSendingWhenTheAnswerTakesLong() throws {
        let post = try aki.post("Sunday at the lake")
        let session = try aki.open("--post", post, "--network", "good")
        try session.waitFor("Sunday at the lake")
        try session.comment("What a day!")
        try session.waitFor(Words.sending)
        try session.waitForNo(Words.sending)
        #expect(session.screen.contains("What a day!"))
        #expect(!session.screen.contains(Words.notSent))
        try session.quit()
        #expect(try aki.comments(on: post).map(\.state) == ["sent"])
    }

    @Test func tenCommentsToTenPostsEachSettleTheirOwn() throws {
        let posts = try (0..<10).map { try aki.post("post \($0)") }
        let session = try aki.open("--network", "good")
        try session.waitFor("post 9")
        // The feed has the newest first.
        for index in (0..<10).reversed() {
            session.send("ccomment \(index)\r")
            session.send("\t")
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
        let session = try aki.open("--post", post, "--network", "good", size: TerminalSize(100, 60))
        try session.waitFor("Sunday at the lake")
        let texts = (0..<10).map { "number \($0)" }
        for text in texts { session.send("c\(text)\r") }
        try session.waitUntil("each names the one before it") { screen in
            texts.dropLast().allSatisfy { screen.contains("waits for “\($0)”") }
        }
        let rows = texts.compactMap { session.screen.rowIndex(of: $0) }
        #expect(rows == rows.sorted())
        try session.chooseNetwork("wifi")
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == texts)
        try session.quit()
    }
}
