import TerminalUI
import Testing

@Suite struct CuttingTests {
    @Test func everyProbeIsCutToEveryWidth() {
        for probe in Probes.all {
            let text = DisplayText(sanitizing: probe, limit: 500)
            for cells in [Int.min, -1, 0, 1, 2, 3, 10, 500, .max] {
                #expect(text.truncated(to: cells).width <= max(0, cells))
                #expect(text.prefix(cells: cells).width + text.dropping(cells: cells).width <= text.width)
                if cells < 1_000 { #expect(text.padded(to: cells).width == max(cells, text.width)) }
            }
        }
    }

    @Test func whatIsCutSaysSo() {
        let text = DisplayText(sanitizing: "あいうえお")
        #expect(text.truncated(to: 10).string == "あいうえお")
        #expect(text.truncated(to: 9).string == "あいうえ…")
        #expect(text.truncated(to: 8).string == "あいう…")
        #expect(text.truncated(to: 1).string == "…")
        #expect(text.truncated(to: 2, ellipsis: "...").string == "あ")
        #expect(text.truncated(to: 7, ellipsis: "...").string == "あい...")
    }

    @Test func linesArePartedAtLineBreaks() {
        #expect(DisplayText(sanitizing: "a\n\né\n").lines().map(\.string) == ["a", "", "é", ""])
        #expect(DisplayText().lines() == [""])
    }
}
