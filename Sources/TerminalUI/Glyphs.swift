/// What may be put on the terminal.
package enum Repertoire: Hashable, Sendable {
    case unicode, ascii
}

/// The signs that screens draw with, in the two repertoires.
package struct Glyphs: Hashable, Sendable {
    package var favourited: DisplayText
    package var notFavourited: DisplayText
    package var pending: DisplayText
    package var failed: DisplayText
    package var pointer: DisplayText
    package var separator: DisplayText
    package var ellipsis: DisplayText
    package var verticalLine: DisplayText
    package var horizontalLine: DisplayText
    package var cross: DisplayText
    /// Stands for each character of a password.
    package var secret: DisplayText

    package static let unicode = Glyphs(
        favourited: "♥", notFavourited: "♡", pending: "◌", failed: "✗", pointer: "▸", separator: "·", ellipsis: "…",
        verticalLine: "│", horizontalLine: "─", cross: "┼", secret: "•")

    package static let ascii = Glyphs(
        favourited: "[*]", notFavourited: "[ ]", pending: "~", failed: "!", pointer: ">", separator: "-",
        ellipsis: "...", verticalLine: "|",
        horizontalLine: "-", cross: "+", secret: "*")
}

extension Glyphs {
    package init(_ repertoire: Repertoire) {
        self =
            switch repertoire {
            case .unicode: .unicode
            case .ascii: .ascii
            }
    }
}
