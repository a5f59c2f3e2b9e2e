import CVterm

extension Screen {
    /// What stands in a cell, and how.
    package struct Cell: Hashable, Sendable {
        package var text: String
        /// 2 for a wide one: the cell behind it is its second half.
        package var width: Int
        package var isBold, isItalic, isUnderlined, isReversed: Bool
        /// An index of the terminal's palette; nil is its own foreground.
        package var color: Int?
    }

    package func cell(row: Int, column: Int) -> Cell {
        let cell = cvterm_cell_at(source, Int32(row), Int32(column))
        let scalars = withUnsafeBytes(of: cell.text) { Array($0.bindMemory(to: UInt32.self)) }
        var text = String.UnicodeScalarView()
        for scalar in scalars.prefix(while: { $0 != 0 }).compactMap(Unicode.Scalar.init) { text.append(scalar) }
        return Cell(
            text: text.isEmpty ? " " : String(text), width: max(1, Int(cell.width)), isBold: cell.bold != 0,
            isItalic: cell.italic != 0, isUnderlined: cell.underline != 0, isReversed: cell.reverse != 0,
            color: cell.colour < 0 ? nil : Int(cell.colour))
    }
}
