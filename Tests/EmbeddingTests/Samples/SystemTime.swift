import Foundation
import OptimisticState

/// The wall clock as it was at the start, moved on by one that never goes back.
struct SystemTime: Timekeeper {
    private let clock = ContinuousClock()
    private let start = ContinuousClock.now
    private let origin = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))

    func now() -> Timestamp { origin + start.duration(to: clock.now) }

    func sleep(until deadline: Timestamp) async throws {
        try await clock.sleep(until: start.advanced(by: deadline - origin))
    }
}
