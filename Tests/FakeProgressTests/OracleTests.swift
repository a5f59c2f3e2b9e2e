import FakeProgress
import TestSupport
import Testing

/// The schedule of the seed, against what four million runs of the article's own code gave.
@Suite struct OracleTests {
    private static let runs = 10_000
    private static let seed: UInt64 = 20_160_401

    /// What one run did, read off the bar at its own frames: a step is seen up to 50 ms after it was taken.
    private struct Curve {
        var steps = 0
        var secondsToCap = 0.0
        var longestGap = 0.0
        /// At each moment that is asked for.
        var samples: [Double] = []
    }
    private static let frame = 0.05

    private static let moments: [Double] = [1, 2, 2.5, 3, 5, 8, 10, 12, 15]

    private func curve(seed: UInt64) -> Curve {
        var watch = Watch(seed: seed)
        watch.begin()
        let start = watch.now
        var (curve, last, seen) = (Curve(), 0.0, watch.bar.position)
        while let next = watch.bar.nextChange(steps: 100_000) {
            let moment = curve.samples.count < Self.moments.count ? Self.moments[curve.samples.count] : nil
            let sample = moment.map { start.advanced(by: .seconds($0)) }
            guard sample != nil || watch.bar.phase != .stalled else { break }
            watch.pass(watch.now.duration(to: min(next, sample ?? next)))
            let now = start.duration(to: watch.now) / .seconds(1)
            if watch.bar.position > seen {
                curve.steps += 1
                curve.longestGap = max(curve.longestGap, now - last)
                (last, seen) = (now, watch.bar.position)
                if seen == 0.9 { curve.secondsToCap = now }
            }
            if watch.now == sample { curve.samples.append(watch.bar.position) }
        }
        return curve
    }

    @Test func tenThousandRunsHaveTheCurveOfFourMillion() {
        let curves = (0..<UInt64(Self.runs)).map { curve(seed: Self.seed &+ $0) }
        let count = Double(Self.runs)
        func mean(_ value: (Curve) -> Double) -> Double { curves.reduce(0) { $0 + value($1) } / count }

        let steps = mean { Double($0.steps) }
        #expect(abs(steps - 9.042) < 0.06, "steps \(steps), seed \(Self.seed)")

        let times = curves.map(\.secondsToCap).sorted()
        // Seen half a frame too late on average.
        let lag = Self.frame / 2
        let time = times.reduce(0, +) / count - lag
        #expect(abs(time - 11.302) < 0.07, "time to 90 % \(time), seed \(Self.seed)")
        let deviation = (times.reduce(0) { $0 + ($1 - lag - time) * ($1 - lag - time) } / count).squareRoot()
        #expect(abs(deviation - 1.716) < 0.06, "deviation \(deviation), seed \(Self.seed)")
        for (percent, expected) in [(5, 8.57), (50, 11.25), (95, 14.21)] {
            let found = times[Self.runs * percent / 100] - lag
            #expect(abs(found - expected) < 0.12, "percentile \(percent) \(found), seed \(Self.seed)")
        }
        #expect(times[0] > 3 && times[Self.runs - 1] < 34)
        #expect(curves.allSatisfy { $0.longestGap < 2 + Self.frame }, "longest gap, seed \(Self.seed)")

        let expected = [8.3, 17.3, 20.5, 24.5, 40.6, 64.5, 78.7, 87.1, 89.9]
        for (index, moment) in Self.moments.enumerated() {
            let found = mean { $0.samples[index] } * 100
            let allowed = moment == 2.5 ? 0.28 : 0.4
            #expect(abs(found - expected[index]) < allowed, "\(found) % at \(moment) s, seed \(Self.seed)")
        }
    }

    @Test func easingStepsAtTheSameInstantsToItsOwnTarget() {
        for seed in Self.seed..<(Self.seed + 100) {
            var (first, second) = (Watch(seed: seed), Watch(seed: seed))
            first.begin(.seed)
            second.begin(.easing)
            var passed = 0.0
            while first.bar.phase != .stalled {
                let (before, other) = (first.bar.position, second.bar.position)
                first.pass(.milliseconds(10))
                second.pass(.milliseconds(10))
                passed += 0.01
                let hasStepped = second.bar.position > other
                #expect((first.bar.position > before) == hasStepped, "seed \(seed)")
                guard hasStepped else { continue }
                // e to the power of -t/5, as an integral in steps of 1/1000 s.
                let left = (0..<Int(passed * 1_000)).reduce(0.85) { left, _ in left * (1 - 0.001 / 5) }
                #expect(abs(0.9 - left - second.bar.position) < 0.003, "at \(passed) s, seed \(seed)")
            }
            #expect(second.bar.phase == .running, "easing does not stall where the seed does, seed \(seed)")
        }
    }

    @Test func theSameSeedMakesTheSameRun() {
        for schedule in FakeProgress.Schedule.allCases {
            var (first, second, third) = (Watch(seed: 1), Watch(seed: 1), Watch(seed: 2))
            for _ in 0..<2 {
                first.begin(schedule)
                second.begin(schedule)
                third.begin(schedule)
                #expect(first.bar == second.bar)
                #expect(first.bar != third.bar)
            }
        }
    }
}
