import PtySupport
import TestSupport
import Testing

/// 7. Being killed at any moment.
@Suite(.needsTheBinary) struct KilledTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post("Sunday at the lake")
    }

    @Test func whatWasPendingFailedAndDraftedIsThereAgain() throws {
        let first = try aki.open("--post", post, "--network", "wifi")
        try first.waitFor("Sunday at the lake")
        try first.refuseNext()
        try first.comment("it was refused")
        try first.waitFor(Words.notSent)
        try first.chooseNetwork("offline")
        try first.comment("it is waiting")
        try first.openComposer(with: "c")
        first.send("half a thou")
        try first.waitFor("half a thou")
        first.child.send(signal: 9)
        try first.waitForExit()

        let second = try aki.open("--post", post, "--network", "offline")
        try second.waitUntil("both comments with their marks") {
            $0.contains("it was refused") && $0.contains("it is waiting") && $0.contains(Words.notSent)
        }
        try second.openComposer(with: "c")
        try second.waitFor("half a thou")
        try second.quit()
    }

    /// Twenty moments of the release binary: nothing lost, nothing doubled.
    @Test(arguments: ["wifi", "flaky"], 0..<5) func aKillLosesAndDoublesNothing(network: String, round: Int) throws {
        let seed = UInt64(round) &* 7_919 &+ (network == "wifi" ? 1 : 2)
        print("\(network), round \(round): seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let mio = try world.stranger("mio")
        var typed: [String] = []
        for run in 0..<2 {
            let session = try aki.open("--post", post, "--network", network)
            try session.waitFor("Sunday at the lake")
            let texts = (0..<5).map { "\(network) \(round) \(run) \($0)" }
            // Ctrl-U: a draft of the run before may be in the composer.
            for text in texts { session.send("c\u{15}\(text)\r") }
            // Moments of the client's own life, not of ours: so many bytes drawn, or so many comments on the board.
            let sent = try mio.comments(on: post).count
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let bytes = session.bytesReceived + Int.random(in: 0..<2_000, using: &random)
                try session.waitUntil("enough was drawn") { screen in
                    session.bytesReceived >= bytes || texts.last.map(screen.contains) == true
                }
            case 1:
                try session.waitFor(texts[4])
            default:
                let wanted = sent + Int.random(in: 1...4, using: &random)
                while try mio.comments(on: post).count < wanted { session.readUntilQuiet(milliseconds: 1) }
            }
            // The last one that shows may still stand in the composer.
            let shown = texts.filter(session.screen.contains).dropLast()
            session.child.send(signal: 9)
            #expect(try session.waitForExit() == .killed(signal: 9))
            typed += texts
            let known = try aki.comments(on: post).map(\.text)
            #expect(Set(shown).isSubset(of: known), "seed \(seed): lost \(Set(shown).subtracting(known))")
        }
        let known = try aki.comments(on: post).map(\.text)
        #expect(try aki.run("outbox", "drain").status == 0)
        let drained = try aki.comments(on: post)
        #expect(drained.allSatisfy { $0.state == "sent" })
        // All that was on disk came through, once, in the order typed; nothing came that was not typed.
        #expect(drained.map(\.text) == known, "seed \(seed)")
        #expect(known == typed.filter(known.contains), "seed \(seed)")
    }
}
