/// The cells of a screen or a pane. Never negative: whatever is below 0 becomes 0.
package struct Size: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A cell, counted from 0 at the top left. May lie outside of every screen.
package struct Point: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// So near that no sum with the size of a screen can overflow, and as far outside as before.
    var clamped: Point {
        let edge = 1 << 32
        return Point(column: min(max(column, -edge), edge), row: min(max(row, -edge), edge))
    }
}

/// An area of cells.
package struct Rect: Hashable, Sendable {
    package var origin: Point
    package var size: Size

    package init(origin: Point, size: Size) {
        self.origin = origin
        self.size = size
    }

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
    }
}
