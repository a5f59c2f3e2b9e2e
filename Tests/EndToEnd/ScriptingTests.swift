import PtySupport
import Testing

/// 9. Scripting: the same store and outbox, without a terminal.
@Suite(.needsTheBinary) struct ScriptingTests {
    private let world: World
    private let aki: Person
    init() throws {
        world = try World()
        aki = try world.person("aki")
    }

    @Test func writesAndReadsWhatTheClientShows() throws {
        let post = try aki.post("Sunday at the lake", text: "So blue!")
        #expect(try aki.run("comment", post, "What a day!").status == 0)
        #expect(try aki.run("comment", post, "-", input: "from\na pipe\n").status == 0)
        let rows = try aki.comments(on: post)
        #expect(rows.map(\.text) == ["What a day!", "from\na pipe"])
        #expect(rows.allSatisfy { $0.state == "sent" && $0.author == "aki" && $0.reason == nil })
        let id = try #require(rows.first?.id)
        #expect(try aki.run("favourite", id).status == 0)
        #expect(try aki.comments(on: post).map(\.favourited) == [true, false])
        #expect(try aki.run("favourite", id, "--off").status == 0)
        #expect(try aki.comments(on: post).map(\.favourites) == [0, 0])
        #expect(try aki.posts().map(\.comments) == [2])

        let session = try aki.open("--post", post)
        try session.waitFor("What a day!")
        try session.quit()
    }

    @Test func whatCannotBeSentNowIsQueuedWith75() throws {
        let post = try aki.post("Sunday at the lake")
        #expect(try aki.run("comment", post, "later", "--network", "offline").status == 75)
        let row = try #require(try aki.comments(on: post).first)
        #expect(row.id == nil)
        #expect(row.mutationID != nil)
        #expect(["queued", "waiting"].contains(row.state))
        #expect(try aki.outbox().map(\.mutationID) == [row.mutationID])
        #expect(try aki.run("outbox", "drain").status == 0)
        #expect(try aki.comments(on: post).map(\.state) == ["sent"])
        #expect(try aki.outbox().isEmpty)
    }

    @Test func theOutboxIsRetriedAndDiscardedByID() throws {
        let post = try aki.post("Sunday at the lake")
        for text in ["one", "two"] {
            _ = try aki.run("comment", post, text, "--network", "offline", "--auto-retry", "off")
        }
        let rows = try aki.outbox()
        try #require(rows.count == 2)
        #expect(try aki.run("outbox", "discard", rows[0].mutationID).status == 0)
        #expect(try aki.outbox().map(\.mutationID) == [rows[1].mutationID])
        #expect(try aki.run("outbox", "retry", rows[1].mutationID).status == 0)
        #expect(try aki.run("outbox", "drain").status == 0)
        #expect(try aki.comments(on: post).map(\.text) == ["two"])
    }

    @Test func writingNeedsAnAccountAndReadingDoesNot() throws {
        let post = try aki.post("Sunday at the lake")
        let mio = try world.stranger("mio")
        #expect(try mio.posts().map(\.title) == ["Sunday at the lake"])
        #expect(try mio.run("comment", post, "no one").status == 3)
        #expect(try mio.run("sign-in", "aki", "--password-stdin", input: "wrong password\n").status == 1)
        let signedIn = try mio.run("sign-in", "aki", "--password-stdin", input: Person.password + "\n")
        #expect(signedIn.status == 0)
        #expect(try mio.run("comment", post, "from another folder").status == 0)
        #expect(try mio.run("sign-out").status == 0)
        #expect(try mio.run("comment", post, "no one").status == 3)
    }

    @Test func eachMistakeAtTheFormIsTold() throws {
        let mio = try world.stranger("mio")
        #expect(try mio.run("sign-up", "aki", "--password-stdin", input: Person.password).errors.contains("taken"))
        #expect(try mio.run("sign-up", "mio", "--password-stdin", input: "short").errors.contains("too short"))
        #expect(try mio.run("sign-up", "m o", "--password-stdin", input: Person.password).status == 1)
    }

    @Test func helpVersionAndUsage() throws {
        let help = try aki.run("--help")
        #expect(help.status == 0)
        for word in ["posts", "comments", "outbox", "--board", "--network", "--json"] {
            #expect(help.output.contains(word))
        }
        let version = try aki.run("--version")
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("rakkan "))
        #expect(try aki.run("comment").status == 2)
    }

    @Test func jsonKeepsTheRawTextWithControlsEscaped() throws {
        let post = try aki.post("Sunday at the lake", text: "placeholder")
        // Past the client, which takes such things out of what is typed.
        try RawDatabase(world.board).execute("UPDATE posts SET text = 'right \u{202E} left'")
        let result = try aki.run("posts", "--json")
        #expect(result.output.contains(#"right \u202e left"#) || result.output.contains(#"right \u202E left"#))
        #expect(try aki.posts().first?.text == "right \u{202E} left")
        #expect(try aki.comments(on: post).isEmpty)
    }

    /// What people read goes the way that the screen's texts go.
    @Test func whatPeopleReadIsInItsDrawnForm() throws {
        let post = try aki.post("Sunday at the lake")
        _ = try aki.run("comment", post, "placeholder")
        let hostile =
            "a\u{1B}]52;c;ZXZpbA==\u{7}b\u{9B}2J" + String(repeating: "\u{200B}", count: 2_000)
            + "\u{FEFF}\u{AD}\u{200E}\u{200F}\u{61C}\u{E0041}c\u{2028}d\u{202E}"
            + String(repeating: "\u{301}", count: 5_000)
        for statement in ["UPDATE posts SET title = '\(hostile)'", "UPDATE comments SET text = '\(hostile)'"] {
            try RawDatabase(world.board).execute(statement)
        }
        let marks = String(repeating: "\u{301}", count: 4)
        let posts = try aki.run("posts").output
        #expect(posts.contains("abc d\(marks)  "))
        let comments = try aki.run("comments", post).output
        #expect(comments.contains("    abc\n    d\(marks)\n"))
        for scalar in (posts + comments).unicodeScalars where scalar != "\n" {
            #expect(!scalar.properties.isDefaultIgnorableCodePoint && scalar.properties.generalCategory != .control)
        }
    }
}
