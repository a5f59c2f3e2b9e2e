import PtySupport

/// A recording as an SVG that moves by CSS alone. Each row of the screen is a strip of all that it ever shows, and is
/// pushed to what it shows now: what does not change costs nothing.
enum MovingPicture {
    private static let cell = (width: 8.4, height: 18.0)
    private static let margin = 16.0
    private static let font = 14
    /// The last frame stands for so long before it begins again.
    private static let pause: Int64 = 3_000

    static func text(_ recording: Recording) -> String {
        let (columns, rows) = (Double(Recording.size.columns), Double(Recording.size.rows))
        let (width, height) = (columns * cell.width + 2 * margin, rows * cell.height + 2 * margin)
        let length = recording.length + pause
        var style = """
            text{font:\(font)px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d6d9e0;\
            white-space:pre}.b{font-weight:700}.d{fill:#8a90a0}.u{text-decoration:underline}
            """
        var strips = ""
        for row in 0..<Recording.size.rows {
            var known: [String: Int] = [:]
            var states: [String] = []
            var shown = -1
            var keys = ""
            for frame in recording.frames {
                let state = self.row(frame, row)
                let index = known[state] ?? states.count
                if index == states.count {
                    known[state] = index
                    states.append(state)
                }
                guard index != shown else { continue }
                shown = index
                let share = states.count == 1 && keys.isEmpty ? 0 : Double(frame.at) * 100 / Double(length)
                keys +=
                    "\(share.rounded(to: 3))%{transform:translateY(\((-Double(index) * cell.height).rounded(to: 1))px)}"
            }
            guard states != [""] else { continue }
            if states.count > 1 {
                style +=
                    "@keyframes r\(row){\(keys)}"
                    + "#r\(row){animation:r\(row) \(Double(length) / 1_000)s step-end infinite}"
            }
            let lines = states.enumerated().filter { !$0.element.isEmpty }.map { index, state in
                "<g transform='translate(0,\((Double(index) * cell.height).rounded(to: 1)))'>\(state)</g>"
            }
            strips +=
                "<svg x='\(margin)' y='\((margin + Double(row) * cell.height).rounded(to: 1))' "
                + "width='\((columns * cell.width).rounded(to: 1))' height='\(cell.height)'>"
                + "<g id='r\(row)'>\(lines.joined())</g></svg>\n"
        }
        return """
            <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(width.rounded(to: 1)) \(height.rounded(to: 1))' \
            width='\(width.rounded(to: 1))' role='img'>
            <!-- \(recording.title.replacing("--", with: "- -")) -->
            <title>\(recording.title.escaped)</title>
            <style>\(style)</style>
            <rect width='100%' height='100%' rx='8' fill='#14161c'/>
            \(strips)</svg>

            """
    }

    /// A row as text elements, one for each run of cells that look alike.
    private static func row(_ frame: Recording.Frame, _ row: Int) -> String {
        var result = ""
        var column = 0
        var run: (column: Int, width: Int, text: String, look: String, isWide: Bool)?
        func end() -> String {
            guard let run, !run.text.allSatisfy({ $0 == " " }) || run.look.contains("u") else { return "" }
            let x = (Double(run.column) * cell.width).rounded(to: 1)
            return "<text x='\(x)' y='13.5' textLength='\((Double(run.width) * cell.width).rounded(to: 1))'"
                + "\(run.look)>\(run.text.escaped)</text>"
        }
        if let cursor = frame.cursor, cursor.row == row {
            let x = (Double(cursor.column) * cell.width).rounded(to: 1)
            result += "<rect x='\(x)' y='1' width='\(cell.width)' height='16' fill='#5f6675'/>"
        }
        for part in frame.rows[row] {
            let look = look(of: part)
            if let current = run, current.look == look, current.isWide == (part.width > 1) {
                run?.text += part.text
                run?.width += part.width
            } else {
                result += end()
                run = (column, part.width, part.text, look, part.width > 1)
            }
            column += part.width
        }
        // Blanks at the end show nothing.
        if let last = run, last.look.isEmpty {
            let kept = last.text.reversed().drop { $0 == " " }.count
            run?.width -= last.isWide ? 0 : last.text.count - kept
            if !last.isWide { run?.text = String(last.text.prefix(kept)) }
        }
        return result + end()
    }

    private static func look(of cell: Screen.Cell) -> String {
        var classes: [String] = []
        if cell.isBold { classes.append("b") }
        if cell.isItalic { classes.append("d") }
        if cell.isUnderlined { classes.append("u") }
        let fill = cell.color.map { " style='fill:\(color($0))'" } ?? ""
        return (classes.isEmpty ? "" : " class='\(classes.joined(separator: " "))'") + fill
    }

    /// The palette of xterm, with the sixteen that everyone chooses for themselves chosen for a dark ground.
    private static func color(_ index: Int) -> String {
        let first = [
            "#14161c", "#f2777a", "#99cc99", "#e6c07b", "#7aa6da", "#c397d8", "#4fc1c9", "#d6d9e0", "#5f6675",
            "#ff8f8f",
            "#b5e0b5", "#f5d99b", "#9cc1ee", "#d9b6ec", "#7fdbe0", "#ffffff",
        ]
        if index < 16 { return first[index] }
        if index >= 232 { return hex([8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10]) }
        let steps = [0, 95, 135, 175, 215, 255]
        let cube = index - 16
        return hex([steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6]])
    }

    private static func hex(_ parts: [Int]) -> String {
        "#" + parts.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}

extension String {
    fileprivate var escaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

extension Double {
    /// As few digits as say it.
    fileprivate func rounded(to digits: Int) -> String {
        var factor = 1.0
        for _ in 0..<digits { factor *= 10 }
        let value = (self * factor).rounded() / factor
        return value == value.rounded() ? String(Int(value)) : String(value)
    }
}
