import TerminalUI
import Testing

@Suite struct RightToLeftTests {
    private static let mark = "\u{200E}"

    private func row(_ draw: (inout Canvas) -> Void) -> [String] {
        var canvas = Canvas(size: Size(columns: 12, rows: 1))
        draw(&canvas)
        return canvas.row(0).map(\.text)
    }

    @Test(arguments: ["שלום", "سلام", "a سلام b", "١٢٣"]) func aTextThatRunsLeftIsClosedInItsLastCell(text: String) {
        let cells = row { $0.put(DisplayText(sanitizing: text), at: Point(column: 0, row: 0), style: Style(.text)) }
        let marked = cells.indices.filter { cells[$0].unicodeScalars.contains("\u{200E}") }
        #expect(marked == [text.count - 1])
        #expect(cells[text.count - 1] == text.suffix(1) + Self.mark)
    }

    @Test func whatIsCutIsClosedWhereItIsCut() {
        let text = DisplayText(sanitizing: "שלום עולם שלום עולם")
        #expect(row { $0.put(text, at: Point(column: 8, row: 0), style: Style(.text)) }[11] == "ם" + Self.mark)
        #expect(row { $0.put(text, at: Point(column: 0, row: 0), style: Style(.text), width: 2) }[1] == "ל" + Self.mark)
        #expect(row { $0.put(text, at: Point(column: 12, row: 0), style: Style(.text)) }.allSatisfy { $0 == " " })
    }

    @Test func textThatRunsRightIsLeftAlone() {
        let cells = row { $0.put("Añあ é 🇯🇵", at: Point(column: 0, row: 0), style: Style(.text)) }
        #expect(!cells.joined().unicodeScalars.contains("\u{200E}"))
    }

    @Test func aCellThatIsFullOfMarksGivesTheLastOneUp() {
        let text = DisplayText(sanitizing: "ש" + String(repeating: "\u{5B8}", count: 30))
        let cells = row { $0.put(text, at: Point(column: 0, row: 0), style: Style(.text)) }
        #expect(cells[0].unicodeScalars.count == 5)
        #expect(cells[0].unicodeScalars.last == "\u{200E}")
    }

    @Test func marksOfTheTextItselfAreNotDrawn() {
        #expect(DisplayText(sanitizing: "a\u{200E}\u{200F}\u{61C}b").string == "ab")
    }
}
