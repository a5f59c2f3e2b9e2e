import FakeProgress
import TestSupport
import Testing

@Suite struct CompletionTests {
    @Test func successEasesToTheEndAndHoldsThere() {
        var watch = FakeProgress.Phase.stalled.watch(seed: 1)
        watch.succeed()
        #expect(watch.bar.position == 0.9)
        var positions: [Double] = []
        while watch.bar.position < 1 {
            watch.pass(.milliseconds(10))
            positions.append(watch.bar.position)
        }
        #expect(positions.count == 25)
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 })
        watch.pass(.milliseconds(199))
        #expect(watch.bar.phase == .completing)
        watch.pass(.milliseconds(1))
        #expect(watch.bar.phase == .done)
    }

    @Test func thePictureNeverLagsMoreThanHalfASecond() {
        for milliseconds in [0, 1, 100, 399, 5_000] {
            for motion in FakeProgress.Motion.allCases {
                var watch = Watch(seed: 3)
                watch.begin(motion: motion)
                watch.run(for: .milliseconds(milliseconds))
                watch.succeed()
                watch.pass(.milliseconds(500))
                #expect(watch.bar.phase == .done)
            }
        }
    }

    @Test func skippingEndsThePictureAtOnce() {
        var watch = FakeProgress.Phase.running.watch(seed: 1)
        watch.bar.skip()
        #expect(watch.bar.phase == .running)
        watch.succeed()
        watch.bar.skip()
        #expect(watch.bar.phase == .done)
        #expect(watch.bar.position == 1)
    }

    @Test func withReducedMotionItIsFullInOneStep() {
        var watch = Watch(seed: 1)
        watch.begin(motion: .reduced)
        watch.run(for: .seconds(3))
        watch.succeed()
        #expect(watch.bar.position == 1)
        #expect(watch.bar.nextChange(steps: 400).map { watch.now.duration(to: $0) } == .milliseconds(200))
    }
}
