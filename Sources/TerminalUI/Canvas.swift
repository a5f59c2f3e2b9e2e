/// The screen as a value: a grid of cells and a cursor.
///
/// Everything may be drawn anywhere; what lies outside is not there.
package struct Canvas: Hashable, Sendable {
    /// One cell. A cluster that is wider than one stands in its first cell; the others are its continuation.
    package struct Cell: Hashable, Sendable {
        /// Empty in the continuation of a wide cluster.
        package var text: String
        package var style: Style

        package static let blank = Cell(text: " ", style: Style(.text))
        package var isContinuation: Bool { text.isEmpty }
    }

    package let size: Size
    /// Nil hides it.
    package var cursor: Point?
    package private(set) var cells: [Cell]

    package init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// Nil outside of the canvas.
    package subscript(point: Point) -> Cell? {
        index(column: point.column, row: point.row).map { cells[$0] }
    }

    /// The cells of a row; none outside of the canvas.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        guard row >= 0, row < size.rows else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Draws `text` from `point` to the right, on one line. Text that runs from right to left is closed by a mark, so that a
    /// terminal which reorders leaves what stands behind it in its place (`docs/decisions/0006-right-to-left.md`).
    ///
    /// - Parameter width: At most so many cells; up to the canvas' edge if nil. A wide cluster that stands across a border
    ///   is drawn as blanks up to it.
    /// - Returns: The cells that the text takes, drawn or not, but no more than `width`.
    @discardableResult
    package mutating func put(_ text: DisplayText, at point: Point, style: Style, width: Int? = nil) -> Int {
        let room = max(0, width ?? .max)
        let point = point.clamped
        var used = 0
        var runsLeft = false
        var last: Int?
        text.forEachCluster { cluster in
            if used >= room { return false }
            let fitting = min(cluster.width, room - used)
            let column = point.column + used
            place(cluster, column: column, row: point.row, fitting: fitting, style: style)
            if let index = index(column: column, row: point.row) {
                last = index
                runsLeft = runsLeft || RightToLeft.contains(cluster)
            }
            used += fitting
            return width != nil || point.column + used < size.columns
        }
        if runsLeft, let last { cells[last].text = RightToLeft.closed(cells[last].text) }
        return used
    }

    /// Fills an area with blanks of `style`.
    package mutating func fill(_ rect: Rect, style: Style) {
        for row in rows(of: rect) {
            let columns = columns(of: rect)
            for column in columns { setCell(Cell(text: " ", style: style), column: column, row: row) }
        }
    }

    /// The same screen on another size: clipped, or with blanks to the right and below.
    package func resized(to newSize: Size) -> Canvas {
        var result = Canvas(size: newSize)
        result.cursor = cursor
        let columns = min(size.columns, newSize.columns)
        for row in 0..<min(size.rows, newSize.rows) {
            for column in 0..<columns {
                result.cells[row * newSize.columns + column] = cells[row * size.columns + column]
            }
            // The new edge may cut a wide cluster.
            guard columns < size.columns, cells[row * size.columns + columns].isContinuation else { continue }
            result.setCell(.blank, column: columns - 1, row: row)
        }
        return result
    }

    package mutating func horizontalLine(_ glyph: DisplayText, at point: Point, length: Int, style: Style) {
        let point = point.clamped
        guard let cluster = glyph.clusters.first, cluster.width == 1 else { return }
        for column in columns(of: Rect(origin: point, size: Size(columns: length, rows: 1))) {
            place(cluster, column: column, row: point.row, fitting: 1, style: style)
        }
    }

    package mutating func verticalLine(_ glyph: DisplayText, at point: Point, length: Int, style: Style) {
        let point = point.clamped
        guard let cluster = glyph.clusters.first, cluster.width == 1 else { return }
        for row in rows(of: Rect(origin: point, size: Size(columns: 1, rows: length))) {
            place(cluster, column: point.column, row: row, fitting: 1, style: style)
        }
    }
}

extension Canvas {
    mutating func replaceClusters(_ form: (String) -> Character) {
        for index in cells.indices {
            let text = cells[index].text
            if text.utf8.count == 1 { continue }
            // The cells behind a wide cluster's first.
            cells[index].text = text.isEmpty ? " " : String(form(text))
        }
    }

    private func rows(of rect: Rect) -> Range<Int> {
        Self.clip(rect.origin.clamped.row, rect.size.rows, to: size.rows)
    }

    private func columns(of rect: Rect) -> Range<Int> {
        Self.clip(rect.origin.clamped.column, rect.size.columns, to: size.columns)
    }

    private static func clip(_ start: Int, _ length: Int, to edge: Int) -> Range<Int> {
        let first = min(max(0, start), edge)
        return first..<max(first, min(edge, start + min(length, edge - min(0, start))))
    }

    private func index(column: Int, row: Int) -> Int? {
        guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return nil }
        return row * size.columns + column
    }

    private mutating func place(_ cluster: Cluster, column: Int, row: Int, fitting: Int, style: Style) {
        if fitting == cluster.width, column >= 0, column + cluster.width <= size.columns {
            setCell(Cell(text: cluster.text, style: style), column: column, row: row)
            for offset in 1..<max(1, cluster.width) {
                setCell(Cell(text: "", style: style), column: column + offset, row: row, isContinuation: true)
            }
        } else {
            for offset in 0..<fitting {
                setCell(Cell(text: " ", style: style), column: column + offset, row: row)
            }
        }
    }

    /// Puts a cell, and blanks what is left of a wide cluster that it cuts.
    private mutating func setCell(_ cell: Cell, column: Int, row: Int, isContinuation: Bool = false) {
        guard let index = index(column: column, row: row) else { return }
        let rowStart = row * size.columns
        let rowEnd = rowStart + size.columns
        if cells[index].isContinuation, !isContinuation {
            var first = index
            while first > rowStart, cells[first].isContinuation {
                first -= 1
                cells[first].text = cells[first].isContinuation ? "" : " "
            }
            for cut in first..<index { cells[cut].text = " " }
        }
        var next = index + 1
        while next < rowEnd, cells[next].isContinuation {
            cells[next].text = " "
            next += 1
        }
        cells[index] = cell
    }
}
