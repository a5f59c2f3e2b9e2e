import FoundationEssentials
import Glibc
import PtySupport
import Testing

/// The composer on a real terminal: the cursor, pastes, drafts, the editor.
@Suite(.needsTheBinary) struct ComposingTests {
    private let world: World
    private let aki: Person
    private let post: String
    init() throws {
        world = try World()
        aki = try world.person("aki")
        post = try aki.post("Sunday at the lake")
    }

    /// bubbles 906, textual 3404: an input method draws where the cursor is.
    @Test func theCursorIsAtItsLetterInEveryFrame() throws {
        let mio = try world.person("mio")
        let session = try aki.openPost(post)
        try session.openComposer(with: "c")
        session.send("あいう👨‍👩‍👧‍👦한글")
        try session.waitFor("한글")
        let row = try #require(session.screen.rowIndex(of: "한글"))
        let column = session.screen.cursor.column
        #expect(session.screen.cursor.row == row && session.screen.isCursorVisible)
        session.press(.left)
        session.readUntilQuiet(milliseconds: 50)
        #expect(session.screen.cursor == (row, column - 2))
        // The list above grows under another's hand.
        try #require(try mio.run("comment", post, "from elsewhere").status == 0)
        try session.waitFor("from elsewhere")
        session.readUntilQuiet(milliseconds: 50)
        #expect(session.screen.cursor == (row, column - 2) && session.screen.isCursorVisible)
        try session.quit()
    }

    @Test(arguments: [true, false]) func aPasteOfAMegabyteIsDrawnOnceAndSurvivesAKill(isBracketed: Bool) throws {
        let line = "今日は湖へ行きました and it was blue. "
        let text = (0..<22_000).map { "\(line)\($0)" }.joined(separator: "\n")
        let session = try aki.openPost(post)
        try session.openComposer(with: "c")
        let before = session.bytesReceived
        if isBracketed { session.paste(text) } else { session.send(text.replacing("\n", with: "\r")) }
        try session.waitFor("21999")
        session.readUntilQuiet(milliseconds: 100)
        // Eight rows and the heading, once.
        #expect(session.bytesReceived - before < 2_500)
        let over = "\(text.unicodeScalars.count - 10_000) over"
        try session.waitFor(over)
        // A key after it costs what a key costs.
        let beforeKey = session.bytesReceived
        session.send("x")
        try session.waitFor("21999x")
        session.readUntilQuiet(milliseconds: 50)
        #expect(session.bytesReceived - beforeKey < 200)
        session.child.send(signal: 9)
        try session.waitForExit()
        let next = try aki.openPost(post)
        try next.openComposer(with: "c")
        try next.waitUntil("the draft, to its last letter") {
            $0.contains("21999x") && $0.contains("\(text.unicodeScalars.count + 1 - 10_000) over")
        }
        try next.quit()
    }

    @Test func aSecondWindowIsToldAndOverwritesNothing() throws {
        let first = try aki.openPost(post)
        try first.openComposer(with: "c")
        first.send("of the first")
        try first.waitFor("of the first")
        let second = try aki.openPost(post)
        try second.openComposer(with: "c")
        try second.waitFor("another window (\(first.child.process)")
        #expect(!second.screen.contains("of the first"))
        second.send("of the second")
        try second.waitFor("of the second")
        for session in [first, second] {
            session.child.send(signal: 9)
            try session.waitForExit()
        }
        // The feed says so; what one window wrote comes after the other was sent.
        let third = try aki.openPost(post)
        try third.waitFor("draft")
        for text in ["of the first", "of the second"] {
            try third.openComposer(with: "c")
            try third.waitFor(text)
            third.press(.enter)
            try third.waitForNo(Words.composer)
        }
        try third.waitForNo("draft")
        try third.quit()
        #expect(Set(try aki.comments(on: post).map(\.text)) == ["of the first", "of the second"])
    }

