import FoundationEssentials
import TerminalUI
import TestSupport
import Testing

@Suite struct WidthRulesTests {
    private func drawn(_ raw: String, _ change: (inout WidthRules) -> Void) -> [String] {
        var rules = WidthRules()
        change(&rules)
        return DisplayText(sanitizing: raw, rules: rules).clusters.map { "\($0.text) \($0.width)" }
    }

    @Test func whatATerminalJoinsIsDrawnWhole() {
        #expect(drawn("👨‍👩‍👧‍👦x") { $0.joinsEmoji = true } == ["👨‍👩‍👧‍👦 2", "x 1"])
        #expect(drawn("👩🏻‍❤️‍💋‍👨🏻") { $0.joinsEmoji = true } == ["👩🏻‍❤️‍💋‍👨🏻 2"])
        #expect(drawn("👍🏽") { $0.mergesSkinTones = true } == ["👍🏽 2"])
        #expect(drawn("❤️") { $0.widensVariants = true } == ["❤️ 2"])
        #expect(drawn("1️⃣") { $0.widensKeycaps = true } == ["1️⃣ 2"])
    }

    @Test func oneRuleSaysNothingOfTheOthers() {
        #expect(drawn("👍🏽❤️1️⃣") { $0.joinsEmoji = true } == ["👍 2", "❤ 1", "1\u{20E3} 1"])
        #expect(drawn("👨‍👩‍👧‍👦") { $0.mergesSkinTones = true } == ["👨 2"])
    }

    @Test func aChainThatWasMadeToHarmIsNotDrawnWhole() {
        let chain = Array(repeating: "👨", count: 2_000).joined(separator: "\u{200D}")
        #expect(drawn(chain) { $0.joinsEmoji = true } == ["👨 2"])
        #expect(drawn("a\u{200D}👨") { $0.joinsEmoji = true }.first == "a 1")
        #expect(drawn("👨\u{200D}") { $0.joinsEmoji = true } == ["👨 2"])
    }

    @Test func flagsThatATerminalDoesNotPairAreLetters() {
        #expect(drawn("🇯🇵🇫") { $0.pairsFlags = false } == ["JP 2", "F 1"])
    }

    @Test func ambiguousCharactersAreWideWhereTheTerminalSaysSo() {
        let wide = drawn("α①─…é\u{FFFD}aあｱ") { $0.ambiguousIsWide = true }
        #expect(wide == ["α 2", "① 2", "─ 2", "… 2", "é 2", "\u{FFFD} 2", "a 1", "あ 2", "ｱ 1"])
        #expect(drawn("α①─…é") { _ in } == ["α 1", "① 1", "─ 1", "… 1", "é 1"])
    }

    @Test func noProbeIsWiderThanItsLineWhateverTheRules() {
        for bits in 0..<64 {
            var rules = WidthRules()
            rules.ambiguousIsWide = bits & 1 != 0
            rules.joinsEmoji = bits & 2 != 0
            rules.widensVariants = bits & 4 != 0
            rules.widensKeycaps = bits & 8 != 0
            rules.mergesSkinTones = bits & 16 != 0
            rules.pairsFlags = bits & 32 != 0
            for probe in Probes.all {
                let text = DisplayText(sanitizing: probe, limit: 300, rules: rules)
                #expect(text.clusters.allSatisfy { $0.width >= 1 }, "\(rules) \(probe.prefix(20).debugDescription)")
                #expect(text.wrapped(to: 7).allSatisfy { $0.width <= 7 })
            }
        }
    }

    @Test func rulesThatSayLittleAreReadAsTheStandard() throws {
        func read(_ json: String) throws -> WidthRules {
            try JSONDecoder().decode(WidthRules.self, from: Data(json.utf8))
        }
        #expect(try read("{}") == .standard)
        #expect(try read(#"{"joinsEmoji":true,"later":1}"#).joinsEmoji)
    }
}
