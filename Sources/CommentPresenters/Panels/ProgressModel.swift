import FakeProgress

/// What a screen shows of a request that is waited for.
package struct ProgressModel: Hashable, Sendable {
    /// How it stands: legible without colour, each phase has signs of its own.
    package enum Phase: Hashable, Sendable, CaseIterable { case running, succeeded, failed, cancelled }

    enum Picture: Hashable, Sendable {
        case bar(position: Double)
        case spinner(turns: Int)
    }

    package let phase: Phase
    let picture: Picture

    /// The picture as it is drawn in so many cells; one cell each character.
    package func text(_ request: BarRequest) -> String {
        switch picture {
        case .bar(let position):
            guard request.cells >= 2 else { return "" }
            let glyphs = request.style.glyphs(in: phase)
            return "[\(FakeProgress.Bar(position: position, width: request.cells).text(glyphs))]"
        case .spinner(let turns):
            let signs = request.style.turning
            return phase == .running ? String(signs[turns % signs.count]) : ""
        }
    }
}

/// How a screen draws a bar: a frame is worth drawing when one of its cells changes.
package struct BarRequest: Hashable, Sendable {
    /// Between the brackets.
    package let cells: Int
    package let style: BarStyle

    package init(cells: Int, style: BarStyle) {
        self.cells = cells
        self.style = style
    }

    /// What asks for no frame on account of a bar.
    package static let none = BarRequest(cells: 0, style: .ascii)
}

/// What a terminal can draw a bar with.
package enum BarStyle: Hashable, Sendable, CaseIterable {
    /// Blocks in eighths of a cell.
    case eighths
    /// For terminals that have ASCII only, or draw blocks two cells wide.
    case ascii

    func glyphs(in phase: ProgressModel.Phase) -> FakeProgress.Glyphs {
        switch (self, phase) {
        case (.eighths, .running), (.eighths, .succeeded): .eighths
        case (.eighths, .failed): FakeProgress.Glyphs(full: "▒", empty: " ")
        case (.eighths, .cancelled): FakeProgress.Glyphs(full: "░", empty: " ")
        case (.ascii, .running), (.ascii, .succeeded): .ascii
        case (.ascii, .failed): FakeProgress.Glyphs(full: "x", empty: ".")
        case (.ascii, .cancelled): FakeProgress.Glyphs(full: "-", empty: ".")
        }
    }

    /// One after the other, ten a second.
    fileprivate var turning: [Character] {
        switch self {
        case .eighths: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
        case .ascii: ["|", "/", "-", "\\"]
        }
    }
}