    // MARK: The editor

    /// A program that stands in for an editor, with a shell script's lines.
    private func editor(_ lines: String...) throws -> String {
        let path = world.scratch.file("editor")
        try Data((["#!/bin/sh"] + lines).joined(separator: "\n").utf8).write(to: URL(filePath: path))
        try #require(chmod(path, 0o755) == 0)
        return path
    }

    private func open(_ editor: String) throws -> TerminalSession {
        let session = try aki.open("--post", post, environment: ["VISUAL": editor, "EDITOR": "/bin/false"])
        try session.waitUntil("the post was read") { $0.contains(Words.title) && !$0.contains(Words.reading) }
        try session.openComposer(with: "c")
        return session
    }

    @Test func theEditorHasTheTerminalAsItWasAndItsTextIsTaken() throws {
        let editor = try editor(
            "stty -a < /dev/tty | grep -q ' icanon' && stty -a < /dev/tty | grep -q ' echo ' || exit 3",
            "stat -c 'mode %a' \"$2\"; cat \"$2\"; echo \"option $1\"; echo to the log >&2",
            "read line; printf '%s\\nand more\\n' \"$line\" > \"$2\"")
        let session = try open("\(editor) --wait")
        session.send("typed before")
        session.press(.ctrl("o"))
        try session.waitFor("to the log")
        for text in ["mode 600", "typed before", "option --wait"] { #expect(session.screen.contains(text)) }
        #expect(!session.screen.isAlternate && !session.screen.isBracketedPasteOn && session.screen.isCursorVisible)
        session.send("written in the editor\n")
        try session.waitUntil("the composer again, with the text") {
            $0.isAlternate && $0.contains("and more") && $0.contains("written in the editor")
        }
        #expect(session.screen.isBracketedPasteOn)
        session.press(.enter)
        try session.waitForNo(Words.composer)
        try session.quit()
        #expect(try aki.comments(on: post).map(\.text) == ["written in the editor\nand more"])
        // It was kept until here, and no longer.
        let left = try FileManager.default.subpathsOfDirectory(atPath: aki.state + "/drafts")
        #expect(!left.contains { $0.hasSuffix(".txt") })
    }

    @Test(arguments: [("exit 3", "failed (3)"), ("kill -9 $$", "killed (9)"), ("rm \"$1\"", "it is gone")])
    func anEditorThatFailsLeavesTheText(_ end: String, _ words: String) throws {
        // It leaves the terminal as programs do that crash.
        let session = try open(
            try editor("printf changed > \"$1\"; stty raw -echo; printf '\\033[?1049h\\033[?1000h'", end))
        session.send("typed before")
        session.press(.ctrl("o"))
        try session.waitFor(words)
        #expect(session.screen.contains("typed before") && !session.screen.isMouseOn)
        session.send(", and after")
        try session.waitFor("typed before, and after")
        try session.quit()
    }

    @Test func whatAnEditorHadWrittenWhenTheClientWasKilledIsTheDraft() throws {
        let session = try open(try editor("printf 'written in the editor\\n' > \"$1\"; echo ready; read line"))
        session.send("typed before")
        session.press(.ctrl("o"))
        try session.waitFor("ready")
        session.child.send(signal: 9)
        try session.waitForExit()
        let next = try aki.openPost(post)
        try next.openComposer(with: "c")
        try next.waitFor("written in the editor")
        #expect(next.screen.contains("from the editor") && !next.screen.contains("typed before"))
        try next.quit()
    }

    @Test func aClientThatIsEndedEndsItsEditor() throws {
        let session = try open(try editor("stty raw -echo; echo ready; read line"))
        session.send("typed before")
        session.press(.ctrl("o"))
        try session.waitFor("ready")
        session.child.send(signal: 15)
        #expect(try session.waitForExit() == .killed(signal: 15))
        try session.expectTheTerminalAsItWas()
    }
}
