import PtySupport
import Testing

/// 4. Failing and retrying.
@Suite(.needsTheBinary) struct FailureTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post("Sunday at the lake")
    }

    private func openPost() throws -> TerminalSession {
        try aki.openPost(post, network: "wifi")
    }

    @Test func enterRetriesARefusedCommentUnderTheSameID() throws {
        let session = try openPost()
        try session.refuseNext()
        try session.comment("What a day!")
        try session.waitFor(Words.notSent)
        try session.waitFor("What a day!")
        try session.waitFor(Words.retries)
        let refused = try #require(try aki.outbox().first)
        #expect(refused.state == "failed")

        try session.chooseNetwork("bad")
        session.press(.enter)
        try session.waitFor("sending again: 403 refused")
        #expect(try aki.outbox().map(\.mutationID) == [refused.mutationID])
        session.child.send(signal: 9)
        try session.waitForExit()
        #expect(try aki.run("outbox", "drain").status == 0)
        #expect(try aki.comments(on: post).map(\.text) == ["What a day!"])
        #expect(try aki.comments(on: post).map(\.state) == ["sent"])
    }

    @Test func xGivesTheTextBackToTheComposer() throws {
        let session = try openPost()
        try session.refuseNext()
        try session.comment("What a day!")
        try session.waitFor(Words.notSent)
        session.send("x")
        try session.waitFor(Words.composer)
        try session.waitFor("What a day!")
        #expect(try aki.outbox().isEmpty)
        session.press(.enter)
        try session.waitForNo(Words.composer)
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["What a day!"])
        try session.quit()
    }

    @Test func underTheTalksRuleWhatIsNotSentYetCanBeNeitherEditedNorDeleted() throws {
        let session = try aki.openPost(post, "--pending", "restrict", network: "wifi")
        try session.chooseNetwork("bad")
        try session.comment("What a day!")
        for key in ["e", "d"] {
            session.send(key)
            try session.waitFor("is not sent yet")
            // What is typed on is no command.
            session.send("xdy")
            session.press(.enter)
            try session.waitForNo("is not sent yet")
            #expect(!session.screen.contains(Words.composer))
        }
        try session.waitFor("What a day!")
        try session.quit()
    }

    @Test func whatIsNotSentYetIsEditedAndAnsweredAndGoesOutBehindItself() throws {
        let session = try openPost()
        try session.chooseNetwork("offline")
        try session.comment("What a dya!")
        try session.openComposer(with: "e")
        session.press(.ctrl("u"))
        session.send("What a day!\r")
        try session.waitForNo(Words.composer)
        try session.write("So blue!", with: "r")
        try session.waitFor("waits for your comment “What a day!”")
        #expect(!session.screen.contains("What a dya!"))
        try session.quit()
        let waiting = try aki.outbox()
        #expect(try aki.run("outbox", "discard", waiting[0].mutationID).status == 1)
        #expect(try aki.outbox().count == waiting.count)
        #expect(try aki.run("outbox", "drain").status == 0)
        #expect(try aki.comments(on: post).map(\.text) == ["What a day!", "So blue!"])
    }

    @Test func aDeletionCanBeUndoneAndLeavingSendsIt() throws {
        let session = try openPost()
        try session.comment("What a day!")
        try session.waitUntilSent(by: aki)
        session.send("d")
        try session.waitFor("Delete")
        session.send("y")
        try session.waitFor("u undoes")
        #expect(!session.screen.contains("What a day!"))
        session.send("u")
        try session.waitFor("What a day!")
        #expect(try aki.outbox().isEmpty)
        session.send("d")
        try session.waitFor("Delete")
        session.send("y")
        try session.waitFor("u undoes")
        try session.quit()
        #expect(try aki.comments(on: post).isEmpty)
    }

    @Test func aFailedOneIsEditedByEAndSentOnce() throws {
        let session = try openPost()
        try session.refuseNext()
        try session.comment("What a dya!")
        try session.waitFor(Words.notSent)
        try session.openComposer(with: "e")
        try session.waitFor("What a dya!")
        session.press(.ctrl("u"))
        session.send("What a day!\r")
        try session.waitForNo(Words.composer)
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["What a day!"])
        try session.quit()
    }

    @Test func aFailedEditKeepsTheNewTextAndAFailedDeletionShowsTheComment() throws {
        let session = try openPost()
        try session.comment("What a dya!")
        try session.waitUntilSent(by: aki)
        try session.refuseNext()
        try session.openComposer(with: "e")
        session.press(.ctrl("u"))
        session.send("What a day!\r")
        try session.waitFor("edit not sent")
        try session.waitFor("What a day!")
        #expect(!session.screen.contains("What a dya!"))
        session.press(.enter)
        try session.waitForNo("edit not sent")
        try session.waitUntilSent(by: aki)

        try session.refuseNext()
        session.send("d")
        try session.waitFor("Delete")
        session.send("y")
        try session.waitFor("not deleted")
        try session.waitFor("What a day!")
        try session.quit()
        #expect(try aki.comments(on: post).map(\.text) == ["What a day!"])
    }
}
