import FakeProgress
import TestSupport
import Testing

/// What other bars did wrong.
@Suite struct FaultTests {
    private static let seeds: [UInt64] = Array(1...40)

    @Test func finishBeforeBeginShowsNothing() {
        var watch = Watch(seed: 1)
        watch.succeed()
        watch.fail()
        watch.cancel()
        watch.bar.skip()
        watch.pass(.seconds(1))
        #expect(watch.bar == FakeProgress())
        #expect(watch.bar.phase == .idle)
        #expect(watch.bar.position == 0)
        #expect(watch.bar.remark == nil)
    }

    @Test func finishTwiceIsFinishOnce() {
        var watch = FakeProgress.Phase.running.watch(seed: 1)
        watch.succeed()
        watch.pass(.milliseconds(100))
        let once = watch.bar
        watch.succeed()
        watch.fail()
        watch.cancel()
        #expect(watch.bar == once)
        watch.pass(.milliseconds(350))
        #expect(watch.bar.phase == .done)
        watch.fail()
        #expect(watch.bar.phase == .done)
        #expect(watch.bar.position == 1)
    }

    @Test func finishOfAnOldRunIsIgnored() {
        var watch = Watch(seed: 1)
        let old = watch.begin()
        watch.pass(.seconds(3))
        watch.begin()
        let fresh = watch.bar
        watch.bar.succeed(old, at: watch.now)
        watch.bar.fail(old, at: watch.now)
        #expect(watch.bar == fresh)
        #expect(watch.bar.position == 0.05)
        watch.succeed()
        #expect(watch.bar.phase == .completing)
    }

    @Test func beginDuringTheCompletionHoldIsANewRun() {
        var watch = FakeProgress.Phase.running.watch(seed: 1)
        let old = watch.bar.generation
        watch.succeed()
        watch.pass(.milliseconds(300))
        #expect(watch.bar.position == 1)
        watch.begin()
        #expect(watch.bar.phase == .running)
        #expect(watch.bar.position == 0.05)
        watch.pass(.milliseconds(400))
        watch.bar.succeed(old, at: watch.now)
        #expect(watch.bar.phase == .running)
    }

    @Test(arguments: [0.05, 0.47, 0.9]) func failureFreezesTheBarWhereItIs(position: Double) {
        for seed in Self.seeds {
            var watch = Watch(seed: seed)
            watch.begin()
            watch.run(until: position)
            let reached = watch.bar.position
            watch.fail()
            watch.run(for: .seconds(30))
            watch.succeed()
            #expect(watch.bar.phase == .failed, "seed \(seed)")
            #expect(watch.bar.position == reached && reached >= position && reached <= 0.9, "seed \(seed)")
            #expect(watch.bar.nextChange(steps: 400) == nil)
        }
    }

    @Test func aLateAnswerAfterCancelIsDropped() {
        var watch = FakeProgress.Phase.running.watch(seed: 1)
        watch.cancel()
        let cancelled = watch.bar
        watch.pass(.seconds(2))
        watch.succeed()
        watch.fail()
        #expect(watch.bar == cancelled)
        #expect(watch.bar.phase == .cancelled)
        #expect(watch.bar.remark == nil)
    }

    @Test(arguments: FakeProgress.Motion.allCases) func aRequestOfNoTimeIsSeenForALittle(motion: FakeProgress.Motion) {
        var watch = Watch(seed: 1)
        watch.begin(motion: motion)
        watch.succeed()
        #expect(watch.bar.phase == .completing)
        watch.pass(.milliseconds(399))
        #expect(watch.bar.phase == .completing)
        #expect(watch.bar.position == 1)
        watch.pass(.milliseconds(101))
        #expect(watch.bar.phase == .done)
    }

    @Test func oneThatEndsOnAStepsInstantTakesTheStepFirst() throws {
        for seed in Self.seeds {
            var watch = Watch(seed: seed)
            watch.begin()
            var ahead = watch
            // To the millisecond at which the first step is taken.
            while ahead.bar.position == 0.05 { ahead.pass(.milliseconds(1)) }
            watch.bar.succeed(watch.bar.generation, at: ahead.now)
            #expect(watch.bar.phase == .completing)
            #expect(watch.bar.position == ahead.bar.position, "seed \(seed)")
        }
    }

