import CommentPresenters
import Comments
import TerminalUI

/// What screens write with: the one place where text becomes what a terminal may be given.
struct Pen {
    /// For our own marks and sentences.
    let repertoire: Repertoire
    let glyphs: Glyphs
    let rules: WidthRules
    let keys: KeyTable

    /// Our own signs have an ambiguous width, nearly all: where that is two cells they give way to ASCII.
    init(_ wanted: Repertoire, rules: WidthRules = .standard, keys: KeyTable) {
        let repertoire = rules.ambiguousIsWide ? .ascii : wanted
        self.repertoire = repertoire
        self.rules = rules
        self.keys = keys
        glyphs = Glyphs(repertoire)
    }

    /// The longest text of one line that is looked at: a hostile title may be megabytes long.
    private static var longestLine: Int { 4_096 }

    /// A text of any length, from outside.
    func text(_ untrusted: UntrustedText) -> DisplayText {
        DisplayText(sanitizing: untrusted.raw, rules: rules)
    }

    /// The beginning of a text from outside, for one line.
    func line(_ untrusted: UntrustedText) -> DisplayText {
        let text = DisplayText(sanitizing: untrusted.raw, limit: Self.longestLine, rules: rules)
        return text.lines().first ?? text
    }

    /// A sentence of ours, with whatever it quotes.
    func words(_ sentence: String) -> DisplayText {
        DisplayText(
            sanitizing: repertoire == .ascii ? sentence.inASCII : sentence, limit: Self.longestLine, rules: rules)
    }

    /// What stands in a field where it is being typed.
    func typed(_ text: String) -> DisplayText {
        DisplayText(sanitizing: text, limit: Self.longestLine, rules: rules)
    }

    /// A sign of ours, so often.
    func row(of sign: String, _ count: Int) -> DisplayText {
        DisplayText(sanitizing: String(repeating: sign, count: max(0, count)), rules: rules)
    }

    /// The parts of a sentence of ours, as many to a row as it holds: none is broken while a row can hold it.
    func parts(_ sentence: String, keysOf place: Focus, width: Int) -> [DisplayText] {
        var rows: [String] = []
        for part in keys.rewritten(sentence, in: place).components(partedBy: " · ") {
            if let last = rows.last, words("\(last) · \(part)").width <= width {
                rows[rows.count - 1] = "\(last) · \(part)"
            } else {
                rows.append(part)
            }
        }
        return rows.flatMap { words($0).wrapped(to: max(1, width)) }
    }

    func words(_ sentence: UntrustedText) -> DisplayText { words(sentence.raw) }

    /// A sentence of ours that says what to press there.
    func words(_ sentence: String, keysOf place: Focus) -> DisplayText { words(keys.rewritten(sentence, in: place)) }

    /// A bar is drawn in eighths where a block is one cell wide: its East Asian width is ambiguous.
    var barStyle: BarStyle {
        repertoire == .unicode && DisplayText("█").width == 1 ? .eighths : .ascii
    }

    /// Where the hits of a search are in a text, in its bytes.
    func hits(of pattern: TextPattern?, in text: DisplayText) -> [Range<Int>] {
        guard let pattern else { return [] }
        // As it is drawn, for what is drawn otherwise than it was written.
        let drawn = TextPattern(typed(pattern.text).string) ?? pattern
        return drawn.ranges(in: text.stringWithBreaks).map {
            $0.lowerBound + text.byteOffset..<$0.upperBound + text.byteOffset
        }
    }

    func cut(_ text: DisplayText, to cells: Int) -> DisplayText {
        text.truncated(to: cells, ellipsis: glyphs.ellipsis)
    }
}

extension String {
    fileprivate func components(partedBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: separator) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}
