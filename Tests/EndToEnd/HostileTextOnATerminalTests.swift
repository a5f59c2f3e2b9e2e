import PtySupport
import TestSupport
import Testing

/// Whatever stands in the comments: beside each row of them the line between the panes stands where it stands.
@Suite(.needsTheBinary) struct HostileTextOnATerminalTests {
    @Test func noCommentMovesWhatStandsBesideIt() throws {
        let world = try World()
        let aki = try world.person("aki")
        let post = try aki.post(Words.title)
        for probe in HostileText.all where probe.text.utf8.count < 6_000 && !probe.text.contains("\0") {
            _ = try aki.run("comment", post, "-", input: probe.text + "|")
        }
        let session = try aki.openPost(post, size: TerminalSize(120, 35))
        let column = try #require((0..<120).first { session.screen.cell(row: 0, column: $0).text == "│" })
        for _ in 0..<60 {
            session.readUntilQuiet(milliseconds: 30)
            for row in 1..<33 {
                let text = session.screen.cell(row: row, column: column).text
                #expect(text == "│" || text == "┼", "row \(row)\n\(session.screen)")
            }
            session.send("k")
        }
        #expect(session.screen.bells == 0)
        try session.quit()
    }
}
