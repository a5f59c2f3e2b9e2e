@testable import CursesTerminal
import Glibc
import TerminalUI
import Testing

@Suite struct StandInTests {
    private var modern: WidthRules {
        var rules = WidthRules()
        rules.joinsEmoji = true
        rules.ambiguousIsWide = true
        return rules
    }

    private func text(_ characters: [wchar_t]) -> String {
        var text = String.UnicodeScalarView()
        for character in characters {
            if let scalar = Unicode.Scalar(UInt32(bitPattern: character)) { text.append(scalar) }
        }
        return String(text)
    }

    private func resolve(_ text: String, by standIns: StandIns) -> String {
        Array(text.utf8).withUnsafeBufferPointer { String(decoding: standIns.resolve($0), as: UTF8.self) }
    }

    @Test func aTerminalThatIsNotKnownGetsEverythingAsItIs() {
        var standIns = StandIns(rules: .standard)
        for (cluster, cells) in [("a", 1), ("あ", 2), ("\u{30000}", 2), ("α", 1)] {
            #expect(text(standIns.spelling(of: cluster, cells: cells)) == cluster)
        }
        #expect(standIns.isEmpty)
    }

    @Test func aClusterThatNcursesWouldMisjudgeHasAStandInOfItsCells() {
        var standIns = StandIns(rules: modern)
        var line = ""
        for (cluster, cells) in [("👨‍👩‍👧‍👦", 2), ("a", 1), ("α", 2), ("あ", 2), ("👨‍👩‍👧‍👦", 2)] {
            let spelling = text(standIns.spelling(of: cluster, cells: cells))
            #expect(WidthRules.standard.width(ofDrawn: spelling) == cells, "\(cluster)")
            line += spelling
        }
        #expect(!standIns.isEmpty)
        #expect(!line.contains("α"))
        #expect(resolve("\u{1B}[1m\(line)\u{1B}[m", by: standIns) == "\u{1B}[1m👨‍👩‍👧‍👦aαあ👨‍👩‍👧‍👦\u{1B}[m")
    }

    @Test func aTextThatHoldsAStandInIsNotTakenForTheCluster() {
        var standIns = StandIns(rules: modern)
        let family = text(standIns.spelling(of: "👨‍👩‍👧‍👦", cells: 2))
        let same = text(standIns.spelling(of: family, cells: 2))
        #expect(same != family)
        #expect(resolve(family + same, by: standIns) == "👨‍👩‍👧‍👦" + family)
    }

    @Test func whatWasMeasuredForAnotherTerminalIsASCII() {
        var standIns = StandIns(rules: modern)
        #expect(text(standIns.spelling(of: "…", cells: 1)) == ".")
        #expect(text(standIns.spelling(of: "─", cells: 1)) == "-")
    }

    @Test func whenAllStandInsAreTakenTheRestIsASCII() {
        var standIns = StandIns(rules: modern)
        for first in 0..<80 {
            for second in 0..<80 {
                guard let one = Unicode.Scalar(0x1F400 + UInt32(first)),
                    let two = Unicode.Scalar(0x1F400 + UInt32(second))
                else { continue }
                let spelling = text(standIns.spelling(of: "\(one)\u{200D}\(two)", cells: 2))
                #expect(WidthRules.standard.width(ofDrawn: spelling) == 2)
            }
        }
    }
}
