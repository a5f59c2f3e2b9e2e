import OptimisticState
import Testing

/// The test that states it all: whatever happens in whatever order, nothing is lost, nothing is doubled, and what is
/// shown is what there is, after each event.
@Suite struct PropertyTests {
    /// `SCHEDULES=…` asks for more; `SEED=…` begins elsewhere.
    private static let asked = Progress.asked("SCHEDULES")
    private static let first = Progress.asked("SEED") ?? 0
    private static let seeds = Progress(asked ?? 2_000, "histories", isTold: asked != nil)
    private static let hasFailed = Locked(false)

    /// Each runner takes the next seed.
    @Test(arguments: 0..<2) func anyScheduleEndsWithTheServersStateAndNothingLost(runner: Int) throws {
        // One history that goes wrong is enough to read.
        while !Self.hasFailed.withLock({ $0 }), let number = Self.seeds.next() {
            let seed = UInt64(Self.first + number)
            let schedule = Schedule(seed: seed, length: 30)
            if try schedule.fault() != nil {
                guard
                    Self.hasFailed.withLock({ wasFailed in
                        defer { wasFailed = true }; return !wasFailed
                    })
                else { return }
                Issue.record(Comment(rawValue: try schedule.report(seed: seed)))
                return
            }
            Self.seeds.isDone()
        }
    }
}
