import FakeProgress
import TestSupport
import Testing

@Suite struct FrameTests {
    /// The instants at which a bar of so many steps asks to be looked at, and what it showed at each.
    private func frames(
        _ watch: inout Watch, steps: Int, most: Int = 1_000
    ) -> [(at: Duration, drawn: Int, remark: FakeProgress.Remark?, phase: FakeProgress.Phase)] {
        var frames: [(Duration, Int, FakeProgress.Remark?, FakeProgress.Phase)] = []
        let start = watch.now
        while frames.count < most, let next = watch.bar.nextChange(steps: steps) {
            watch.pass(watch.now.duration(to: next))
            let drawn = watch.bar.position < 1 ? Int(watch.bar.position * Double(steps)) : steps
            frames.append((start.duration(to: watch.now), drawn, watch.bar.remark, watch.bar.phase))
        }
        return frames
    }

    @Test(arguments: FakeProgress.Schedule.allCases)
    func noTwoFramesAreWithinATwentiethOfASecondAndEachShowsSomethingNew(schedule: FakeProgress.Schedule) {
        for seed in UInt64(1)...50 {
            for steps in [0, 1, 9, 72, 384] {
                var watch = Watch(seed: seed)
                watch.begin(schedule)
                let open = frames(&watch, steps: steps)
                watch.succeed()
                let end = frames(&watch, steps: steps)
                for frames in [open, end] {
                    for (before, after) in zip(frames, frames.dropFirst()) {
                        #expect(after.at - before.at >= .milliseconds(50), "seed \(seed)")
                        let isNew =
                            before.drawn != after.drawn || before.remark != after.remark || before.phase != after.phase
                        #expect(isNew, "a frame for nothing at \(after.at) of \(steps) steps, seed \(seed)")
                    }
                }
                #expect(end.last?.phase == .done)
                #expect(end.count <= 7)
            }
        }
    }

    @Test func wordsComeWithTime() {
        var watch = Watch(seed: 1)
        watch.begin()
        #expect(watch.bar.remark == .working)
        var changes: [String] = []
        for frame in frames(&watch, steps: 0) { changes.append("\(frame.at.components.seconds) \(word(frame.remark))") }
        #expect(Array(changes.prefix(4)) == ["4 still", "10 longer 10", "11 longer 11", "12 longer 12"])
        #expect(changes.suffix(2) == ["59 slow 59/60", "60 slow 60/60"])
        #expect(changes.contains("30 slow 30/60"))
        #expect(changes.count == 52)
    }

    private func word(_ remark: FakeProgress.Remark?) -> String {
        switch remark {
        case nil: "nothing"
        case .working: "working"
        case .stillWorking: "still"
        case .longerThanUsual(let seconds): "longer \(seconds)"
        case .slowOrLost(let seconds, let limit): "slow \(seconds)/\(limit)"
        }
    }

    @Test func whereNoBarCanBeDrawnThereIsALineNowAndThen() {
        var (elapsed, lines) = (Duration.seconds(-1), [Int64]())
        while lines.count < 6 {
            elapsed = FakeProgress.nextLine(after: elapsed)
            lines.append(elapsed.components.seconds)
        }
        #expect(lines == [0, 10, 30, 60, 90, 120])
        #expect(FakeProgress.nextLine(after: .milliseconds(29_999)) == .seconds(30))
    }
}
