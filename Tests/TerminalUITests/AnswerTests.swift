import TerminalUI
import TestSupport
import Testing

/// What a terminal answers never becomes typing: not late, not twice, not in pieces.
@Suite struct AnswerTests {
    static let answers = [
        "\u{1B}[12;40R", "\u{1B}[1;2R", "\u{1B}[1;5R", "\u{1B}[?1;2R", "\u{1B}[1R", "\u{1B}[0n", "\u{1B}[?62;22c",
        "\u{1B}[>0;276;0c", "\u{1B}[?2026;2$y", "\u{1B}[?1u", "\u{1B}[8;24;80t", "\u{1B}]11;rgb:0000/0000/0000\u{7}",
        "\u{1B}]10;rgb:00/00/00\u{1B}\\", "\u{1B}P>|tmux 3.3a\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
        "\u{1B}_Gi=31;OK\u{1B}\\",
    ]

    @Test(arguments: answers) func twiceAndBetweenLettersItIsNothing(answer: String) {
        for expectsText in [false, true] {
            var decoder = KeyDecoder()
            decoder.expectsText = expectsText
            let keys = decoder.feed("a\(answer)\(answer)b".utf8, now: 0)
            #expect(keys == [.text("ab")])
            #expect(decoder.deadline == nil)
        }
    }

    /// A piece that ends in the first two bytes may be Esc, or Alt and a letter: these can't be taken back.
    @Test(arguments: answers) func theRestOfItIsNothingHoweverLateItComes(answer: String) {
        let bytes = Array(answer.utf8)
        for split in 1..<bytes.count {
            for pause in [5, 30, 200, 600, 1_500, 4_000] as [Int64] {
                var decoder = KeyDecoder()
                var keys = decoder.feed(bytes[..<split], now: 0)
                // As the loop does: it wakes at the deadline.
                if let deadline = decoder.deadline, deadline <= pause { keys += decoder.expire(now: deadline) }
                keys += decoder.feed(bytes[split...], now: pause)
                keys += decoder.feed("q".utf8, now: pause + 10)
                let spoken = keys.filter { $0 != .text("q") }
                let allowed: [[Key]] =
                    split == 1 ? [[], [.escape]] : split == 2 ? [[], [.alt(letter(bytes[1]))]] : [[]]
                #expect(allowed.contains(spoken), "\(answer.debugDescription) at \(split), \(pause) ms: \(keys)")
                #expect(keys.last == .text("q"), "\(answer.debugDescription) at \(split), \(pause) ms: \(keys)")
            }
        }
    }

    private func letter(_ byte: UInt8) -> Character { Character(UnicodeScalar(byte)) }

    @Test func whatIsTypedBehindAnEscapeStays() {
        for typed in ["[", "[1", "]", "O", "P", "R", "12R", "q", "[x"] {
            var decoder = KeyDecoder(escapeDelay: 25)
            #expect(decoder.feed([0x1B], now: 0) == [])
            #expect(decoder.expire(now: 25) == [.escape])
            #expect(decoder.feed(typed.utf8, now: 100) == [.text(typed)])
        }
    }

    @Test func f3WithAModifierIsTakenForAnAnswerAndPlainF3IsNot() {
        var decoder = KeyDecoder()
        #expect(decoder.feed("\u{1B}[1;2R\u{1B}OR\u{1B}[R".utf8, now: 0) == [.function(3), .function(3)])
    }
}
