import TerminalUI
import TestSupport
import Testing

@Suite struct CanvasTests {
    private static let sizes = [(80, 24), (300, 100), (40, 10), (20, 5), (10, 3), (2, 1), (1, 1), (0, 0)]

    @Test(arguments: sizes) func everythingMayBeDrawnAnywhere(columns: Int, rows: Int) {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        let coordinates = [Int.min, -1_000, -1, 0, 1, columns - 1, columns, 1_000, Int.max]
        for column in coordinates {
            for row in coordinates {
                let point = Point(column: column, row: row)
                canvas.put("あ🇯🇵e\u{301}x", at: point, style: Style(.text))
                canvas.put("あいう", at: point, style: Style(.text), width: 3)
                canvas.put("あいう", at: point, style: Style(.text), width: .min)
                canvas.fill(Rect(origin: point, size: Size(columns: .max, rows: 2)), style: Style(.dim))
                canvas.horizontalLine("─", at: point, length: .max, style: Style(.line))
                canvas.verticalLine("│", at: point, length: .max, style: Style(.line))
                _ = canvas[point]
            }
        }
        expectWhole(canvas)
    }

    @Test func noRandomDrawingLeavesHalfACluster() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let size = Size(
                columns: .random(in: 0...12, using: &generator), rows: .random(in: 0...3, using: &generator))
            var canvas = Canvas(size: size)
            for _ in 0..<10 {
                let point = Point(
                    column: .random(in: -4...12, using: &generator), row: .random(in: -1...3, using: &generator))
                let text: DisplayText = Bool.random(using: &generator) ? "aあb한🇯🇵" : "xyz"
                canvas.put(text, at: point, style: Style(.text), width: Bool.random(using: &generator) ? 4 : nil)
            }
            expectWhole(canvas, "seed \(seed)")
            let other = Size(
                columns: .random(in: 0...14, using: &generator), rows: .random(in: 0...4, using: &generator))
            expectWhole(canvas.resized(to: other), "seed \(seed)")
        }
    }

    /// Every row's clusters take exactly its cells.
    private func expectWhole(_ canvas: Canvas, _ context: String = "") {
        for row in 0..<canvas.size.rows {
            let cells = canvas.row(row)
            let width = cells.reduce(0) { $0 + DisplayText(sanitizing: $1.text).width }
            #expect(width == canvas.size.columns, "row \(row): \(canvas.plainText()) \(context)")
            #expect(cells.first?.isContinuation != true, "\(context)")
        }
    }

    @Test func aWideClusterThatDoesNotFitIsBlank() {
        var canvas = Canvas(size: Size(columns: 4, rows: 3))
        canvas.put("abcあ", at: Point(column: 0, row: 0), style: Style(.text))
        canvas.put("あxy", at: Point(column: -1, row: 1), style: Style(.text))
        canvas.put("あい", at: Point(column: 0, row: 2), style: Style(.text), width: 3)
        #expect(canvas.plainText() == "abc\n xy\nあ")
    }

    @Test func halfOfAWideClusterIsNotLeft() {
        var canvas = Canvas(size: Size(columns: 6, rows: 2))
        for row in 0..<2 { canvas.put("あいう", at: Point(column: 0, row: row), style: Style(.text)) }
        canvas.put("x", at: Point(column: 3, row: 0), style: Style(.text))
        canvas.put("x", at: Point(column: 2, row: 1), style: Style(.text))
        #expect(canvas.plainText() == "あ xう\nあx う")
    }

    @Test func textSaysHowManyCellsItTook() {
        var canvas = Canvas(size: Size(columns: 10, rows: 1))
        #expect(canvas.put("あx", at: Point(column: 2, row: 0), style: Style(.text)) == 3)
        #expect(canvas.put("あx", at: Point(column: 2, row: 0), style: Style(.text), width: 2) == 2)
    }

    @Test func aLineBreakInsideALineIsABlank() {
        var canvas = Canvas(size: Size(columns: 10, rows: 1))
        canvas.put(DisplayText(sanitizing: "a\nbé\nc"), at: Point(column: 0, row: 0), style: Style(.text))
        #expect(canvas.plainText() == "a bé c")
    }

    @Test func rolesCanBeRead() {
        var canvas = Canvas(size: Size(columns: 6, rows: 1))
        canvas.put("ab", at: Point(column: 1, row: 0), style: Style(.failed, isSelected: true))
        #expect(canvas.plainText(marking: { $0.role == .failed ? "F" : "." }) == ".FF...")
    }

    @Test func anASCIITerminalGetsASCIIInTheSameCells() {
        var canvas = Canvas(size: Size(columns: 30, rows: 1))
        canvas.put("é あ“q”—Ａ👍🇯🇵e\u{301}ệ│…!", at: Point(column: 0, row: 0), style: Style(.text))
        let ascii = canvas.inASCII()
        #expect(ascii.plainText() == "e ? \"q\"-A ? ? ee|.!")
        expectWhole(ascii)
    }
}
