import Glibc
import PtySupport
import Testing

/// From a train: a link of 300 ms and 64 kbit/s each way, and one that goes away for a while.
@Suite(.needsTheBinary, .needsSSH) struct SSHLinkTests {
    private let host: Host
    private let relay: Relay
    private var aki: SSHVisitor

    init() throws {
        host = try Host()
        aki = try host.visitor("aki")
        try aki.signUp("aki")
        relay = try Relay(to: host.port, delay: 300, rate: 64_000)
        aki.port = relay.port
    }

    @Test func aKeyCostsFewBytesAndNoArrowIsTakenForEsc() throws {
        defer { relay.close() }
        let session = try aki.openSignedIn("--post", "p12")
        try session.openComposer(with: "c")
        session.readUntilQuiet(milliseconds: 1_500)
        // Nobody types more than 20 letters a second: at 300 bytes each 8,000 bytes a second are enough for them.
        _ = relay.takeBytes()
        let text = "So blue, and so far away from here"
        for letter in text {
            session.send(String(letter))
            session.receive(waitingUpTo: 60_000_000)
        }
        try session.waitFor(text)
        session.readUntilQuiet(milliseconds: 1_500)
        #expect(relay.takeBytes() < 300 * text.count)

        // An Esc would close the composer, and what follows it would be typed.
        for _ in 0..<10 { session.press(.left, .right, .left, .up, .down) }
        session.readUntilQuiet(milliseconds: 1_500)
        try session.waitFor(Words.composer)
        #expect(!session.screen.contains("[D") && !session.screen.contains("[A"))
        session.press(.enter)
        try session.waitForNo(Words.composer)
        try session.waitFor(text)
        try session.quit()
        let all = try host.owner("comments", "p12").output
        #expect(all.contains(text))
    }

    @Test func aCutAndWhatFollowsLosesNothing() throws {
        defer { relay.close() }
        // ssh gives up after 3 × 2 s without an answer; by default never, and as docs/ssh.md has it after two minutes.
        let session = try aki.with("-o", "ServerAliveInterval=2", "-o", "ServerAliveCountMax=3").openSignedIn(
            "--post", "p12")
        try session.openComposer(with: "c")
        session.send("before ")
        try session.waitFor("before")
        relay.cut()
        session.send("and meanwhile")
        session.readUntilQuiet(milliseconds: 3_000)
        #expect(!session.screen.contains("meanwhile"))
        relay.mend()
        try session.waitFor("before and meanwhile")
        session.press(.enter)
        try session.waitForNo(Words.composer)
        try session.openComposer(with: "c")
        session.send("a draft")
        try session.waitFor("a draft")
        // A cut that is too long for ssh: the next connection shows the draft.
        relay.cut()
        #expect(try session.waitForExit() == .exited(255))
        relay.mend()
        let next = try aki.openSignedIn("--post", "p12")
        try next.waitFor("before and meanwhile")
        next.send("c")
        try next.waitFor("a draft")
        try next.quit()
    }
}
