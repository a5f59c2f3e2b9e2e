import FakeProgress
import TestSupport
import Testing

@Suite struct BarTests {
    @Test func aBarIsDrawnInEighths() {
        #expect(FakeProgress.Bar(position: 0.05, width: 20).text() == "█" + String(repeating: " ", count: 19))
        #expect(FakeProgress.Bar(position: 0.34, width: 10).text() == "███▍      ")
        #expect(FakeProgress.Bar(position: 0.9, width: 5).text() == "████▌")
        #expect(FakeProgress.Bar(position: 1, width: 5).text() == "█████")
    }

    @Test func aTerminalThatDrawsBlocksWideHasLetters() {
        #expect(FakeProgress.Bar(position: 0.34, width: 10).text(.ascii) == "###.......")
        #expect(FakeProgress.Bar(position: 0.9999, width: 10).text(.ascii) == "#########.")
        #expect(FakeProgress.Bar(position: 1, width: 10).text(.ascii) == "##########")
        let halves = FakeProgress.Glyphs(full: "=", partial: ["-"], empty: " ")
        #expect(FakeProgress.Bar(position: 0.34, width: 5).text(halves) == "=-   ")
    }

    @Test func fullWidthIsReachedAtTheEndOnly() {
        for width in 1...200 {
            for position in [0.9, 0.99, 1.0.nextDown] {
                let bar = FakeProgress.Bar(position: position, width: width)
                #expect(bar.full < width)
                #expect(bar.full * 8 + bar.eighths == min(Int(position * Double(8 * width)), 8 * width - 1))
            }
            #expect(FakeProgress.Bar(position: 1, width: width).full == width)
        }
    }

    @Test(arguments: FakeProgress.Phase.allCases) func everyWidthIsDrawnInEveryState(phase: FakeProgress.Phase) {
        var watch = phase.watch(seed: 7)
        for width in [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 80, 0, 9] {
            for glyphs in [FakeProgress.Glyphs.eighths, .ascii] {
                let text = FakeProgress.Bar(position: watch.bar.position, width: width).text(glyphs)
                #expect(text.count == max(0, width))
            }
            watch.pass(.milliseconds(40))
            if let next = watch.bar.nextChange(steps: 8 * width) { #expect(next > watch.now) }
        }
    }

    @Test func nonsenseIsDrawnAsTheNearestSense() {
        #expect(FakeProgress.Bar(position: -1, width: 3).text(.ascii) == "...")
        #expect(FakeProgress.Bar(position: 7, width: 3).text(.ascii) == "###")
        #expect(FakeProgress.Bar(position: 0.5, width: .max).full == 500_000)
    }
}
