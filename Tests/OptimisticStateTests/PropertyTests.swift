import Glibc
import OptimisticState
import Testing

/// The test that states it all: whatever happens in whatever order, nothing is lost, nothing is doubled, and what is
/// shown is what there is.
@Suite struct PropertyTests {
    private static let blocks: UInt64 = 8
    /// `SCHEDULES=…` asks for more; `SEED=…` begins elsewhere.
    private static let count = number("SCHEDULES") ?? 2_000
    private static let first = number("SEED") ?? 0

    private static let hasFailed = Locked(false)

    private static func number(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    @Test(arguments: 0..<blocks) func anyScheduleEndsWithTheServersStateAndNothingLost(block: UInt64) throws {
        let size = (Self.count + Self.blocks - 1) / Self.blocks
        for seed in Self.first + block * size..<Self.first + (block + 1) * size {
            // One history that goes wrong is enough to read.
            guard !Self.hasFailed.withLock({ $0 }) else { return }
            let schedule = Schedule(seed: seed, length: 30)
            if try schedule.fault() != nil {
                Self.hasFailed.withLock { $0 = true }
                Issue.record(Comment(rawValue: try schedule.report(seed: seed)))
                return
            }
        }
    }
}
