extension Canvas {
    /// The rows as text, without the blanks at their ends: what goldens are compared with.
    package func plainText() -> String {
        rowStrings { $0.text }
    }

    /// The rows with one letter for each cell, given by `mark`: tests on looks compare it.
    package func plainText(marking mark: (Style) -> Character) -> String {
        rowStrings { String(mark($0.style)) }
    }

    private func rowStrings(_ text: (Cell) -> String) -> String {
        var lines: [String] = []
        for row in 0..<size.rows {
            var line = ""
            for cell in cells[row * size.columns..<(row + 1) * size.columns] { line += text(cell) }
            while line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }
}
