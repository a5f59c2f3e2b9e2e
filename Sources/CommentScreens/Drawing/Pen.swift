import CommentPresenters
import Comments
import TerminalUI

/// What screens write with: the one place where text becomes what a terminal may be given.
struct Pen {
    let repertoire: Repertoire
    let glyphs: Glyphs
    let keys: KeyTable

    init(_ repertoire: Repertoire, keys: KeyTable) {
        self.repertoire = repertoire
        self.keys = keys
        glyphs = Glyphs(repertoire)
    }

    /// The longest text of one line that is looked at: a hostile title may be megabytes long.
    private static var longestLine: Int { 4_096 }

    /// A text of any length, from outside.
    func text(_ untrusted: UntrustedText) -> DisplayText {
        DisplayText(sanitizing: untrusted.raw)
    }

    /// The beginning of a text from outside, for one line.
    func line(_ untrusted: UntrustedText) -> DisplayText {
        let text = DisplayText(sanitizing: untrusted.raw, limit: Self.longestLine)
        return text.lines().first ?? text
    }

    /// A sentence of ours, with whatever it quotes.
    func words(_ sentence: String) -> DisplayText {
        DisplayText(sanitizing: repertoire == .ascii ? sentence.inASCII : sentence, limit: Self.longestLine)
    }

    func words(_ sentence: UntrustedText) -> DisplayText { words(sentence.raw) }

    /// A sentence of ours that says what to press there.
    func words(_ sentence: String, keysOf place: Focus) -> DisplayText { words(keys.rewritten(sentence, in: place)) }

    /// A bar is drawn in eighths where a block is one cell wide: its East Asian width is ambiguous.
    var barStyle: BarStyle {
        repertoire == .unicode && DisplayText("█").width == 1 ? .eighths : .ascii
    }

    func cut(_ text: DisplayText, to cells: Int) -> DisplayText {
        text.truncated(to: cells, ellipsis: glyphs.ellipsis)
    }
}

extension String {
    /// The signs that our sentences use, in letters that every terminal has.
    fileprivate var inASCII: String {
        var result = ""
        for character in self {
            switch character {
            case "…": result += "..."
            case "·": result += "-"
            case "“", "”": result += "\""
            case "’": result += "'"
            case "×": result += "x"
            case "↑": result += "Up"
            case "↓": result += "Down"
            case "←": result += "Left"
            case "→": result += "Right"
            default: result.append(character)
            }
        }
        return result
    }
}
