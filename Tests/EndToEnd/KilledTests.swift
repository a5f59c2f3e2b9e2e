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
        let first = try aki.openPost(post, network: "wifi")
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

        let second = try aki.openPost(post, network: "good")
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
            let session = try aki.openPost(post, network: network)
            let texts = (0..<Int.random(in: 1...4, using: &random)).map { "\(network) \(round) \(run) \($0)" }
            typed += texts
            for text in texts.dropLast() { try session.comment(text) }
            try session.openComposer(with: "c")
            // Ctrl-U: a draft of the run before may be in it.
            session.send("\u{15}\(texts[texts.count - 1])")
            session.readUntilQuiet(milliseconds: 20)
            let sent = try mio.comments(on: post).count
            session.press(.enter)
            // Moments of the client's own life, not of ours: so many bytes drawn, closed, or so many on the board.
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                let bytes = session.bytesReceived + Int.random(in: 0..<200, using: &random)
                try session.waitUntil("enough was drawn") { screen in
                    session.bytesReceived >= bytes || !screen.contains(Words.composer)
                }
            case 1:
                try session.waitForNo(Words.composer)
            default:
                while try mio.comments(on: post).count == sent,
                    try aki.outbox().contains(where: { $0.state != "failed" })
                {
                    session.readUntilQuiet(milliseconds: 1)
                }
            }
            let isClosed = !session.screen.contains(Words.composer)
            session.child.send(signal: 9)
            #expect(try session.waitForExit() == .killed(signal: 9))
            let known = try aki.comments(on: post).map(\.text)
            let lost = Set(isClosed ? texts[...] : texts.dropLast()).subtracting(known)
            #expect(lost.isEmpty, "seed \(seed)")
        }
        let known = try aki.comments(on: post).map(\.text)
        #expect(try aki.run("outbox", "retry").status == 0)
        let drained = try aki.comments(on: post)
        #expect(drained.allSatisfy { $0.state == "sent" })
        // All that was on disk came through, once, and nothing that was not typed. In the order typed, but that one
        // that was refused does not hold back the next.
        #expect(drained.map(\.text).sorted() == known.sorted(), "seed \(seed)")
        #expect(known.sorted() == typed.filter(known.contains).sorted(), "seed \(seed)")
        if network == "wifi" { #expect(drained.map(\.text) == typed.filter(known.contains), "seed \(seed)") }
    }
}
