import PtySupport
import Testing

/// 6. A window, and what somebody does elsewhere with the session that it uses.
@Suite(.needsTheBinary) struct TwoSessionsTests {
    private static let formLine = "Your session has ended"

    @Test("A window follows the newest session of its account, sends nothing without one, and forgets no other's")
    func aWindowWithAnOldSessionIsInNobodysWay() throws {
        let world = try World()
        let aki = try world.person("aki")
        let post = try aki.post("Sunday at the lake")
        let window = try aki.openPost(post)
        #expect(try aki.run("sign-out").status == 0)
        try window.comment("from here")
        try window.waitFor(Self.formLine)
        #expect(try aki.run("sign-in", "aki", "--password-stdin", input: Person.password + "\n").status == 0)
        try window.waitForNo(Self.formLine)
        try window.waitUntilSent(by: aki)
        // The command can't send it; the window takes it over, with the new session.
        #expect(try aki.run("comment", post, "from elsewhere", "--network", "fail=503").status != 3)
        try window.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["from here", "from elsewhere"])

        // Someone else signs up in the same folder, and then this window signs out.
        #expect(try aki.run("sign-up", "mio", "--password-stdin", input: Person.password + "\n").status == 0)
        window.send("Sy")
        try window.waitFor("not signed in")
        #expect(try aki.run("comment", post, "from mio").status == 0)
        #expect(try aki.comments(on: post).last?.author == "mio")
        try window.quit()
    }
}
