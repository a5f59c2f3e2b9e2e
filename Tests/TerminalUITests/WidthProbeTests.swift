import TerminalUI
import TestSupport
import Testing

@Suite struct WidthProbeTests {
    /// A terminal that only knows where its cursor is.
    private struct FakeTerminal {
        var cells: (String) -> Int
        var column = 1

        /// What it sends for what it is sent, each answer by itself.
        mutating func answers(_ bytes: [UInt8]) -> [[UInt8]] {
            var answers: [String] = []
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
                    case "n": answers.append(sequence.hasSuffix("5") ? "\u{1B}[0n" : "\u{1B}[7;\(column)R")
                    default: break
                    }
                    rest = rest[rest.unicodeScalars.index(after: end)...]
                } else {
                    let end = rest.unicodeScalars.firstIndex { $0 == "\u{1B}" || $0 == "\r" } ?? rest.endIndex
                    column += cells(String(rest[..<end]))
                    rest = rest[end...]
                }
            }
            return answers.map { Array($0.utf8) }
        }
    }

    /// A piece of an answer, and how many milliseconds after the question it comes.
    private struct Piece {
        var bytes: [UInt8]
        var delay: Int64 = 1
    }

    private struct Ending {
        var verdict: WidthProbe.Verdict?
        /// When it was done.
        var at: Int64
        /// What came when nobody listened any more.
        var leaked: [UInt8]

        var findings: WidthFindings? {
            if case .measured(let findings) = verdict { findings } else { nil }
        }
    }

    /// A conversation, on a clock that stands still while nothing happens.
    ///
    /// - Parameter relay: what becomes of the answer of this number.
    private func talk(
        keys: [(at: Int64, bytes: [UInt8])] = [], relay: (Int, [UInt8]) -> [Piece] = { [Piece(bytes: $1)] },
        cells: @escaping (String) -> Int = modern
    ) -> Ending {
        var terminal = FakeTerminal(cells: cells)
        var now: Int64 = 0
        var probe = WidthProbe(patience: 2_000, now: now)
        var coming: [(at: Int64, bytes: [UInt8])] = keys
        var answers = 0
        var toSend = probe.opening
        while true {
            for answer in terminal.answers(toSend) {
                coming += relay(answers, answer).map { (now + $0.delay, $0.bytes) }
                answers += 1
            }
            guard let deadline = probe.deadline else { break }
            // Of those that come at one time the first that was sent is the first.
            let next = coming.indices.min { coming[$0].at < coming[$1].at }
            if let next, coming[next].at < deadline {
                let piece = coming.remove(at: next)
                now = max(now, piece.at)
                toSend = probe.feed(piece.bytes, now: now)
            } else {
                now = max(now, deadline)
                toSend = probe.expire(now: now)
            }
        }
        return Ending(verdict: probe.verdict, at: now, leaked: coming.flatMap(\.bytes))
    }

    private func findings(_ cells: @escaping (String) -> Int) throws -> WidthFindings {
        let ending = talk(cells: cells)
        #expect(ending.leaked.isEmpty)
        return try #require(ending.findings)
    }

    private static func modern(_ text: String) -> Int {
        WidthSample.all.first { $0.text == text }?.subject == .ambiguous
            ? 1 : text == "🇯🇵🇫🇷" ? 4 : text == "e\u{301}" ? 1 : 2
    }

    @Test func aTerminalThatMeasuresClustersGetsThemWhole() throws {
        let found = try findings(Self.modern)
        #expect(found.cells.count == WidthSample.all.count)
        #expect(found.surprises == [])
        var expected = WidthRules()
        expected.joinsEmoji = true
        expected.widensVariants = true
        expected.widensKeycaps = true
        expected.mergesSkinTones = true
        #expect(found.rules == expected)
    }

    @Test func aTerminalThatCountsAsLibcDoesGetsTheStandard() throws {
        let found = try findings { WidthRules.standard.width(ofDrawn: $0) }
        #expect(found.rules == .standard)
        #expect(found.surprises == [])
    }

    @Test func oneSampleOutOfLineIsEnoughForThePlainForm() throws {
        let found = try findings { $0 == "🏳️‍🌈" ? 1 : Self.modern($0) }
        #expect(!found.rules.joinsEmoji)
        #expect(found.rules.mergesSkinTones)
    }

    @Test func anEastAsianTerminalAndOneWithoutFlagsAreFoundOut() throws {
        let found = try findings { text in
            ["α", "①", "─", "…", "🇯🇵"].contains(text) ? (text == "🇯🇵" ? 4 : 2) : Self.modern(text)
        }
        #expect(found.rules.ambiguousIsWide)
        #expect(!found.rules.pairsFlags)
    }

    @Test func aTerminalThatDoesNotKnowAnEmojiIsASurprise() throws {
        let found = try findings { $0 == "\u{1FAE0}" ? 1 : Self.modern($0) }
        #expect(found.surprises.map(\.text) == ["\u{1FAE0}"])
    }

    @Test func brokenAnswersAndTypingChangeNothing() throws {
        let expected = try findings(Self.modern)
        let bytewise = talk(relay: { $1.map { Piece(bytes: [$0]) } })
        #expect(bytewise.findings == expected)
        let typing = talk(relay: {
            [
                Piece(
                    bytes: Array("q雛\u{1B}[A\u{1B}[3~\u{1B}OP\u{1B}[?1;2c\u{1B}[999999999999999999999;1R".utf8) + $1)
            ]
        })
        #expect(typing.findings == expected)
    }

    @Test(arguments: [0, 1, 50, 90] as [Int64])
    func answersThatComeTwiceAreToldApart(lag: Int64) throws {
        let expected = try findings(Self.modern)
        for trip in [1, 30, 150] as [Int64] {
            let ending = talk(relay: { [Piece(bytes: $1, delay: trip), Piece(bytes: $1, delay: trip + lag)] })
            #expect(ending.findings == expected, "\(trip)")
            #expect(ending.leaked.isEmpty)
        }
        let glued = talk(relay: { [Piece(bytes: $1 + $1)] })
        #expect(glued.findings == expected)
    }

    @Test func secondAnswersThatComeWhenAllWasSaidAreThrownAway() throws {
        let ending = talk(relay: { [Piece(bytes: $1), Piece(bytes: $1, delay: 400)] })
        #expect(try ending.findings == findings(Self.modern))
        #expect(ending.leaked.isEmpty)
    }

    /// Each trip is as long as the answers lag: nobody can tell which is which, and nobody guesses.
    @Test func noVerdictIsWrong() throws {
        let expected = try findings(Self.modern)
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let trip = Int64.random(in: 1...200, using: &generator)
            let lag = Int64.random(in: 0...500, using: &generator)
            let copies = Int.random(in: 1...3, using: &generator)
            let ending = talk(relay: { _, bytes in
                (0..<Int64(copies)).map { Piece(bytes: bytes, delay: trip + $0 * lag) }
            })
            #expect(ending.verdict == .unclear || ending.findings == expected, "seed \(seed): \(trip) \(lag)")
            #expect(ending.leaked.isEmpty, "seed \(seed): \(trip) \(lag) \(copies)")
        }
    }

    @Test func aTerminalThatSaysNothingIsLeftAlone() {
        let ending = talk(relay: { _, _ in [] })
        #expect(ending.verdict == .unanswered(after: 0))
        #expect(ending.at == 5_000)
    }

    @Test func keysAreNoAnswers() {
        let ending = talk(keys: (1...60).map { ($0 * 500, Array("k".utf8)) }, relay: { _, _ in [] })
        #expect(ending.verdict == .unanswered(after: 0))
        #expect(ending.at == 5_000)
    }

    @Test func aPartOfAMeasurementIsNone() {
        let ending = talk(relay: { $0 < 5 ? [Piece(bytes: $1)] : [] })
        #expect(ending.verdict == .unanswered(after: 5))
    }

    @Test func anAnswerThatIsTooLateIsHeardAndNotUsed() {
        let ending = talk(relay: { [Piece(bytes: $1, delay: 2_600)] })
        #expect(ending.verdict == .unanswered(after: 0))
        #expect(ending.leaked.isEmpty)
        #expect(ending.at < 3_500)
    }

    @Test func allOfItHasAnEnd() {
        let slow = talk(relay: { [Piece(bytes: $1, delay: 1_900)] })
        #expect(slow.verdict == .unanswered(after: 5))
        #expect(slow.leaked.isEmpty)
        #expect(slow.at <= 13_000)
        let flood = talk(relay: { _, bytes in (0..<50).map { Piece(bytes: bytes, delay: Int64($0) * 300 + 1) } })
        #expect(flood.at <= 23_000)
    }

    @Test func aTerminalWithoutTheLastAnswerIsMeasuredAllTheSame() throws {
        let ending = talk(relay: { $1.last == UInt8(ascii: "n") ? [] : [Piece(bytes: $1)] })
        #expect(try ending.findings == findings(Self.modern))
    }

    @Test func widthsThatNothingHasAreNotBelieved() {
        #expect(talk(cells: { _ in 40 }).verdict == .unclear)
    }

    @Test func whoInterruptsWaitsForTheAnswerThatIsOnItsWay() {
        var probe = WidthProbe(patience: 2_000, now: 0)
        #expect(probe.interrupt(now: 100) == WidthProbe.closing)
        #expect(probe.deadline == 400)
        #expect(probe.feed(Array("\u{1B}[1;3R".utf8), now: 150).isEmpty)
        #expect(probe.expire(now: 400).isEmpty)
        #expect(probe.deadline == nil)
    }

    @Test func noBytesStopIt() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("\u{1B}[;0123456789Rn?c".utf8) + [0x9B, 0xFF]
        for _ in 0..<500 {
            var probe = WidthProbe(patience: 2_000, now: 0)
            var now: Int64 = 0
            for _ in 0..<20 {
                let bytes = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? 0
                }
                now += 10
                _ = probe.feed(bytes, now: now)
            }
            var steps = 0
            while let deadline = probe.deadline, steps < 100 {
                now = max(now, deadline)
                _ = probe.expire(now: now)
                steps += 1
            }
            #expect(probe.deadline == nil && now <= 23_000, "seed \(seed)")
        }
    }
}
