import CommentPresenters
@testable import CommentScreens
import TerminalUI
import TestSupport
import Testing

/// The rows of the composer: how they break, where the cursor stands, and what they cost.
@Suite struct ComposerRowsTests {
    /// A composer that is this many cells wide.
    private func show(_ text: String, width: Int = 10, rows: Int = 8, at place: Int? = nil) -> ComposerRows {
        var rows = ComposerRows(width: width, rows: rows, text: text)
        if let place { rows.move(to: place) }
        return rows
    }

    @Test func itBreaksAsTextsBreakEverywhere() {
        let texts = [
            "A second line that is long enough to be broken.", "一行目は「日本語」です。とても長い行ですね。", "한글은 빈칸에서 나뉩니다 그렇지요",
            "a word of 100000000000000 letters", "two  blanks   and    more", "e\u{301}\u{302} 👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "", "\n\nx\n",
        ]
        for text in texts + HostileText.all.map(\.text) {
            for width in [2, 3, 10, 76] {
                let buffer = TextBuffer(String(text.prefix(200)))
                let shown = show(buffer.text, width: width, rows: 2_000, at: 0).lines
                let wanted = DisplayText(sanitizing: buffer.text).wrapped(to: width).map(\.string)
                #expect(
                    shown.map(\.withoutEnd) == wanted.map(\.withoutEnd), "\(width): \(text.prefix(40).debugDescription)"
                )
            }
        }
    }

    @Test func whatTheTerminalWasMeasuredToDoCountsInTheComposerToo() {
        var rules = WidthRules()
        rules.joinsEmoji = true
        rules.widensVariants = true
        let text = "👨‍👩‍👧‍👦❤️"
        let measured = ComposerRows(width: 10, rows: 8, text: text, rules: rules)
        #expect(measured.lines == [DisplayText(sanitizing: text, rules: rules).string])
        #expect(measured.cursor == Point(column: 4, row: 0))
        #expect(show(text).lines == ["👨❤"] && show(text).cursor == Point(column: 3, row: 0))
    }

    @Test func theCursorStandsAtItsLettersCell() {
        let text = "あいう abc 👨‍👩‍👧‍👦 한글 end"
        var rows = show(text, width: 40, at: 0)
        var columns: [Int] = []
        for _ in 0..<text.count {
            columns.append(rows.cursor.column)
            rows.apply(.right)
        }
        #expect(columns == [0, 2, 4, 6, 7, 8, 9, 10, 11, 13, 14, 16, 18, 19, 20, 21])
        #expect(rows.cursor == Point(column: 22, row: 0))
    }

    @Test func behindAFullRowTheCursorStandsWhereTheNextLetterWill() {
        var rows = show("あいうえお")
        #expect(rows.cursor == Point(column: 0, row: 1) && rows.lines == ["あいうえお", ""])
        rows.type("か")
        #expect(rows.cursor == Point(column: 2, row: 1) && rows.lines == ["あいうえお", "か"])
        // Between two lines of the text too, and only there where the cursor is.
        rows = show("0123456789\nx", at: 10)
        #expect(rows.cursor == Point(column: 0, row: 1) && rows.lines == ["0123456789", "", "x"])
        rows.apply(.left)
        #expect(rows.cursor == Point(column: 9, row: 0) && rows.lines == ["0123456789", "x"])
        // Blanks that hang at a break are as far right as there is room.
        rows = show("0123456789   next", at: 12)
        #expect(rows.cursor == Point(column: 10, row: 0))
        rows.apply(.right)
        #expect(rows.cursor == Point(column: 0, row: 1))
    }

    @Test func upAndDownGoByRowsAndRememberTheColumn() {
        var rows = show("あいうえおかきくけこ\nab\n0123456789abcdef", at: 9 * 3)
        var seen = [rows.cursor]
        for change in [TextChange.down, .down, .down, .down, .up, .up, .up, .up, .up] {
            rows.apply(change)
            seen.append(rows.cursor)
        }
        let expected = [
            (8, 1), (2, 2), (8, 3), (6, 4), (6, 4), (8, 3), (2, 2), (8, 1), (8, 0), (0, 0),
        ].map { Point(column: $0.0, row: $0.1) }
        #expect(seen == expected)
        // Any other motion is what is remembered from then on.
        rows = show("0123456789\na\n0123456789", at: 5)
        for change in [TextChange.down, .left, .down] { rows.apply(change) }
        #expect(rows.cursor == Point(column: 0, row: 2))
    }

    @Test func itScrollsAsLittleAsItCan() {
        let text = (0..<20).map { "line \($0)" }.joined(separator: "\n")
        var rows = show(text, rows: 4)
        #expect(rows.lines == ["line 16", "line 17", "line 18", "line 19"])
        for _ in 0..<3 { rows.apply(.up) }
        #expect(rows.lines.first == "line 16" && rows.cursor.row == 0)
        rows.apply(.up)
        #expect(rows.lines.first == "line 15" && rows.cursor.row == 0)
        rows.apply(.down)
        #expect(rows.lines.first == "line 15" && rows.cursor.row == 1)
        rows.move(to: 0)
        #expect(rows.lines == ["line 0", "line 1", "line 2", "line 3"])
    }

    /// Rows are what costs: so many are made for a key, however long the text is.
    @Test(arguments: [
        String(repeating: "a word and another ", count: 1_500), String(repeating: "湖は青い。", count: 1_500),
        String(repeating: "short lines\n", count: 3_000), String(repeating: "x", count: 30_000),
    ])
    func inALongTextAKeyMakesAFewRows(_ text: String) {
        var rows = show(text, width: 76)
        for (change, most) in [
            (TextChange.newLine, 20), (.left, 4), (.deleteBackward, 20), (.up, 20), (.up, 4), (.killWordBackward, 20),
        ] {
            let before = rows.made
            rows.apply(change)
            #expect(rows.made - before <= most, "\(change)")
        }
        let before = rows.made
        for letter in "typed in the middle" { rows.type(String(letter)) }
        #expect(rows.made - before <= 20 * 20)
        // In front of everything.
        rows.move(to: 0)
        let atTheStart = rows.made
        for letter in "typed first" { rows.type(String(letter)) }
        #expect(rows.made - atTheStart <= 11 * 20)
    }

    /// Typing leads to the same rows as looking at the text for the first time.
    @Test(arguments: UInt64(1)...4) func rowsThatAreKeptAreTheRowsThatWouldBeMade(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let width = Int.random(in: 2...20, using: &random)
        var rows = ComposerRows(width: width, rows: 5, text: "")
        let pieces = ["a", " ", "word ", "\n", "日本", "。", "👨‍👩‍👧‍👦", "\u{301}", "🇯🇵", "\u{200B}", "  ", "한"]
        let changes: [TextChange] = [
            .left, .right, .up, .down, .wordLeft, .lineStart, .lineEnd, .deleteBackward, .deleteForward, .killToLineEnd,
            .yank, .undo, .transpose,
        ]
        for _ in 0..<120 {
            if Bool.random(using: &random) {
                rows.type(pieces.randomElement(using: &random) ?? "")
            } else {
                rows.apply(changes.randomElement(using: &random) ?? .left)
            }
            let fresh = rows.shownAnew
            #expect(rows.lines.indices.contains(rows.cursor.row), "seed \(seed)")
            #expect(rows.cursor.column <= width, "seed \(seed)")
            #expect(rows.lines[rows.cursor.row] == fresh.lines[fresh.cursor.row], "seed \(seed)")
            #expect(rows.cursor.column == fresh.cursor.column, "seed \(seed)")
        }
    }
}

extension String {
    /// Blanks at a row's end are the same on screen whether they are there or not.
    fileprivate var withoutEnd: Substring { self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)] }
}
