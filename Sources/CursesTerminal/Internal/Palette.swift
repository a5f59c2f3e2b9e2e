import CCurses
import TerminalUI

/// What ncurses calls the looks of a cell.
struct Look: Hashable {
    var attributes: attr_t = 0
    var pair: Int16 = 0
    /// Whether its colours are more than those of letters.
    var hasGround = false

    static let plain = Look()

    /// Whether a blank with these looks can be told from a plain one.
    var showsOnBlanks: Bool { hasGround || attributes & (rakkan_underline | rakkan_reverse) != 0 }
}

/// Gives ncurses' attributes and colour pairs to styles.
struct Palette {
    private let theme: Theme
    private let colors: Int
    private let background: Int32
    private var known: [Style: Look] = [:]

    /// After `newterm`.
    init(theme: Theme) {
        self.theme = theme
        let hasColors = theme.usesColors && start_color() == OK
        colors = hasColors ? Int(rakkan_terminfo_number("colors")) : 0
        // The terminal's own ground, where it has a way to name it.
        background = hasColors && use_default_colors() == OK ? -1 : 0
    }

    mutating func look(of style: Style) -> Look {
        if let look = known[style] { return look }
        let attributes = theme.attributes(of: style, colors: colors)
        var look = Look()
        if attributes.isBold { look.attributes |= rakkan_bold }
        if attributes.isDim { look.attributes |= rakkan_dim }
        if attributes.isUnderlined { look.attributes |= rakkan_underline }
        if attributes.isReversed { look.attributes |= rakkan_reverse }
        if attributes.color != nil || attributes.background != nil {
            let color = attributes.color.map(Int32.init) ?? (background < 0 ? -1 : 7)
            look.pair = Int16(
                clamping: max(0, alloc_pair(color, attributes.background.map(Int32.init) ?? background)))
            look.hasGround = attributes.background != nil
        }
        known[style] = look
        return look
    }

    /// Up to so many blanks between two words are written rather than skipped, so that they may have the looks of the word
    /// before them: that is one change of looks less. Not behind a single cell: the signs in the gutter come and go alone.
    private static var narrowGap: Int { 2 }

    /// The looks of a row's cells. Blanks that show nothing of theirs take those that save bytes: of the words around them
    /// if these are alike, those of the word before them in a narrow gap between two words that are not plain, else plain
    /// ones, which the terminal can erase.
    mutating func looks(of cells: ArraySlice<Canvas.Cell>) -> [Look] {
        var looks: [Look] = []
        looks.reserveCapacity(cells.count)
        var last: (style: Style, look: Look)?
        for cell in cells {
            let look = if let last, last.style == cell.style { last.look } else { look(of: cell.style) }
            last = (cell.style, look)
            looks.append(look)
        }
        var blanksFrom: Int?
        for (offset, cell) in cells.enumerated() {
            if cell.text == " ", !looks[offset].showsOnBlanks {
                if blanksFrom == nil { blanksFrom = offset }
                looks[offset] = .plain
            } else if let from = blanksFrom {
                blanksFrom = nil
                let look = looks[offset]
                guard from > 0 else { continue }
                let before = looks[from - 1]
                let isNarrow = offset - from <= Self.narrowGap && from > 1 && looks[from - 2] == before
                guard !before.showsOnBlanks, before == look || (isNarrow && look != .plain)
                else { continue }
                for blank in from..<offset { looks[blank] = before }
            }
        }
        return looks
    }
}
