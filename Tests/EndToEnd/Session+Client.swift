import Glibc
import PtySupport
import Testing

extension Person {
    /// Opens the client at a post and waits until it and its comments were read; then the network is as bad as asked.
    func openPost(
        _ post: String, _ arguments: String..., network: String? = nil, size: TerminalSize = .wide,
        file: StaticString = #fileID, line: UInt = #line
    ) throws -> TerminalSession {
        let all = ["--post", post] + (network == nil ? [] : ["--network", "wifi"]) + arguments + common
        let session = try TerminalSession(program(all), size: size)
        try session.waitUntil("the post was read", file: file, line: line) { screen in
            screen.contains(Words.title) && !screen.contains(Words.reading)
        }
        if let network, network != "wifi" { try session.chooseNetwork(network, file: file, line: line) }
        return session
    }
}

/// What a person does in the client, key by key.
extension TerminalSession {
    /// Writes a comment on what is selected: the composer opens, takes the text, and closes.
    func comment(_ text: String, file: StaticString = #fileID, line: UInt = #line) throws {
        try write(text, with: "c", file: file, line: line)
    }

    /// Opens the composer with a key, types and sends.
    func write(_ text: String, with key: String, file: StaticString = #fileID, line: UInt = #line) throws {
        try openComposer(with: key, file: file, line: line)
        send(text)
        press(.enter)
        try waitForNo(Words.composer, file: file, line: line)
    }

    func openComposer(with key: String, file: StaticString = #fileID, line: UInt = #line) throws {
        send(key)
        try waitFor(Words.composer, file: file, line: line)
    }

    /// Chooses another network in the panel.
    func chooseNetwork(_ preset: String, file: StaticString = #fileID, line: UInt = #line) throws {
        send("L")
        try waitFor("Ctrl-F", file: file, line: line)
        send(preset)
        press(.enter)
        try waitForNo("Ctrl-F", file: file, line: line)
    }

    /// Lets the next submit be refused.
    func refuseNext(file: StaticString = #fileID, line: UInt = #line) throws {
        send("L")
        try waitFor("Ctrl-F", file: file, line: line)
        press(.ctrl("f"), .escape)
        try waitForNo("Ctrl-F", file: file, line: line)
    }

    /// Leaves with Ctrl-C, whatever is open, and expects the terminal as it was.
    func quit(file: StaticString = #fileID, line: UInt = #line) throws {
        press(.ctrl("c"))
        _ = try waitForExit(file: file, line: line)
        try expectTheTerminalAsItWas()
    }

    /// What has to be true after every end.
    func expectTheTerminalAsItWas(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(!screen.isAlternate, "the alternate screen was not left", sourceLocation: sourceLocation)
        #expect(screen.isCursorVisible, "the cursor is hidden", sourceLocation: sourceLocation)
        #expect(!screen.isBracketedPasteOn, "pastes are still bracketed", sourceLocation: sourceLocation)
        #expect(!screen.isMouseOn, "the mouse is still reported", sourceLocation: sourceLocation)
        #expect(screen.scrollsAsAWhole, "a scrolling region is left", sourceLocation: sourceLocation)
        let now = try settings
        #expect(now == settingsBefore, "the tty settings are others", sourceLocation: sourceLocation)
        #expect(child.leftBehind.isEmpty, "a process was left behind", sourceLocation: sourceLocation)
    }
}

/// The screen's words that these tests wait for, in one place.
enum Words {
    /// Stands on the screen while the composer is open.
    static let composer = "Enter sends"
    static let sending = "sending…"
    static let notSent = "not sent"
    static let retries = "Enter retries"
    /// The title of the post that most tests write.
    static let title = "Sunday at the lake"
    static let reading = "Reading the"
    static let signUp = "Create your account"
    static let signIn = "Sign in"
}
