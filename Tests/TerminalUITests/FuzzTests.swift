import FoundationEssentials
import TerminalUI
import TestSupport
import Testing

/// Random bytes against the sanitiser, width and wrapping, and the decoder of keys. `make fuzz` runs it for as long as one
/// likes, with `SEED` and `ROUNDS`.
@Suite struct FuzzTests {
    private static let rounds = number("ROUNDS").map(Int.init) ?? 50
    private static let seed = number("SEED") ?? UInt64.random(in: 0...UInt64.max)

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    private static let strings = [
        "\u{1B}", "\u{0}", "\u{7F}", "\r", "\n", "\t", "[A", "[12;40R", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[<0;5;3M",
        "\u{1B}]11;rgb:", "\u{1B}\\", "hello ", "\u{1B}OP", "\u{200D}", "\u{FE0F}", "🏽", "🇯",
    ]
    private static let broken: [[UInt8]] = [[0x9B], [0x9D], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F], [0xFF]]
    private static let pieces: [[UInt8]] = {
        let probes = Probes.all.filter { $0.utf8.count < 400 }
        return (probes + strings).map { Array($0.utf8) } + broken
    }()

    private func bytes(_ generator: inout SeededGenerator) -> [UInt8] {
        var result: [UInt8] = []
        for _ in 0..<Int.random(in: 0...30, using: &generator) {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                result.append(.random(in: 0...255, using: &generator))
            } else if Int.random(in: 0..<6, using: &generator) == 0,
                let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
            {
                result += Array(String(Character(scalar)).utf8)
            } else {
                result += Self.pieces.randomElement(using: &generator) ?? []
            }
        }
        return result
    }

    private func rules(_ generator: inout SeededGenerator) -> WidthRules {
        var rules = WidthRules()
        guard Bool.random(using: &generator) else { return rules }
        rules.ambiguousIsWide = Bool.random(using: &generator)
        rules.joinsEmoji = Bool.random(using: &generator)
        rules.widensVariants = Bool.random(using: &generator)
        rules.widensKeycaps = Bool.random(using: &generator)
        rules.mergesSkinTones = Bool.random(using: &generator)
        rules.pairsFlags = Bool.random(using: &generator)
        return rules
    }

    @Test func noBytesBecomeAControlOrAWrongWidth() {
        for round in 0..<Self.rounds {
            let seed = Self.seed &+ UInt64(round)
            var generator = SeededGenerator(seed: seed)
            let raw = String(decoding: bytes(&generator), as: UTF8.self)
            let rules = rules(&generator)
            let text = DisplayText(sanitizing: raw, rules: rules)
            let context = "seed \(seed): \(raw.debugDescription)"
            for scalar in text.string.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value), "\(context)")
                #expect(!(0x202A...0x202E).contains(scalar.value), "\(context)")
                #expect(!(0x2066...0x2069).contains(scalar.value), "\(context)")
            }
            #expect(text.clusters.reduce(0) { $0 + $1.width } == text.width, "\(context)")
            if rules == .standard {
                for cluster in text.clusters {
                    #expect(rules.width(ofDrawn: cluster.text) == cluster.width, "\(context)")
                    #expect(cluster.text.unicodeScalars.count <= 5, "\(context)")
                }
            }
            let cells = Int.random(in: 1...20, using: &generator)
            let lines = text.wrapped(to: cells)
            #expect(lines.allSatisfy { $0.width <= cells }, "\(context)")
            let kept = text.clusters.map { $0.width > cells ? "…" : $0.text }.filter { $0 != " " }
            #expect(lines.flatMap { $0.clusters.map(\.text) }.filter { $0 != " " } == kept, "\(context)")
            #expect(text.truncated(to: cells).width <= cells, "\(context)")
            // What is drawn is drawn the same when it is cleaned again.
            #expect(DisplayText(sanitizing: text.string, rules: rules).width == text.width, "\(context)")
            var canvas = Canvas(size: Size(columns: cells, rows: 1))
            canvas.put(text, at: Point(column: Int.random(in: -3...3, using: &generator), row: 0), style: Style(.text))
            #expect(canvas.row(0).count == cells, "\(context)")
        }
    }

    @Test func noBytesStopTheDecoderOrBecomeAControlInAText() {
        for round in 0..<Self.rounds {
            let seed = Self.seed &+ UInt64(round)
            var generator = SeededGenerator(seed: seed)
            var decoder = KeyDecoder()
            var now: Int64 = 0
            for _ in 0..<8 {
                decoder.expectsText = Bool.random(using: &generator)
                now += [0, 1, 5, 30, 300, 700, 3_000].randomElement(using: &generator) ?? 0
                if let deadline = decoder.deadline, deadline <= now { expectText(decoder.expire(now: now), seed) }
                expectText(decoder.feed(bytes(&generator), now: now), seed)
            }
            // Whatever came: after a while without bytes it reads keys again.
            for _ in 0..<4 {
                now += 10_000
                expectText(decoder.expire(now: now), seed)
            }
            #expect(decoder.deadline == nil, "seed \(seed)")
            let keys = decoder.feed([0x71], now: now + 10_000)
            #expect(keys == [.text("q")], "seed \(seed)")
        }
    }

    private func expectText(_ keys: [Key], _ seed: UInt64) {
        for key in keys {
            switch key {
            case .text(let text):
                #expect(
                    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) },
                    "seed \(seed)")
            case .paste(let text):
                let isClean = text.unicodeScalars.allSatisfy {
                    $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                }
                #expect(isClean, "seed \(seed)")
            default: break
            }
        }
    }
}
