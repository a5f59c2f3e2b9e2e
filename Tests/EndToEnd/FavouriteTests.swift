import PtySupport
import Testing

/// 5. Favourites of posts and comments.
@Suite(.needsTheBinary) struct FavouriteTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post("Sunday at the lake")
        _ = try aki.run("comment", post, "What a day!")
    }

    /// The client with the comment selected: before its page is there, keys would mean the post.
    private func openComment(on network: String) throws -> TerminalSession {
        let session = try aki.openPost(post, network: network)
        try session.waitUntil("the comment is selected") { screen in
            zip(screen.rows, screen.rows.dropFirst()).contains { $0.contains("│▸") && $1.contains("What a day!") }
        }
        return session
    }

    @Test func flipsAndCountsBeforeAnyAnswer() throws {
        let session = try openComment(on: "bad")
        session.send("f")
        try session.waitUntil("the heart is full") { $0.contains("♥ 1") }
        #expect(try world.stranger("mio").comments(on: post).map(\.favourites) == [0])
        try session.quit()
    }

    @Test func aRefusedOneIsAsTheServerHasItAndMarkedUntilEnter() throws {
        let session = try openComment(on: "wifi")
        try session.refuseNext()
        session.send("f")
        try session.waitFor("favourite refused")
        #expect(!session.screen.contains("♥ 1"))
        session.press(.enter)
        try session.waitUntil("the heart is full, the mark gone") {
            $0.contains("♥ 1") && !$0.contains("favourite refused")
        }
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.favourited) == [true])
        try session.quit()
    }

    @Test(arguments: [49, 50]) func theLastOfManyWishesWins(presses: Int) throws {
        let session = try openComment(on: "good")
        session.send(String(repeating: "f", count: presses))
        try session.waitUntil("the last press shows") { $0.contains("♥ 1") == (presses % 2 == 1) }
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.favourited) == [presses % 2 == 1])
        try session.quit()
    }

    @Test func postsHaveThemToo() throws {
        let session = try aki.open("--network", "wifi")
        try session.waitFor("Sunday at the lake")
        session.send("f")
        try session.waitFor("♥  1")
        try session.waitUntilSent(by: aki)
        #expect(try aki.posts().map(\.favourites) == [1])
        try session.quit()
    }
}
