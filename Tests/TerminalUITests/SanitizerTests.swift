import TerminalUI
import Testing

@Suite struct SanitizerTests {
    private func shown(_ raw: String) -> String { DisplayText(sanitizing: raw).string }

    @Test func noProbeLeavesAControlOrADirection() {
        for probe in Probes.all {
            for scalar in shown(probe).unicodeScalars where scalar != "\n" {
                #expect(
                    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value),
                    "\(scalar.value) of \(probe.debugDescription)")
                #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
            }
        }
    }

    @Test(arguments: [
        ("a\u{0}b\u{7}c\u{7F}d", "abcd"),
        ("\u{1B}[2Jx", "x"), ("\u{1B}[38;5;1mred\u{1B}[0m", "red"), ("\u{1B}[?1049hx", "x"),
        ("\u{1B}(0x\u{1B}cy\u{1B}#8z", "xyz"),
        ("\u{9B}31mx\u{9B}0m", "x"),
        ("\u{1B}[31\nx", "\nx"), ("\u{1B}[é", "é"), ("\u{1B}\u{1B}[1mx", "x"), ("\u{1B}éx", "éx"),
    ]) func controlSequencesGoWhole(raw: String, expected: String) {
        #expect(shown(raw) == expected)
    }

    @Test(arguments: [
        ("\u{1B}]52;c;aGk=\u{7}x", "x"), ("\u{1B}]52;c;aGk=\u{1B}\\x", "x"), ("\u{9D}0;t\u{9C}x", "x"),
        ("a\u{1B}]52;c;aGk=", "a"), ("a\u{1B}]0;evil\nb", "a\nb"), ("\u{1B}P1$r\u{1B}[31mx", "x"),
        ("\u{1B}_app\u{1B}\\\u{1B}^pm\u{1B}\\\u{1B}Xsos\u{1B}\\x", "x"), ("\u{90}q\u{7}x\u{9F}y\u{1B}\\", "x"),
    ]) func stringsGoUpToTheirEndOrTheEndOfTheLine(raw: String, expected: String) {
        #expect(shown(raw) == expected)
    }

    @Test func lineBreaksBecomeOneAndTheSame() {
        #expect(shown("a\r\nb\rc\nd\u{85}e\u{2028}f\u{2029}g\r\r\nh") == "a\nb\nc\nd\ne\nf\ng\n\nh")
    }

    @Test func whatIsStoredKeepsItsTextAndLosesItsControls() {
        #expect("a\u{1B}]52;c;aGk=\u{7}b\r\n\tc\u{9B}2J\u{202E}\u{200B}d".withoutControls == "ab\n\tc\u{202E}\u{200B}d")
    }

    @Test func tabsReachTheNextStop() {
        #expect(shown("\ta\tbc\tdefg\th\n\ti") == "    a   bc  defg    h\n    i")
        #expect(shown("あ\tx") == "あ  x")
    }

    @Test func directionsAreNeutralised() {
        #expect(shown("\u{202E}gnp.exe\u{202C}\u{2066}a\u{2069}\u{200F}") == "gnp.exea")
    }

    @Test func bytesThatAreNoTextStayAsReplacements() {
        let cut = String(decoding: [0x61, 0xC3, 0x28, 0xE3, 0x81] as [UInt8], as: UTF8.self)
        #expect(shown(cut) == "a\u{FFFD}(\u{FFFD}")
    }

    @Test func aLimitStopsReadingWithinACharacterOfIt() {
        #expect(DisplayText(sanitizing: String(repeating: "x", count: 1_000_000), limit: 10).width == 10)
        let wide = DisplayText(sanitizing: String(repeating: "あ", count: 1_000_000), limit: 10)
        #expect(wide.string == "ああああ")
    }
}
