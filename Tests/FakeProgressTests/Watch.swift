import FakeProgress
import TestSupport

/// A bar with a clock that moves when it is told to.
struct Watch {
    var bar = FakeProgress()
    var generator: SeededGenerator
    private(set) var now = FakeProgress.Instant(sinceOrigin: .seconds(1_000))

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    @discardableResult
    mutating func begin(
        _ schedule: FakeProgress.Schedule = .seed, motion: FakeProgress.Motion = .full
    ) -> FakeProgress.Generation {
        bar.begin(schedule, motion: motion, at: now, using: &generator)
    }

    /// Moves the clock, back as well, and looks once.
    mutating func pass(_ duration: Duration) {
        now = now.advanced(by: duration)
        bar.advance(to: now)
    }

    /// Lets time pass, looking so often.
    mutating func run(for duration: Duration, every interval: Duration = .milliseconds(250)) {
        let end = now.advanced(by: duration)
        while now.duration(to: end) > interval { pass(interval) }
        pass(now.duration(to: end))
    }

    /// Looks whenever the bar asks for it, until the position is at least this, or nothing changes any more.
    mutating func run(until position: Double) {
        while bar.position < position, let next = bar.nextChange(steps: 1_000) { pass(now.duration(to: next)) }
    }

    mutating func succeed() { bar.succeed(bar.generation, at: now) }
    mutating func fail() { bar.fail(bar.generation, at: now) }
    mutating func cancel() { bar.cancel(at: now) }
}

extension FakeProgress.Phase {
    /// A bar that came to this phase by the shortest way.
    func watch(seed: UInt64) -> Watch {
        var watch = Watch(seed: seed)
        guard self != .idle else { return watch }
        watch.begin()
        watch.run(for: .seconds(3))
        switch self {
        case .idle, .running: break
        case .stalled: watch.run(for: .seconds(40))
        case .completing: watch.succeed()
        case .done:
            watch.succeed()
            watch.pass(.seconds(1))
        case .failed: watch.fail()
        case .cancelled: watch.cancel()
        }
        return watch
    }
}
