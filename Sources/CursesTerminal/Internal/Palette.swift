import CCurses
import TerminalUI

/// What ncurses calls the looks of a cell.
struct Look: Hashable {
    var attributes: attr_t = 0
    var pair: Int16 = 0

    static let plain = Look()

    /// Whether a blank with these looks can be told from a plain one.
    var showsOnBlanks: Bool { attributes & (rakkan_underline | rakkan_reverse) != 0 }
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
        let hasColors = theme != .monochrome && start_color() == OK
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
        if let color = attributes.color {
            look.pair = Int16(clamping: max(0, alloc_pair(Int32(color), background)))
        }
        known[style] = look
        return look
    }

    /// The looks of a row's cells. Blanks that show nothing of theirs take those that save bytes: of the words around them
    /// if these are alike, else plain ones, which the terminal can erase.
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
                guard from > 0, looks[from - 1] == look, !look.showsOnBlanks else { continue }
                for blank in from..<offset { looks[blank] = look }
            }
        }
        return looks
    }
}
