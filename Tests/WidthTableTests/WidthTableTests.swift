import FoundationEssentials
import TerminalUI
import Testing

@Suite struct WidthTableTests {
    static let page =
        String(#filePath.dropLast("/Tests/WidthTableTests/WidthTableTests.swift".count)) + "/docs/widths.md"

    @Test func thePageSaysWhatLibvtermDraws() throws {
        guard ProcessInfo.processInfo.environment["RAKKAN_RECORD"] == nil else { return }
        let page = try String(contentsOfFile: Self.page, encoding: .utf8)
        var table = WidthTable()
        table.adoptTmux(from: page)
        expectSame(table.markdown, page)
    }

    /// Our own marks and lines, and the letters that people write in: whoever disagrees on these breaks every line.
    @Test func allAgreeOnWhatIsDrawnButForWhatThePageNames() throws {
        let rows = WidthTable().rows.filter { $0.libvterm[0] != $0.drawn.width }
        #expect(rows.map(\.name) == ["an emoji of 2021", "Arabic number sign"])
    }
}

func expectSame(_ made: String, _ page: String) {
    let made = made.split(separator: "\n", omittingEmptySubsequences: false)
    let page = page.split(separator: "\n", omittingEmptySubsequences: false)
    for (new, old) in zip(made, page) where new != old {
        Issue.record("docs/widths.md has another line; `make widths` writes it anew.\n was: \(old)\n is:  \(new)")
    }
    #expect(made.count == page.count, "docs/widths.md has other lines; `make widths` writes it anew")
}
