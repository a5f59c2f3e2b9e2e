import PtySupport
import Testing

/// What must hold on each screen: stopped and continued, and at every size.
@Suite(.needsTheBinary) struct EveryScreenTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post(Words.title)
        for text in ["What a day!", "So blue! 日本語 🍧", "Colder than it looks."] {
            _ = try aki.run("comment", post, text)
        }
    }

    private struct Place {
        let name: String
        /// The keys that lead there from the comments, and back.
        let keys, back: String
        /// What stands there.
        let text: String
    }

    private static let places = [
        Place(name: "the feed", keys: "\t", back: "\t", text: "p posts"),
        Place(name: "the comments", keys: "", back: "", text: "So blue!"),
        Place(name: "the composer", keys: "chalf a thou", back: "\u{15}\u{1B}", text: Words.composer),
        Place(name: "the outbox", keys: "o", back: "q", text: "Outbox"),
        Place(name: "the network panel", keys: "L", back: "\u{1B}", text: "Ctrl-F"),
        Place(name: "the help", keys: "?", back: "q", text: "Keys"),
        Place(name: "a question", keys: "d", back: "n", text: "deletes it"),
        // Signed out: there is no way back.
        Place(name: "the sign-in form", keys: "Sy", back: "", text: "not signed in"),
    ]

    /// A screen without what the time changes.
    private static func timeless(_ screen: Screen) -> String {
        screen.text.replacing(#/ *signed out/#, with: "").replacing(#/\s+(now|\d+ min)\b/#, with: " ").replacing(
            #/ +/#, with: " ")
    }

    private func go(to place: Place, in session: TerminalSession) throws -> String {
        session.send(place.keys)
        try session.waitFor(place.text)
        // Signing out reads all anew, as a reader.
        try session.waitUntil("all was read") { screen in
            !["eading the posts", "eading the comments", "eading older"].contains(where: screen.contains)
        }
        session.readUntilQuiet(milliseconds: 60)
        return Self.timeless(session.screen)
    }

    private func leave(_ place: Place, in session: TerminalSession) throws {
        if place.name == "the sign-in form" { return }
        session.send(place.back)
        session.readUntilQuiet(milliseconds: 60)
        if place.back.hasSuffix("\u{1B}") { try session.waitForNo(place.text) }
        try session.waitFor("So blue!")
    }

    @Test(
        "bubbletea 1053, onton 62, tig 232: stopped and continued, every screen is there at once, and no key of the shell's"
    )
    func stoppedAndContinuedOnEveryScreen() throws {
        let session = try aki.openShell()
        session.send("clear; \(aki.commandLine) --post '\(post)' --network wifi\r")
        try session.waitFor("Colder than it looks.")
        try session.waitForNo(Words.reading)
        for place in Self.places {
            let before = try go(to: place, in: session)
            let cursor = (session.screen.isCursorVisible, session.screen.cursor.row, session.screen.cursor.column)
            session.press(.ctrl("z"))
            try session.waitFor("Stopped")
            #expect(!session.screen.isAlternate && session.screen.isCursorVisible, "\(place.name)")
            #expect(!session.screen.isBracketedPasteOn, "\(place.name)")
            session.send("clear; fg\r")
            try session.waitUntil("\(place.name) again:\n\(before)") { $0.isAlternate && Self.timeless($0) == before }
            session.readUntilQuiet(milliseconds: 60)
            #expect(session.screen.isBracketedPasteOn)
            #expect(cursor.0 == session.screen.isCursorVisible, "\(place.name)")
            if cursor.0 { #expect(session.screen.cursor == (cursor.1, cursor.2), "\(place.name)") }
            try leave(place, in: session)
        }
        try session.leaveShell()
    }

    @Test(
        """
        Every size on every screen, and back. gitui 72, 198, 307, 63, twitch-tui 551: panels taller than the screen; \
        rtv 677, 316: the last cell; opencode 38199: 2×1
        """)
    func everySizeOnEveryScreen() throws {
        let session = try aki.openPost(post, network: "wifi")
        try session.waitForNo("reading older ones")
        try session.waitForNo("Reading older")
        session.press(.down)
        let sizes = [(80, 24), (300, 100), (40, 10), (20, 5), (10, 3), (2, 1), (1, 1), (0, 0)].map(TerminalSize.init)
        for place in Self.places {
            let before = try go(to: place, in: session)
            for size in sizes {
                try session.resize(to: size)
                try session.waitUntil("\(place.name) at \(size)") { screen in
                    screen.rows.contains { !$0.isEmpty }
                }
                session.readUntilQuiet(milliseconds: 20)
            }
            try session.resize(to: .wide)
            try session.waitUntil("\(place.name) as it was:\n\(before)") { Self.timeless($0) == before }
            try leave(place, in: session)
        }
        try session.quit()
    }

    @Test(
        "pi 7899, TermUI 1957, gsd-2 532: keys that a slow link splits are never text, and lose none",
        arguments: [false, true])
    func keysThatAreSplit(isRemote: Bool) throws {
        let session = try aki.open(
            "--post", post, environment: isRemote ? ["SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"] : [:])
        try session.waitFor("Colder than it looks.")
        try session.waitForNo(Words.reading)
        session.send("c")
        try session.waitFor(Words.composer)
        session.send("abc")
        for apart in [5, 60, 300] as [Int64] {
            // An arrow behind its ESC, an arrow behind its bracket, Alt-Enter.
            for parts in [["\u{1B}", "[D"], ["\u{1B}[", "D"], ["\u{1B}", "\r"]] {
                for part in parts {
                    session.send(part)
                    session.readUntilQuiet(milliseconds: apart)
                }
                session.readUntilQuiet(milliseconds: 150)
                // ESC that came alone for too long was Esc, which keeps the text.
                if !session.screen.contains(Words.composer) { try session.openComposer(with: "c") }
                session.press(.ctrl("e"))
                try session.waitUntil("the letters, and no part of a key") { screen in
                    let text = screen.rows.drop { !$0.contains("Comment on") }.joined()
                    return text.contains("abc") && !["[D", "[", "D"].contains { text.contains($0) }
                }
            }
        }
        try session.quit()
        #expect(try aki.comments(on: post).count == 3, "and nothing was sent")
    }
}
