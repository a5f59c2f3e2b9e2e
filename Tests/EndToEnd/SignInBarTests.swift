import Glibc
import PtySupport
import Testing

/// The bar of the sign-in form on a real terminal.
@Suite(.needsTheBinary) struct SignInBarTests {
    private let world: World
    init() throws { world = try World() }

    /// A sign-up that will not be answered soon.
    private func waiting() throws -> TerminalSession {
        let session = try world.stranger("aki").open("--network", "bad", "--seed", "1")
        try session.waitFor(Words.signUp)
        session.send("aki\t" + Person.password + "\r")
        try session.waitFor("Creating your account…")
        return session
    }

    @Test func escapeCancelsAtOnceAndTheFormIsAsFilledAsItWas() throws {
        let session = try waiting()
        session.press(.escape)
        try session.waitFor("Cancelled")
        try session.waitFor("aki")
        try session.waitFor("•••")
        try session.quit()
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGABRT]) func aSignalDuringTheBarLeavesTheTerminalAsItWas(signal: Int32) throws
    {
        let session = try waiting()
        session.child.send(signal: signal)
        #expect(try session.waitForExit() == .killed(signal: signal))
        try session.expectTheTerminalAsItWas()
    }

    @Test func aResizeDuringTheBarDrawsItAgain() throws {
        let session = try waiting()
        try session.resize(to: TerminalSize(30, 8))
        try session.waitUntil("the bar is narrow") { screen in
            screen.rows.contains { $0.hasPrefix("[█") && $0.hasSuffix("]") && $0.count <= 30 }
        }
        try session.quit()
    }

    @Test func theSessionIsInUseWhileTheBarRunsToItsEnd() throws {
        let session = try world.stranger("aki").open()
        try session.waitFor(Words.signUp)
        // What is typed behind Enter is meant for what the session opens: a post.
        session.send("aki\t" + Person.password + "\r")
        try session.waitFor("Your account is ready.")
        session.send("p")
        try session.waitFor(Words.composer)
        #expect(!session.screen.contains(Words.signUp))
        try session.quit()
    }

    @Test func aCommandTellsOnStandardErrorThatItWaits() throws {
        let result = try world.stranger("aki").run(
            "sign-up", "aki", "--password-stdin", input: Person.password + "\n")
        #expect(result.output == "signed in as aki\n")
        #expect(result.errors.contains("Creating your account…\nYour account is ready.\n"))
    }
}
