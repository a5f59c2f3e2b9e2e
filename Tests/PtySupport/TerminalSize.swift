/// A terminal's size in cells.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(_ columns: Int, _ rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    package static let usual = TerminalSize(80, 24)
    /// Wide enough for two panes.
    package static let wide = TerminalSize(100, 30)
}
