import PtySupport
import Testing

/// 2. A feed and a post; posts, comments, replies, edits, deletions.
@Suite(.needsTheBinary) struct ReadingAndWritingTests {
    private let world: World
    private let aki: Person
    init() throws {
        world = try World()
        aki = try world.person("aki")
    }

    @Test func feedAndPostStandSideBySideFrom100ColumnsOn() throws {
        let post = try aki.post("Sunday at the lake", text: "So blue!")
        _ = try aki.post("First steps")
        let wide = try aki.open("--post", post, size: TerminalSize(100, 30))
        try wide.waitUntil("both panes") { $0.contains("First steps") && $0.contains("So blue!") }
        try wide.quit()
        let narrow = try aki.open("--post", post, size: TerminalSize(99, 30))
        try narrow.waitFor("So blue!")
        #expect(!narrow.screen.contains("First steps"))
        narrow.send("q")
        try narrow.waitUntil("the feed alone") { $0.contains("First steps") && !$0.contains("So blue!") }
        try narrow.quit()
    }

    @Test func aPostACommentAReplyAnEditAndADeletion() throws {
        let session = try aki.open()
        try session.waitFor("No posts yet")
        try session.write("Sunday at the lake", with: "p")
        try session.waitFor("Sunday at the lake")
        try session.waitUntilSent(by: aki)
        session.press(.enter)
        try session.waitUntil("the post is in front") { $0.contains("│▸") }
        try session.comment("What a day!")
        try session.waitFor("What a day!")
        // A reply waits for its comment to be on the board.
        try session.waitUntilSent(by: aki)
        try session.write("And what an evening.", with: "r")
        try session.waitUntilSent(by: aki)
        let id = try #require(try aki.posts().first?.id)
        #expect(try aki.comments(on: id).map(\.text) == ["What a day!", "And what an evening."])

        try session.openComposer(with: "e")
        session.press(.ctrl("u"))
        session.send("And what a night.\r")
        try session.waitForNo(Words.composer)
        try session.waitFor("And what a night.")
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: id).map(\.text) == ["What a day!", "And what a night."])
        #expect(try aki.comments(on: id).map(\.edited) == [false, true])

        session.send("d")
        try session.waitFor("Delete")
        session.send("y")
        try session.waitForNo("And what a night.")
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: id).map(\.text) == ["What a day!"])
        try session.quit()
    }

    /// A slow link brings several keys in one read. Only where text is typed can that be a paste.
    @Test func keysThatComeTogetherAreKeys() throws {
        _ = try aki.post("Sunday at the lake")
        let session = try aki.open()
        try session.waitFor("Sunday at the lake")
        session.send("\rc")
        try session.waitFor(Words.composer)
        try session.quit()
    }

    @Test func newLinesAreCtrlJAndAPasteNeverSends() throws {
        let post = try aki.post("Sunday at the lake")
        let session = try aki.openPost(post)
        try session.openComposer(with: "c")
        session.send("first line")
        session.press(.ctrl("j"))
        session.paste("second line\nthird line\n")
        try session.waitFor("third line")
        try session.waitFor(Words.composer)
        session.press(.enter)
        try session.waitForNo(Words.composer)
        try session.waitUntilSent(by: aki)
        let text = try #require(try aki.comments(on: post).first?.text)
        #expect(text.split(separator: "\n") == ["first line", "second line", "third line"])
        try session.quit()
    }
}

extension TerminalSession {
    /// Waits until nothing of the person's is on its way any more: the outbox on disk says so, then the screen, which
    /// follows within moments that nothing on it marks.
    func waitUntilSent(by person: Person, file: StaticString = #fileID, line: UInt = #line) throws {
        let clock = Stopwatch()
        while try !person.outbox().isEmpty {
            readUntilQuiet(milliseconds: 20)
            guard clock.elapsed < TerminalSession.limit else {
                let left = try person.outbox().map { "\($0)" }.joined(separator: "\n")
                return try waitUntil("the outbox is empty; there are\n\(left)\n", file: file, line: line) { _ in false }
            }
        }
        readUntilQuiet(milliseconds: 100)
    }
}
