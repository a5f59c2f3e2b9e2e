import Testing

/// The test that states it all: whatever happens in whatever order, nothing is lost, nothing is doubled, and what is
/// shown is what there is.
@Suite struct PropertyTests {
    @Test(arguments: 0..<8) func anyScheduleEndsWithTheServersStateAndNothingLost(block: UInt64) throws {
        for seed in block * 100..<block * 100 + 100 {
            let schedule = try Schedule(seed: seed)
            if let fault = try schedule.run(steps: 60) {
                Issue.record("seed \(seed): \(fault)\n\(schedule.log.joined(separator: "\n"))")
                return
            }
        }
    }
}
