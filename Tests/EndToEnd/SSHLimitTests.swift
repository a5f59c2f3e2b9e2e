import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// What visitors may take, and what the owner may do meanwhile.
@Suite(.needsTheBinary, .needsSSH) struct SSHLimitTests {
    @Test func sessionsAreCountedByKeyAndInAll() throws {
        let host = try Host(limits: "sessions-per-key=1,sessions=2")
        let (aki, mio, sora) = (try host.visitor("aki"), try host.visitor("mio"), try host.visitor("sora"))
        let first = try aki.openAsReader()
        #expect(try aki.run("posts").errors == "rakkan: you are here already: close the other session first\n")
        let second = try mio.openAsReader()
        let third = try sora.run("posts")
        #expect(third.status == 1)
        #expect(third.errors == "rakkan: 2 visitors are here already: come back in a while\n")
        // However a session ends, its seat is free.
        first.child.send(signal: SIGKILL)
        try first.waitForExit()
        while try aki.run("posts").status != 0 {}
        try second.quit()
    }

    @Test func writingIsPacedAndMeasuredAndAccountsAreCounted() throws {
        let host = try Host(limits: "comments=2,favourites=3,length=20,accounts-per-key=1")
        let aki = try host.visitor("aki")
        try aki.signUp("aki")
        let again = try aki.run("sign-up", "aki2", "--password-stdin", input: SSHVisitor.password + "\n")
        #expect(again.errors.contains("Not more than 1 account a day"))
        let long = try aki.run("comment", "p1", "twenty-one letters...")
        #expect(long.errors.contains("1 over the limit of 20"))
        #expect(try aki.run("comment", "p1", "one").status == 0)
        #expect(try aki.run("comment", "p1", "two").status == 0)
        let third = try aki.run("comment", "p1", "three")
        #expect(third.status == 75)
        #expect(third.errors.contains("queued: too many at once"))
        for post in ["p1", "p2", "p3"] { #expect(try aki.run("favourite", post).status == 0) }
        #expect(try aki.run("favourite", "p4").errors.contains("queued: too many at once"))
        // It waits as long as it has to, and says so.
        let row = try #require(
            try JSONDecoder().decode([OutboxRow].self, from: Data(aki.run("outbox", "--json").output.utf8)).first)
        #expect(row.state == "waiting")
        #expect(try !host.owner("comments", "p1").output.contains("three"))
        // Another account has a pace of its own.
        let mio = try host.visitor("mio")
        try mio.signUp("mio")
        #expect(try mio.run("comment", "p1", "one").status == 0)
    }

    @Test func whoTouchesNoKeyIsSentHomeAndKeepsTheDraft() throws {
        let host = try Host(limits: "idle=3s")
        let aki = try host.visitor("aki")
        try aki.signUp("aki")
        let session = try aki.openSignedIn()
        try session.openComposer(with: "c")
        session.send("half a sent")
        #expect(try session.waitForExit() == .exited(0))
        try session.waitFor("No key was pressed for 3 s: the session has ended.")
        try session.expectTheTerminalAsItWas()
        // A command that waits for its input has no longer.
        let waiting = try TerminalSession(aki.with("-t").program(["comment", "p1", "-"]))
        #expect(try waiting.waitForExit() == .exited(1))
        try waiting.waitFor("nothing came for too long")
    }

    @Test func whereReadersAreNotWelcomeNothingIsShownWithoutAnAccount() throws {
        let host = try Host(limits: "readers=no")
        let aki = try host.visitor("aki")
        for words in [["posts"], ["comments", "p1"]] {
            let result = try Command.run(aki.program(words))
            #expect(result.status == 3 && result.output.isEmpty, "\(result.output)\(result.errors)")
            #expect(result.errors.contains("one reads with an account"))
        }
        let session = try aki.open("--network", "wifi")
        try session.waitFor(Words.signUp)
        try session.waitFor("Esc leaves")
        session.press(.escape)
        #expect(try session.waitForExit() == .exited(0))
        try aki.signUp("aki")
        let posts = try aki.run("posts")
        #expect(posts.status == 0, "\(posts.output)\(posts.errors)")
    }

    @Test func theOwnerKeepsHouseWhileVisitorsAreOn() throws {
        let host = try Host()
        let aki = try host.visitor("aki")
        try aki.signUp("aki")
        #expect(try aki.run("comment", "p12", "buy now").status == 0)
        let session = try aki.openSignedIn("--post", "p12")
        try session.waitFor("buy now")

        #expect(try host.owner("board", "check").output.contains("the file is whole"))
        let copy = host.world.scratch.file("copy.sqlite")
        #expect(try host.owner("board", "backup", copy).status == 0)
        #expect(try host.owner("board", "backup", copy).status == 1)
        let output = try host.owner("comments", "p12", "--json").output
        let spam = try #require(
            try JSONDecoder().decode([CommentRow].self, from: Data(output.utf8)).first { $0.text == "buy now" }?.id)
        #expect(try host.owner("board", "remove", spam).status == 0)
        try session.waitForNo("buy now")
        #expect(try host.owner("board", "remove", spam).status == 1)
        #expect(try host.owner("board", "remove", "../p1").status == 1)

        #expect(try host.owner("board", "ban", "AKI").status == 0)
        try session.waitFor(Words.signIn)
        #expect(try aki.run("comment", "p1", "more").status == 3)
        let signIn = { try aki.run("sign-in", "aki", "--password-stdin", input: SSHVisitor.password + "\n") }
        #expect(try signIn().errors.contains("banned by the board's owner"))
        #expect(try host.owner("board", "ban", "aki", "--off").status == 0)
        let password = try host.owner("board", "reset-password", "aki").output
        #expect(try signIn().errors.contains("wrong"))
        #expect(try aki.run("sign-in", "aki", "--password-stdin", input: password).status == 0)
        #expect(try aki.run("outbox", "drain").status == 0)

        #expect(try host.owner("board", "signup", "off").status == 0)
        let sora = try host.visitor("sora").run("sign-up", "sora", "--password-stdin", input: SSHVisitor.password)
        #expect(sora.errors.contains("takes no new accounts"))
        #expect(try host.owner("board", "signup", "on").status == 0)
        #expect(try host.owner("board", "ban", "nobody").errors.contains("no account “nobody”"))
        try session.quit()

        // The copy is a board as it was then.
        let old = try Command.run(
            Program(
                World.binary, ["comments", "p12", "--board", copy, "--state-dir", host.world.scratch.file("other")]))
        #expect(old.output.contains("buy now"))
    }
}
