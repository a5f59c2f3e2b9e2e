import PtySupport
import Testing

/// Lists on a terminal and a board: what unit tests can't see, in one session.
@Suite(.needsTheBinary) struct ListTests {
    @Test func aLongEveningIsSearchedFoldedAndLookedInto() throws {
        let world = try World()
        let (aki, mina) = (try world.person("aki"), try world.person("mina"))
        let post = try aki.post("Sunday at the lake")
        for text in ["The Cafe\u{301} was closed.", "Nothing here.", "Not here either."] {
            _ = try aki.run("comment", post, text)
        }
        let first = try #require(try aki.comments(on: post).first { $0.text.hasPrefix("The") })
        for person in [aki, mina] { _ = try person.run("favourite", try #require(first.id)) }
        try RawDatabase(world.board).execute("UPDATE comments SET created_at = 0 WHERE text = 'Nothing here.'")
        let session = try aki.open("--post", post, environment: ["TZ": "XYZ-13:07"])
        try session.waitFor("Not here either.")

        session.send("/CAF\u{C9}")
        try session.waitFor("from the top again")
        session.send("\r")
        try session.waitFor("n next")
        try session.write("It was Sunday.", with: "r")
        try session.waitFor("It was Sunday.")
        session.send("-")
        try session.waitFor("1 reply hidden")
        session.send("F")
        try session.waitFor("you  mina")
        session.send("\u{1B}")
        try session.waitForNo("you  mina")
        session.send("+")
        try session.waitFor("It was Sunday.")

        session.send("t")
        try session.waitFor("1970-01-01 13:07")
        session.send("\u{1B}")
        try session.waitForNo("n next")
        try session.quit()
    }
}
