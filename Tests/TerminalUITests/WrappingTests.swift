import TerminalUI
import TestSupport
import Testing

@Suite struct WrappingTests {
    private func wrap(_ raw: String, _ cells: Int) -> [String] {
        DisplayText(sanitizing: raw).wrapped(to: cells).map(\.string)
    }

    @Test func linesBreakBetweenWords() {
        #expect(wrap("the quick brown fox", 10) == ["the quick", "brown fox"])
        #expect(wrap("the   quick", 5) == ["the", "quick"])
        #expect(wrap("well-known", 6) == ["well-", "known"])
        #expect(wrap("a\n\nb ", 5) == ["a", "", "b "])
        #expect(wrap("", 5) == [""])
    }

    @Test func aWordThatIsTooLongIsBroken() {
        #expect(wrap("abcdefgh ij", 3) == ["abc", "def", "gh", "ij"])
        #expect(wrap("  abcdefgh", 6) == ["  abcd", "efgh"])
    }

    @Test func noLineOfJapaneseBeginsWithAFullStop() {
        #expect(wrap("あいう。えお", 6) == ["あい", "う。え", "お"])
        #expect(wrap("あ「いう」", 4) == ["あ", "「い", "う」"])
    }

    @Test func aZeroWidthSpaceIsAPlaceToBreak() {
        #expect(wrap("abcd\u{200B}efgh", 6).map { $0.replacing("\u{200B}", with: "") } == ["abcd", "efgh"])
    }

    @Test func aClusterWiderThanALineIsReplaced() {
        #expect(wrap("aあb", 1) == ["a", "…", "b"])
    }

    private func addresses(_ raw: String, _ cells: Int, _ wide: Int) -> [String] {
        DisplayText(sanitizing: raw).wrapped(to: cells, addressesTo: wide).map(\.string)
    }

    @Test func anAddressStandsOnOneLineWhereItFits() {
        #expect(addresses("see https://a.example/b/c now", 24, 24) == ["see", "https://a.example/b/c", "now"])
        #expect(addresses("see https://a.example/b/c now", 12, 30) == ["see", "https://a.example/b/c", "now"])
        #expect(addresses("https://a.example/b-c/d\nend", 12, 30) == ["https://a.example/b-c/d", "end"])
        #expect(addresses("(https://a.example/b/c)", 12, 30).first?.hasPrefix("(") == true)
        // Words keep the narrower width.
        #expect(addresses("one two three four", 10, 30) == ["one two", "three four"])
    }

    @Test func anAddressThatFitsNowhereIsBrokenByTheEndsOfLinesAlone() {
        let address = "https://a.example/" + String(repeating: "ab/", count: 20)
        let lines = addresses("see \(address) now", 10, 30)
        #expect(lines.first == "see" && lines.last == "now")
        #expect(lines.dropFirst().dropLast().joined() == address)
        #expect(lines.dropFirst().dropLast(2).allSatisfy { $0.count == 30 })
        #expect(addresses(address, 10, 10).joined() == address)
        #expect(addresses("あ://い ftp://", 4, 4).joined() == "あ://いftp://")
    }

    @Test func partsOfALineKnowWhereTheyStoodInTheText() {
        let text = DisplayText(sanitizing: "one two three")
        let lines = text.wrapped(to: 7)
        #expect(lines.map(\.byteOffset) == [0, 8])
        let hits = [6..<10]
        #expect(lines[0].parts(by: hits).map(\.text.string) == ["one tw", "o"])
        #expect(lines[1].parts(by: hits).map(\.text.string) == ["th", "ree"])
        #expect(lines[1].parts(by: hits).map(\.isInside) == [true, false])
        #expect(lines[1].parts(by: []).map(\.isInside) == [false])
        #expect(DisplayText().parts(by: hits).isEmpty)
        let wide = DisplayText(sanitizing: "あいう")
        #expect(wide.parts(by: [4..<5]).map(\.text.string) == ["あ", "い", "う"])
    }

    @Test func noWidthMeansNoLines() {
        #expect(wrap("abc", 0) == [])
        #expect(wrap("abc", .min) == [])
    }

    @Test func aLimitEndsTheWork() {
        let text = DisplayText(sanitizing: Probes.all.max { $0.utf8.count < $1.utf8.count } ?? "")
        #expect(text.wrapped(to: 80, limit: 3).count == 3)
        #expect(text.wrapped(to: 80, limit: 0) == [])
    }

    @Test func noProbeIsWiderThanAskedAndNothingIsLost() {
        for probe in Probes.all {
            for cells in [1, 2, 3, 20, 76] {
                let text = DisplayText(sanitizing: probe, limit: cells * 200)
                expectWhole(text, cells, "\(probe.prefix(20).debugDescription)")
            }
        }
    }

    @Test func noRandomTextIsWiderThanAskedAndNothingIsLost() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", "bc ", " ", "  ", "word", "あ", "。", "「", "🇯🇵", "e\u{301}", "-", "\n", "\t", "1.5", "/", "\u{200B}", "한",
            "👍🏽", " \u{301}",
        ]
        for _ in 0..<2_000 {
            var raw = ""
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                raw += pieces.randomElement(using: &generator) ?? ""
            }
            let cells = Int.random(in: 1...12, using: &generator)
            expectWhole(DisplayText(sanitizing: raw), cells, "seed \(seed), \(raw.debugDescription), \(cells) cells")
        }
    }

    private func expectWhole(_ text: DisplayText, _ cells: Int, _ context: String) {
        let lines = text.wrapped(to: cells)
        #expect(lines.allSatisfy { $0.width <= cells }, "\(context)")
        // Blanks may go at breaks; a cluster wider than a line becomes an ellipsis.
        let before = text.clusters.map { $0.width > cells ? "…" : $0.text }.filter { $0 != " " }
        let after = lines.flatMap { $0.clusters.map(\.text) }.filter { $0 != " " }
        #expect(before == after, "\(context)")
        #expect(lines.count >= text.lines().count, "\(context)")
        // Breaking what is broken changes nothing.
        #expect(lines.allSatisfy { $0.wrapped(to: cells).count == 1 }, "\(context)")
    }
}
