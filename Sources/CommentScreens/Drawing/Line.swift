import TerminalUI

/// One row of a pane, before it has a place: pieces of text from the left, and one at the right edge.
struct Line {
    private var pieces: [(column: Int, text: DisplayText, style: Style)] = []
    private(set) var end = 0

    init() {}

    init(_ text: DisplayText, _ role: Role, at column: Int = 0) {
        self.init()
        put(text, role, at: column)
    }

    mutating func put(_ text: DisplayText, _ role: Role, at column: Int) {
        guard !text.isEmpty else { return }
        pieces.append((column, text, Style(role)))
        end = max(end, column + text.width)
    }

    /// With the hits of a search marked: `hits` are in bytes of the text that `text` was cut out of.
    mutating func put(_ text: DisplayText, _ role: Role, at column: Int, hits: [Range<Int>]) {
        guard !hits.isEmpty else { return put(text, role, at: column) }
        var column = column
        for part in text.parts(by: hits) {
            put(part.text, part.isInside ? .match : role, at: column)
            column += part.text.width
        }
    }

    /// Behind what is there, after `gap` blanks.
    mutating func add(_ text: DisplayText, _ role: Role, gap: Int = 0) {
        put(text, role, at: end + (pieces.isEmpty ? 0 : gap))
    }

    /// With what stands in another line, from a column on.
    func beside(_ other: Line, at column: Int) -> Line {
        var whole = self
        whole.pieces += other.pieces.map { (column + $0.column, $0.text, $0.style) }
        whole.end = max(end, column + other.end)
        return whole
    }

    func draw(on canvas: inout Canvas, at point: Point, width: Int) {
        for piece in pieces where piece.column < width {
            canvas.put(
                piece.text, at: Point(column: point.column + piece.column, row: point.row), style: piece.style,
                width: min(piece.text.width, width - piece.column))
        }
    }
}

/// An item of a list as lines.
struct Block {
    var lines: [Line] = []
    /// Blank rows below it.
    var gap = 0
    var height: Int { lines.count + gap }
}

extension Rect {
    var columns: Int { size.columns }
    var rows: Int { size.rows }

    /// Without some of its rows.
    func dropping(top: Int = 0, bottom: Int = 0) -> Rect {
        Rect(
            column: origin.column, row: origin.row + min(top, rows), columns: columns, rows: rows - top - bottom)
    }

    func contains(_ point: Point) -> Bool {
        (origin.column..<origin.column + columns).contains(point.column)
            && (origin.row..<origin.row + rows).contains(point.row)
    }

    func at(_ column: Int, _ row: Int) -> Point {
        Point(column: origin.column + column, row: origin.row + row)
    }
}

extension Canvas {
    mutating func draw(_ line: Line, in rect: Rect, row: Int) {
        guard row >= 0, row < rect.rows else { return }
        line.draw(on: &self, at: rect.at(0, row), width: rect.columns)
    }
}
