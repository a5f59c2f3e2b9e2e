import Glibc
import PtySupport
import Testing

/// Line mode: words in, lines out, and never an escape sequence.
@Suite(.needsTheBinary) struct LineModeTests {
    private let world: World
    private let aki: Person
    init() throws {
        world = try World()
        aki = try world.person("aki")
    }

    @Test func aScriptIsDoneWordByWord() throws {
        let post = try aki.post("Sunday at the lake", text: "So \u{1B}[31mblue!")
        let script = """
            open 1
            comment What a day!
            wait
            reply 1 It was
            comment
            two
            ..lines
            .
            favourite 1
            edit 1 What a night!
            delete 2
            yes
            undo
            wait
            outbox

            """
        let done = try aki.run("--plain", input: script)
        #expect(done.status == 0, "\(done.output)\(done.errors)")
        #expect(done.output.hasSuffix("nothing waits: everything was sent\n"), "\(done.output)")
        #expect(!done.output.contains("\u{1B}") && !done.output.contains("rakkan>"))
        let rows = try aki.comments(on: post)
        #expect(Set(rows.map(\.text)) == ["What a night!", "It was", "two\n.lines"])
        #expect(rows.allSatisfy { $0.state == "sent" })
        #expect(rows.first { $0.text == "What a night!" }?.favourited == true)

        let later = try aki.run("--plain", "--network", "offline", "--post", post, input: "comment Later")
        #expect(later.status == 75, "\(later.output)\(later.errors)")
        #expect(later.output.contains("1 comment waits"), "\(later.output)")
        #expect(try aki.outbox().count == 1)
        let wrong = try aki.run("--plain", input: "wait\nretry all\nfavorit 1\n")
        #expect(wrong.status == 1)
        #expect(wrong.output.contains("there is no word “favorit”"))
        #expect(try aki.outbox().isEmpty)
        let none = try aki.run(input: "posts\n")
        #expect(none.status == 2)
        #expect(none.output.isEmpty && none.errors.split(separator: "\n").count == 1)
    }

    @Test func aTerminalThatPlacesNoCursorGetsLines() throws {
        let mio = try world.person("mio")
        let post = try aki.post("Sunday at the lake")
        let session = try aki.open("--post", post, term: "dumb")
        try session.waitFor("no comments yet")
        let before = try session.settings
        session.send("comment What a day!\r")
        try session.waitFor("comment 1 sent")
        // What others do comes while one types; what was typed is not lost by it.
        session.send("read")
        #expect(try mio.run("comment", post, "So blue!").status == 0)
        try session.waitFor("2 mio: So blue!")
        session.send(" 1\r")
        try session.waitFor("1 you, now: What a day!")
        session.send("sign-in aki\r")
        try session.waitFor("Password:")
        session.send(Person.password + "\r")
        try session.waitFor("You are signed in as aki.")
        session.send("comment\r")
        try session.waitFor("text>")
        session.send("Half a comm\r")
        try session.waitUntil("the line is taken") {
            "\($0)".split(separator: "text>", omittingEmptySubsequences: false).count > 2
        }
        session.press(.ctrl("c"))
        #expect(try session.waitForExit() == .exited(0))
        #expect("\(session.screen)".contains("kept as a draft"))
        #expect(try session.settings == before)
        #expect(!session.recording.contains(0x1B))
        #expect(!String(decoding: session.recording, as: UTF8.self).contains(Person.password))

        let again = try aki.open("--post", post, "--plain")
        try again.waitFor("rakkan>")
        again.send("comment\r")
        try again.waitFor("Half a comm")
        again.closeTerminal()
        #expect(try again.waitForExit() != .exited(0))
        #expect(!again.recording.contains(0x1B))
    }
}
