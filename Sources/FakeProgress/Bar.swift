extension FakeProgress {
    /// A bar of cells, as a value: how many are full, and how full the one behind them is.
    public struct Bar: Hashable, Sendable {
        /// Cells that are full.
        public let full: Int
        /// Eighths of the next cell, 0...7.
        public let eighths: Int
        /// Cells behind the full ones, the one with the eighths among them.
        public let empty: Int

        /// A bar that is full at 1 and not before, and never shows more than there is.
        ///
        /// - Parameters:
        ///   - position: 0...1.
        ///   - width: in cells; less than 0 is 0, and more than a million a million.
        public init(position: Double, width: Int) {
            let width = min(max(0, width), 1_000_000)
            let step = Self.step(of: position, in: 8 * width)
            full = step / 8
            eighths = step % 8
            empty = width - full
        }

        /// Which of `steps` bars is drawn: ⌊position · steps⌋, and the last one only at 1.
        static func step(of position: Double, in steps: Int) -> Int {
            let steps = min(max(0, steps), 8_000_000)
            guard position < 1 else { return steps }
            return Int((max(0, position) * Double(steps)).rounded(.down))
        }

        /// The bar as text, as many characters as it has cells.
        ///
        /// - Complexity: O(cells).
        public func text(_ glyphs: Glyphs = .eighths) -> String {
            var text = String(repeating: glyphs.full, count: full)
            guard empty > 0 else { return text }
            let partial = eighths * (glyphs.partial.count + 1) / 8
            text.append(partial > 0 ? glyphs.partial[partial - 1] : glyphs.empty)
            return text + String(repeating: glyphs.empty, count: empty - 1)
        }
    }

    /// The characters that a bar is drawn with, one cell each.
    public struct Glyphs: Hashable, Sendable {
        /// A full cell.
        public let full: Character
        /// Cells that are partly full, from the emptiest to the fullest: each the same part more than the one before.
        public let partial: [Character]
        /// An empty cell.
        public let empty: Character

        /// Describes characters.
        public init(full: Character, partial: [Character] = [], empty: Character) {
            self.full = full
            self.partial = partial
            self.empty = empty
        }

        /// U+2588-258F. Their East Asian width is ambiguous: for UTF-8 terminals that draw them one cell wide.
        public static let eighths = Glyphs(full: "█", partial: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], empty: " ")
        /// `#` and `.`, for every terminal.
        public static let ascii = Glyphs(full: "#", empty: ".")

        /// How many steps a bar of so many cells can be seen to take.
        public func steps(in width: Int) -> Int {
            min(max(0, width), 1_000_000) * (partial.count + 1)
        }
    }
}
