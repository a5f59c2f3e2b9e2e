import Glibc
import PtySupport
import Testing

/// 6. One store under feed, post and outbox; terminals that see each other.
@Suite(.needsTheBinary) struct OneTruthTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post("Sunday at the lake")
    }

    @Test func twoTerminalsSeeEachOtherWithoutAKey() throws {
        let mio = try world.person("mio")
        let first = try aki.openPost(post)
        let second = try mio.openPost(post)
        try first.comment("from aki")
        try second.waitFor("from aki")
        try second.comment("from mio")
        try first.waitFor("from mio")
        try first.quit()
        try second.quit()
    }

    @Test func twoTerminalsOfOnePersonShareOneOutbox() throws {
        let first = try aki.openPost(post, network: "bad")
        try first.comment("only once")
        let second = try aki.openPost(post, network: "bad")
        try second.waitFor("only once")
        second.send("o")
        try second.waitFor("only once")
        // The one that sends is killed; the other takes over, and asks before it sends again.
        first.child.send(signal: 9)
        try first.waitForExit()
        second.send("q")
        try second.chooseNetwork("wifi")
        try second.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["only once"])
        try second.quit()
    }

    /// A machine that sleeps, a debugger, Ctrl-Z from outside: the one that sends says nothing for longer than its lease.
    @Test func whoeverSendsAndIsStoppedIsReplacedAndDoublesNothingWhenItGoesOn() throws {
        let first = try aki.openPost(post, network: "bad")
        try first.comment("under way")
        try first.comment("behind it")
        // Only then the other one comes: whichever hears of a comment first may send it.
        try first.waitFor(Words.sending)
        let second = try aki.openPost(post)
        try second.waitFor("behind it")
        first.child.send(signal: SIGSTOP)
        // Five seconds without a word: then the other one sends.
        try second.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["under way", "behind it"])
        try second.comment("while it was stopped")
        try second.waitUntilSent(by: aki)

        first.child.send(signal: SIGCONT)
        try first.chooseNetwork("wifi")
        try first.waitFor("while it was stopped")
        try first.waitForNo(Words.sending)
        try first.comment("goes on")
        try second.waitFor("goes on")
        try first.waitUntilSent(by: aki)
        let texts = ["under way", "behind it", "while it was stopped", "goes on"]
        #expect(try aki.comments(on: post).map(\.text) == texts)
        for text in texts {
            #expect(
                first.screen.rows.count { $0.contains(text) } == 1
                    && second.screen.rows.count { $0.contains(text) } == 1)
        }
        try first.quit()
        try second.quit()
    }

    @Test func theOutboxShowsRetriesAndDiscards() throws {
        let session = try aki.openPost(post, "--auto-retry", "off", network: "offline")
        for text in ["one", "two", "three"] { try session.comment(text) }
        session.send("o")
        try session.waitUntil("all three are in it") { screen in
            ["one", "two", "three"].allSatisfy(screen.contains)
        }
        #expect(try aki.outbox().count == 3)
        session.send("gx")
        try session.waitFor(Words.composer)
        #expect(try aki.outbox().count == 2)
        session.press(.ctrl("u"), .escape)
        try session.waitForNo(Words.composer)
        try session.chooseNetwork("wifi")
        session.send("R")
        try session.waitUntilSent(by: aki)
        #expect(try aki.comments(on: post).map(\.text) == ["two", "three"])
        try session.quit()
    }

    @Test func feedPostAndOutboxAgreeInEveryFrame() throws {
        let session = try aki.openPost(post, network: "wifi", size: TerminalSize(120, 30))
        try session.comment("counted")
        // In the first frame that has it, and when its answer and the news of it have come, in whatever order.
        for moment in ["at once", "and from then on"] {
            try session.waitUntil("the feed counts what the post shows \(moment)") { screen in
                screen.contains("counted")
                    && screen.rows.contains { $0.contains("Sunday at the lake") && $0.contains("·   1") }
            }
            try session.waitUntilSent(by: aki)
        }
        try session.quit()
    }
}
