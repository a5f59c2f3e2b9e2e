import TerminalUI
import Testing

@Suite struct ClusterFormTests {
    private func drawn(_ raw: String) -> [String] {
        DisplayText(sanitizing: raw).clusters.map { "\($0.text) \($0.width)" }
    }

    @Test(arguments: [
        ("👨‍👩‍👧‍👦", ["👨 2"]), ("🏳️‍⚧️", ["🏳 1"]), ("👍🏽", ["👍 2"]), ("👩🏽‍🚀", ["👩 2"]), ("🏽", ["\u{FFFD} 1"]),
        ("\u{26A0}\u{FE0F}", ["\u{26A0} 1"]), ("\u{1F171}\u{FE0F}", ["\u{1F171} 1"]), ("☎\u{FE0E}", ["☎ 1"]),
        ("🏴\u{E0067}\u{E0062}\u{E007F}", ["🏴 2"]),
    ]) func emojiAreDrawnInAFormThatAllMeasureAlike(raw: String, expected: [String]) {
        #expect(drawn(raw) == expected)
    }

    @Test func flagsAreTwoCellsAndALoneHalfIsALetter() {
        #expect(drawn("🇯🇵🇺🇸🇫") == ["🇯🇵 2", "🇺🇸 2", "F 1"])
    }

    @Test func keycapsAreOneCell() {
        #expect(drawn("1\u{FE0F}\u{20E3}") == ["1\u{20E3} 1"])
    }

    @Test func jamoAreComposed() {
        #expect(drawn("\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}") == ["한 2", "글 2"])
        #expect(drawn("\u{1161}") == ["\u{FFFD} 1"])
    }

    @Test func aCellHoldsFourMarks() {
        let marks = String(repeating: "\u{301}", count: 30)
        #expect(drawn("e" + marks + "x") == ["e\u{301}\u{301}\u{301}\u{301} 1", "x 1"])
        #expect(drawn("\u{301}") == [" \u{301} 1"])
    }

    @Test(arguments: ["\u{200B}", "\u{AD}", "\u{FEFF}", "\u{200D}", "\u{FE0F}", "\u{2060}", "\u{3164}", "\u{1160}"])
    func whatNobodySeesTakesNoCells(raw: String) {
        #expect(drawn(raw) == [])
        #expect(DisplayText(sanitizing: String(repeating: raw, count: 2_000)).string.isEmpty)
        #expect(DisplayText(sanitizing: "a" + raw + "b").string == "ab")
        #expect(DisplayText(sanitizing: "a" + raw + "b").width == 2)
    }

    @Test func whatHasNoGlyphAtAllIsReplaced() {
        #expect(drawn("\u{378}\u{FFFE}") == ["\u{FFFD} 1", "\u{FFFD} 1"])
    }

    @Test func wideIsTwo() {
        #expect(DisplayText(sanitizing: "あいう\u{3000}").width == 8)
    }

    @Test func ourOwnWordsAreMadeOfLiteralsOnly() {
        let text: DisplayText = "ready…"
        #expect(text == DisplayText(sanitizing: "ready…"))
        #expect((text + DisplayText(12)).string == "ready…12")
    }
}
