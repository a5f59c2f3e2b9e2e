import TerminalUI
import Testing

/// What the readers of other clients reported of texts, told again with their texts. `ClientReports` among the house's
/// tests has every report with its test.
@Suite struct ReportTests {
    private static let rules = WidthRules.standard

    /// A row of the screen: the texts of its cells, and that they fill it to the last column.
    private func row(_ text: String, columns: Int, at column: Int = 0, beside: String? = nil) -> String {
        var canvas = Canvas(size: Size(columns: columns, rows: 2))
        let shown = DisplayText(sanitizing: text)
        canvas.put(shown, at: Point(column: column, row: 0), style: Style(.text))
        if let beside {
            canvas.put(
                DisplayText(sanitizing: beside), at: Point(column: column + shown.width, row: 0), style: Style(.text))
        }
        for row in 0..<2 {
            let cells = canvas.row(row).filter { !$0.isContinuation }
            #expect(cells.reduce(0) { $0 + Self.rules.width(ofDrawn: $1.text) } == columns, "\(text.prefix(30))")
        }
        #expect(canvas.row(1).allSatisfy { $0.text == " " }, "the row below is nobody's")
        return canvas.row(0).filter { !$0.isContinuation }.map(\.text).joined()
    }

    @Test("rtv 444: a comment full of emoji, and a very long run of them", arguments: [1, 2, 3, 20, 76])
    func emojiByTheThousand(cells: Int) {
        let mixed = String(repeating: "❤️ ☀️✈️ ☂️⚠️", count: 40)
        let faces = Array(repeating: "😂", count: 2_000).joined(separator: " ")
        for text in [mixed, faces] {
            let lines = DisplayText(sanitizing: text).wrapped(to: cells)
            #expect(lines.allSatisfy { $0.width <= cells })
            let emoji = lines.joined().filter { $0.text != " " }.count
            #expect(emoji == text.filter { $0 != " " }.count, "none is lost")
        }
    }

    @Test("iamb 212 and 182: a name is cut between its characters, never inside one")
    func aNameOfFlagsAndLookAlikes() {
        let name = DisplayText(sanitizing: "🇯🇵🏴‍☠️ Аlехαndrоs ŃǼ")
        for cells in 0...name.width + 1 {
            let cut = name.truncated(to: cells)
            #expect(cut.width <= cells)
            let kept = cut.clusters.map(\.text).filter { $0 != "…" }
            #expect(Array(name.clusters.map(\.text).prefix(kept.count)) == kept)
        }
    }

    @Test("lazygit 4347: a line that begins with a warning sign is drawn once") func aWarningSignFirst() {
        let shown = row("⚠️ the rest of the line", columns: 40, at: 3)
        #expect(shown.ranges(of: "the rest of the line").count == 1)
        #expect(shown.hasPrefix("   ⚠"))
    }

    @Test("contact 186: thirty emoji stay inside of a small window", arguments: [0, 3, 9, 19])
    func emojiInASmallWindow(column: Int) {
        let shown = row(String(repeating: "🎉❤️👍🏽", count: 10), columns: 20, at: column)
        #expect(shown.hasPrefix(String(repeating: " ", count: column)))
    }

    @Test(
        "opencode 15392, zellij 3453: what stands right of a joined emoji stands in its column",
        arguments: ["👩‍🚀", "👨‍👩‍👧", "🏳️‍🌈", "🏳️‍⚧️", "👩‍🚀👨‍👩‍👧 🏳️‍🌈"])
    func besideJoinedEmoji(text: String) {
        let shown = row(text, columns: 30, beside: "│")
        let before = shown.prefix { $0 != "│" }
        #expect(before.reduce(0) { $0 + Self.rules.width(ofDrawn: String($1)) } == DisplayText(sanitizing: text).width)
    }

    @Test("gitui 542: a long line of Japanese is cut anywhere") func aLongLineOfJapanese() {
        let text = DisplayText(sanitizing: String(repeating: "長い行を切っても壊れません。", count: 20))
        for cells in 0...300 {
            #expect(text.truncated(to: cells).width <= cells)
            #expect(text.prefix(cells: cells).width <= cells)
        }
    }

    @Test(
        "weechat 2337: a text of no width comes to an end",
        arguments: ["\u{200B}", "\u{200D}\u{FE0F}", "\u{301}\u{301}", "", "\u{AD}\u{200B}\u{2060}", "\u{FEFF}"])
    func noWidth(text: String) {
        for repeated in [1, 50] {
            let shown = DisplayText(sanitizing: String(repeating: text, count: repeated))
            for cells in [0, 1, 2, 76] {
                #expect(shown.wrapped(to: cells).allSatisfy { $0.width <= cells })
                #expect(shown.truncated(to: cells).width <= cells)
                #expect(shown.padded(to: cells).width >= cells)
            }
        }
        _ = row(text, columns: 5)
    }

    @Test("codex 34871, claude-code 89489, openclaw 21936, trippy 1344: Arabic is in the order written, and once")
    func arabicWithLatinAndDigits() {
        let text = "مرحبا abc ١٢٣ 456"
        let shown = row(text, columns: 40, beside: "│ next")
        let written = shown.filter { $0 != "\u{200E}" }.unicodeScalars.filter { $0 != "\u{200E}" }
        #expect(String(String.UnicodeScalarView(written)).hasPrefix(text))
        // The mark behind it keeps a terminal that reorders from taking the neighbour along.
        #expect(shown.unicodeScalars.contains("\u{200E}"))
    }

    @Test("toot 25b0057: columns behind wide letters are columns", arguments: ["あいう", "한글", "e\u{301}", "🍧", "👨‍👩‍👧"])
    func columnsBehindWideLetters(text: String) {
        #expect(DisplayText(sanitizing: text).padded(to: 10).width == 10)
    }
}

extension [DisplayText] {
    fileprivate func joined() -> [Cluster] { flatMap(\.clusters) }
}
