import CCurses
import Glibc
import TerminalUI
import TestSupport
import Testing

/// One test at a time: ncurses' state is global.
@Suite(.serialized) struct CellWidthTests {
    /// A screen that goes nowhere, with the locale that `CursesTerminal` sets.
    private func withScreen(_ body: (UnsafeMutablePointer<WINDOW>) -> Void) throws {
        setlocale(LC_CTYPE, "C.UTF-8")
        let sink = try #require(fopen("/dev/null", "r+"))
        let screen = try #require(newterm("xterm-256color", sink, sink))
        defer {
            endwin()
            delscreen(screen)
            fclose(sink)
        }
        body(try #require(rakkan_screen()))
    }

    private func cells(_ text: String, in window: UnsafeMutablePointer<WINDOW>) -> Int {
        werase(window)
        wmove(window, 0, 0)
        let characters = text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
        waddnwstr(window, characters, Int32(characters.count))
        return Int(getcurx(window))
    }

    @Test func ncursesFillsAsManyCellsAsAClusterHas() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        try withScreen { window in
            for cluster in DisplayText(sanitizing: Self.samples).clusters {
                #expect(cells(cluster.text, in: window) == cluster.width, "\(cluster)")
            }
            for _ in 0..<20_000 {
                guard let scalar = Unicode.Scalar(.random(in: 0x20...0x2FFFF, using: &generator)) else { continue }
                for cluster in DisplayText(sanitizing: String(Character(scalar)) + "\u{301}").clusters {
                    #expect(
                        cells(cluster.text, in: window) == cluster.width,
                        "U+\(String(scalar.value, radix: 16)), seed \(seed)")
                }
            }
        }
    }

    private static let samples =
        "a\u{1F171}\u{FE0F}\u{26A0}\u{FE0F}👨‍👩‍👧‍👦🏳️‍⚧️👍🏽1\u{FE0F}\u{20E3}🇯🇵🇺🇸🇫あ한\u{1112}\u{1161}\u{11AB}\u{1161}क्षिका\u{3000}\u{600}1السلام"
        + "e" + String(repeating: "\u{301}", count: 30)
}
