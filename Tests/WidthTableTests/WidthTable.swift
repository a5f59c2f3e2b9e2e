import PtySupport
import TerminalUI

/// `docs/widths.md`: what is drawn of which text, and how many cells that takes to rakkan, libvterm and tmux.
struct WidthTable {
    /// How many cells a terminal gives to a text; nil if it does not say.
    typealias Ruler = (String) throws -> Int?

    struct Row: Equatable {
        let name: String
        let text: String
        /// The form that is drawn on a terminal that was not measured.
        let drawn: DisplayText
        /// Of the form, then of the whole text.
        var libvterm: [Int?] = [nil, nil]
        /// As they stand in the file: taken from there where there is no tmux of that version.
        var tmux: [String] = ["", ""]
    }

    static let samples: [(name: String, text: String)] =
        WidthSample.all.map { ($0.name, $0.text) } + [
            ("U+1F171 with VS16", "\u{1F171}\u{FE0F}"), ("the transgender flag", "🏳️‍⚧️"),
            ("an astronaut with a skin tone", "👩🏽‍🚀"), ("a skin tone alone", "🏽"), ("a flag of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
            ("half a flag", "🇫"), ("a telephone as text", "☎\u{FE0E}"), ("an emoji that widens no sign", "☕\u{FE0F}"),
            ("hangul", "한글"), ("hangul as jamo", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"),
            ("a jamo vowel alone", "\u{1161}"), ("full-width Latin", "Ａ"), ("an ideographic space", "\u{3000}"),
            ("e with 30 marks", "e" + String(repeating: "\u{301}", count: 30)), ("a mark alone", "\u{301}"),
            ("Devanagari", "क्षि"), ("Thai", "กำ"), ("Arabic", "سلام"), ("Hebrew with points", "שָׁלוֹם"),
            ("left-to-right mark", "a\u{200E}"), ("isolates", "a\u{2068}b\u{2069}"), ("zero-width space", "a\u{200B}b"),
            ("soft hyphen", "so\u{AD}ft"), ("byte order mark", "\u{FEFF}a"), ("Hangul filler", "\u{3164}"),
            ("Arabic number sign", "\u{600}1"), ("the private area", "\u{E000}"), ("no character", "\u{378}"),
            ("a rare ideograph", "\u{30000}"), ("a block", "█"), ("a heart", "♥"), ("a heart, empty", "♡"),
            ("pending", "◌"), ("failed", "✗"), ("pointer", "▸"), ("a middle dot", "·"), ("a bullet", "•"),
            ("a line, upright", "│"), ("a cross", "┼"),
        ]

    var rows: [Row]
    var tmuxVersion: String

    /// With libvterm's columns measured, and tmux's empty.
    init() {
        tmuxVersion = ""
        rows = Self.samples.map { name, text in
            var row = Row(name: name, text: text, drawn: DisplayText(sanitizing: text))
            row.libvterm = [Self.libvterm(row.drawn.string), Self.libvterm(text)]
            return row
        }
    }

    static func libvterm(_ text: String) -> Int? {
        let screen = Screen(size: TerminalSize(80, 2))
        screen.write(Array(text.utf8))
        return screen.cursor.row == 0 ? screen.cursor.column : nil
    }

    mutating func measure(tmux ruler: Ruler, version: String) rethrows {
        tmuxVersion = version
        for index in rows.indices {
            rows[index].tmux = try [rows[index].drawn.string, rows[index].text].map {
                try ruler($0).map(String.init) ?? "?"
            }
        }
    }

    /// Takes tmux's columns from a table that was written before.
    mutating func adoptTmux(from markdown: String) {
        let lines = markdown.split(separator: "\n").map(String.init)
        if let line = lines.first(where: { $0.contains(Self.versionMark) }) {
            tmuxVersion = line.split(separator: Self.versionMark).last.map { String($0.prefix { $0 != "," }) } ?? ""
        }
        for line in lines where line.hasPrefix("| ") {
            let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
            guard cells.count == 8, let index = rows.firstIndex(where: { $0.name == cells[0] }) else { continue }
            rows[index].tmux = [String(cells[5]), String(cells[7])]
        }
    }

    // MARK: The page

    private static let versionMark = "tmux "

    var markdown: String {
        var lines = [
            "# Widths", "",
            "How many cells a text takes. *Drawn* is the form that rakkan draws on a terminal that `rakkan doctor` was not run in",
            "([decision 1](decisions/0001-cell-widths.md)), and *cells* what it counts for it; beside it, what libvterm and tmux",
            "give to that form, and to the text as it came. Made by `make widths`, measured with libvterm \(Self.libvtermVersion) and",
            "\(Self.versionMark)\(tmuxVersion), and held by `WidthTableTests`.", "",
            "| text | code points | drawn | cells | libvterm, drawn | tmux, drawn | libvterm, as it came | tmux, as it came |",
            "|---|---|---|---|---|---|---|---|",
        ]
        lines += rows.map(Self.line)
        lines += ["", "## Where they disagree on what is drawn", ""]
        lines += disagreements.isEmpty ? ["Nowhere."] : disagreements
        return lines.joined(separator: "\n") + "\n"
    }

    private static var libvtermVersion: String { Screen.libraryVersion }

    private static func line(_ row: Row) -> String {
        let cells = [
            row.name, codePoints(row.text), row.drawn.isEmpty ? "nothing" : codePoints(row.drawn.string),
            String(row.drawn.width), number(row.libvterm[0]), row.tmux[0], number(row.libvterm[1]), row.tmux[1],
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    private static func number(_ value: Int?) -> String { value.map(String.init) ?? "?" }

    private static func codePoints(_ text: String) -> String {
        let all = text.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
        return all.count > 12 ? all.prefix(11).joined(separator: " ") + " …" : all.joined(separator: " ")
    }

    private var disagreements: [String] {
        rows.compactMap { row in
            let ours = String(row.drawn.width)
            let others = [("libvterm", Self.number(row.libvterm[0])), ("tmux", row.tmux[0])].filter { $0.1 != ours }
            guard !others.isEmpty else { return nil }
            return "- \(row.name): rakkan \(ours), " + others.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        }
    }
}