    @Test func oneHourBetweenTwoTicksIsOneStep() {
        for seed in Self.seeds {
            var watch = Watch(seed: seed)
            watch.begin()
            watch.run(for: .seconds(3))
            let before = watch.bar.position
            watch.pass(.seconds(3_600))
            let step = watch.bar.position - before
            #expect(step >= 0.05 - 1e-9 && step <= 0.15 + 1e-9, "seed \(seed)")
            // The next one waits its time from here.
            let after = watch.bar.position
            watch.pass(.milliseconds(499))
            #expect(watch.bar.position == after, "seed \(seed)")
            watch.pass(.milliseconds(1_502))
            #expect(watch.bar.position > after, "seed \(seed)")
        }
    }

    @Test func aGapOfFiveSecondsTakesEveryStepThatWasDue() {
        for seed in Self.seeds {
            var (often, once) = (Watch(seed: seed), Watch(seed: seed))
            often.begin()
            once.begin()
            often.run(for: .seconds(5), every: .milliseconds(1))
            once.pass(.seconds(5))
            #expect(often.bar.position == once.bar.position, "seed \(seed)")
        }
    }

    @Test func aClockThatGoesBackStandsStill() {
        var watch = FakeProgress.Phase.running.watch(seed: 1)
        let before = watch.bar
        watch.pass(.seconds(-2))
        #expect(watch.bar == before)
        watch.pass(.milliseconds(1_999))
        #expect(watch.bar == before)
        watch.run(for: .seconds(2))
        #expect(watch.bar.position > before.position)
        watch.succeed()
        watch.pass(.seconds(-60))
        #expect(watch.bar.phase == .completing)
    }

    @Test func aThousandTicksASecondMakeTheSameCurve() {
        for seed in Self.seeds.prefix(10) {
            var (often, seldom) = (Watch(seed: seed), Watch(seed: seed))
            often.begin()
            seldom.begin()
            for _ in 0..<20 {
                often.run(for: .seconds(1), every: .milliseconds(1))
                seldom.pass(.seconds(1))
                #expect(often.bar == seldom.bar, "seed \(seed)")
            }
        }
    }

    @Test func nothingIsLeftToWaitForAfterAnyEnd() {
        for phase in [FakeProgress.Phase.idle, .done, .failed, .cancelled] {
            #expect(phase.watch(seed: 1).bar.nextChange(steps: 400) == nil)
        }
    }

    @Test func whateverHappensItNeverFallsAndOnlySuccessFillsIt() {
        for seed in UInt64(0)..<500 {
            var chance = SeededGenerator(seed: seed)
            var watch = Watch(seed: seed)
            var (generations, last) = ([watch.bar.generation], 0.0)
            for _ in 0..<200 {
                let generation = watch.bar.generation
                let named = generations.randomElement(using: &chance) ?? generation
                var hasSucceeded = false
                switch Int.random(in: 0..<12, using: &chance) {
                case 0: generations.append(watch.begin(chance.next() % 2 == 0 ? .seed : .easing))
                case 1:
                    hasSucceeded = named == generation
                    watch.bar.succeed(named, at: watch.now)
                case 2: watch.bar.fail(named, at: watch.now)
                case 3: watch.cancel()
                case 4: watch.bar.skip()
                case 5: watch.pass(.seconds(Int.random(in: -10...10, using: &chance)))
                case 6: watch.pass(.seconds(3_600))
                case _: watch.pass(.milliseconds(Int.random(in: 0...900, using: &chance)))
                }
                let bar = watch.bar
                if bar.generation == generation { #expect(bar.position >= last, "seed \(seed)") }
                if bar.position == 1 { #expect(bar.phase == .completing || bar.phase == .done, "seed \(seed)") }
                if !hasSucceeded, bar.phase != .completing, bar.phase != .done {
                    #expect(bar.position <= 0.9, "seed \(seed)")
                }
                last = bar.position
            }
        }
    }
}
