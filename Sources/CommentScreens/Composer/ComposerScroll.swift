import CommentPresenters
import TerminalUI

/// How the text in the composer stands on screen: which rows of it are seen, and in which column the cursor would be if
/// the row were long enough.
struct ComposerScroll {
    /// What is seen of a text.
    struct Shown {
        var lines: [DisplayText] = []
        /// The offset in the text where each of them ends.
        var ends: [Int] = []
        /// Counted from the first of the lines.
        var cursor = Point(column: 0, row: 0)
    }

    private(set) var layout: TextLayout?
    /// The offset of the first row that is seen.
    private var top = 0
    /// The column that Up and Down keep to while the cursor is where they left it.
    private var goal: (column: Int, cursor: Int)?

    /// What is seen of the text in so many rows at most. Scrolls as little as it can.
    mutating func show(_ buffer: TextBuffer, width: Int, rows: Int, rules: WidthRules) -> Shown {
        let rows = max(1, rows)
        var layout =
            self.layout.flatMap { $0.width == max(2, width) && $0.rules == rules ? $0 : nil }
            ?? TextLayout(width: width, rules: rules)
        // Let go of the other copy: else the rows would be copied with every key.
        self.layout = nil
        layout.use(buffer.utf8)
        defer { self.layout = layout }
        let row = layout.row(of: buffer.cursor, margin: rows)
        let place = Place(buffer.cursor, row, in: layout)
        var first = layout.rows.lastIndex { $0.start <= top } ?? 0
        first = min(max(first, place.visualRow - rows + 1), row)
        // No blank rows below while there is text above; the row of the cursor may be one more than there are.
        let known = max(layout.rows.count, place.visualRow + 1)
        first = min(first, max(0, known - rows))
        top = layout.rows[first].start
        var shown = Shown()
        for index in first..<min(layout.rows.count, first + rows) where shown.lines.count < rows {
            shown.lines.append(layout.rows[index].drawn)
            shown.ends.append(layout.rows[index].end)
            guard index == row, place.visualRow > row, shown.lines.count < rows else { continue }
            shown.lines.append(DisplayText())
            shown.ends.append(layout.rows[index].end)
        }
        shown.cursor = Point(column: place.column, row: place.visualRow - first)
        return shown
    }

    /// The place a row above or below the cursor; nil if the text was not shown yet.
    mutating func place(_ step: Int, from buffer: TextBuffer) -> Int? {
        guard var layout else { return nil }
        self.layout = nil
        layout.use(buffer.utf8)
        defer { self.layout = layout }
        let row = layout.row(of: buffer.cursor, margin: 2)
        let here = Place(buffer.cursor, row, in: layout)
        let column = goal.flatMap { $0.cursor == buffer.cursor ? $0.column : nil } ?? here.column
        let target = here.visualRow + step
        let place: Int
        if target < 0 {
            place = 0
        } else if target < layout.rows.count {
            place = layout.rows[target].offset(at: column)
        } else {
            place = buffer.utf8.count
        }
        goal = (column, place)
        return place
    }

    /// Where a place is on screen.
    private struct Place {
        /// The cell; at the most the one behind the row.
        let column: Int
        /// One below its row where the row is full and the line ends: the next letter will stand there.
        let visualRow: Int

        init(_ place: Int, _ row: Int, in layout: TextLayout) {
            let shown = layout.rows[row]
            let cells = shown.column(at: place)
            let isBehindFullRow = place == shown.end && shown.ending != .wrapped && cells >= layout.width
            column = isBehindFullRow ? 0 : min(cells, layout.width)
            visualRow = isBehindFullRow ? row + 1 : row
        }
    }
}
