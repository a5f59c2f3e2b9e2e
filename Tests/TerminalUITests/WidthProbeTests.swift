import TerminalUI
import TestSupport
import Testing

@Suite struct WidthProbeTests {
    /// A terminal that only knows where its cursor is.
    private struct FakeTerminal {
        var cells: (String) -> Int
        var column = 1

        /// What it sends for what it is sent.
        mutating func answer(_ bytes: [UInt8]) -> [UInt8] {
            var answers = ""
            var rest = Substring(String(decoding: bytes, as: UTF8.self))
            while let character = rest.unicodeScalars.first {
                if character == "\r" {
                    column = 1
                    rest.unicodeScalars.removeFirst()
                } else if character == "\u{1B}",
                    let end = rest.unicodeScalars.firstIndex(where: { $0.properties.isAlphabetic })
                {
                    let sequence = rest[..<end]
                    switch rest.unicodeScalars[end] {
                    case "G": column = Int(sequence.dropFirst(2)) ?? 0
                    case "n": answers += sequence.hasSuffix("5") ? "\u{1B}[0n" : "\u{1B}[7;\(column)R"
                    default: break
                    }
                    rest = rest[rest.unicodeScalars.index(after: end)...]
                } else {
                    let end = rest.unicodeScalars.firstIndex { $0 == "\u{1B}" || $0 == "\r" } ?? rest.endIndex
                    column += cells(String(rest[..<end]))
                    rest = rest[end...]
                }
            }
            return Array(answers.utf8)
        }
    }

    private func findings(
        columns: Int = 80, relay: ([UInt8]) -> [[UInt8]] = { [$0] }, _ cells: @escaping (String) -> Int
    )
        -> (WidthFindings, isDone: Bool)
    {
        var terminal = FakeTerminal(cells: cells)
        var probe = WidthProbe(columns: columns)
        var toSend = probe.opening
        var pieces: [[UInt8]] = []
        while !toSend.isEmpty || !pieces.isEmpty {
            let answer = terminal.answer(toSend)
            if !answer.isEmpty { pieces += relay(answer) }
            toSend = pieces.isEmpty ? [] : probe.feed(pieces.removeFirst())
        }
        return (WidthFindings(probe.cells), probe.isDone)
    }

    private static func modern(_ text: String) -> Int {
        WidthSample.all.first { $0.text == text }?.subject == .ambiguous
            ? 1 : text == "🇯🇵🇫🇷" ? 4 : text == "e\u{301}" ? 1 : 2
    }

    @Test func aTerminalThatMeasuresClustersGetsThemWhole() {
        let (found, isDone) = findings(Self.modern)
        #expect(isDone)
        #expect(found.cells.count == WidthSample.all.count)
        #expect(found.surprises == [])
        var expected = WidthRules()
        expected.joinsEmoji = true
        expected.widensVariants = true
        expected.widensKeycaps = true
        expected.mergesSkinTones = true
        #expect(found.rules == expected)
    }

    @Test func aTerminalThatCountsAsLibcDoesGetsTheStandard() {
        let (found, _) = findings { WidthRules.standard.width(ofDrawn: $0) }
        #expect(found.rules == .standard)
        #expect(found.surprises == [])
    }

    @Test func oneSampleOutOfLineIsEnoughForThePlainForm() {
        let (found, _) = findings { $0 == "🏳️‍🌈" ? 1 : Self.modern($0) }
        #expect(!found.rules.joinsEmoji)
        #expect(found.rules.mergesSkinTones)
    }

    @Test func anEastAsianTerminalAndOneWithoutFlagsAreFoundOut() {
        let (found, _) = findings { text in
            ["α", "①", "─", "…", "🇯🇵"].contains(text) ? (text == "🇯🇵" ? 4 : 2) : Self.modern(text)
        }
        #expect(found.rules.ambiguousIsWide)
        #expect(!found.rules.pairsFlags)
    }

    @Test func aTerminalThatDoesNotKnowAnEmojiIsASurprise() {
        let (found, _) = findings { $0 == "\u{1FAE0}" ? 1 : Self.modern($0) }
        #expect(found.surprises.map(\.text) == ["\u{1FAE0}"])
    }

    @Test func doubledAndBrokenAnswersAndTypingChangeNothing() {
        let expected = findings(Self.modern).0
        #expect(findings(relay: { [$0 + $0] }, Self.modern) == (expected, true))
        #expect(findings(relay: { [$0, $0] }, Self.modern) == (expected, true))
        #expect(findings(relay: { $0.map { [$0] } }, Self.modern) == (expected, true))
        #expect(
            findings(
                relay: { [Array("q雛\u{1B}[A\u{1B}OP\u{1B}[?1;2c\u{1B}[999999999999999999999;1R".utf8) + $0] },
                Self.modern)
                == (expected, true))
        #expect(findings(columns: 10, Self.modern) == (expected, true))
    }

    @Test func aTerminalThatSaysNothingGivesNothing() {
        let (found, isDone) = findings(relay: { _ in [] }, Self.modern)
        #expect(!isDone)
        #expect(found.cells.isEmpty)
        #expect(found.rules == .standard)
    }

    @Test func noBytesStopIt() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("\u{1B}[;0123456789Rn?c".utf8) + [0x9B, 0xFF]
        for _ in 0..<500 {
            var probe = WidthProbe(columns: 80)
            for _ in 0..<20 {
                let bytes = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? 0
                }
                _ = probe.feed(bytes)
            }
            #expect(probe.cells.values.allSatisfy { (0..<12).contains($0) }, "seed \(seed)")
        }
    }
}
