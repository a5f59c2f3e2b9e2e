import CommentPresenters
import Testing

@Suite struct TextPatternTests {
    private func found(_ pattern: String, _ text: String) -> [String] {
        let ranges = TextPattern(pattern)?.ranges(in: text) ?? []
        return ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }

    @Test func capitalsAndSmallLettersAreTheSame() {
        #expect(found("lake", "The LAKE, the Lake.") == ["LAKE", "Lake"])
        #expect(found("ÉTÉ", "l’été") == ["été"])
        #expect(found("strasse", "Straße") == ["Straße"])
        #expect(found("οδος", "ΟΔΟΣ") == ["ΟΔΟΣ"])
        #expect(found("привет", "ПРИВЕТ") == ["ПРИВЕТ"])
    }

    @Test func composedAndDecomposedAreTheSame() {
        #expect(found("caf\u{E9}", "CAFE\u{301}") == ["CAFE\u{301}"])
        #expect(found("cafe\u{301}", "caf\u{E9}s") == ["caf\u{E9}"])
        #expect(found("한", "\u{1112}\u{1161}\u{11AB}글") == ["\u{1112}\u{1161}\u{11AB}"])
        #expect(found("が", "か\u{3099}") == ["か\u{3099}"])
        // Another letter is another letter.
        #expect(found("cafe", "caf\u{E9}") == [])
    }

    @Test func hitsDoNotOverlapAndBlanksAloneAreNothing() {
        #expect(found("aa", "aaaaa") == ["aa", "aa"])
        #expect(found("日本", "日本の日本語") == ["日本", "日本"])
        #expect(TextPattern("") == nil)
        #expect(TextPattern("  \u{3000}") == nil)
        #expect(found("x", "") == [])
    }

    @Test func occurringIsHavingARange() {
        for pattern in ["a", "ß", "é", "👍", "日", "A b"] {
            for text in ["", "a", "SS", "E\u{301}", "👍🏽👍", "日本", "xa B"] {
                let pattern = TextPattern(pattern)
                #expect(pattern?.occurs(in: text) == (pattern?.ranges(in: text).isEmpty == false))
            }
        }
    }
}
