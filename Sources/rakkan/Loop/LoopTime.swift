import Glibc
import OptimisticState

/// The clock of a running program: the wall clock as it was at the start, moved on by a clock that never goes back and
/// counts through system sleep. Whoever sleeps on it is woken by the loop, whose `poll` has the earliest deadline.
final class LoopTime: Timekeeper {
    private struct Sleeper {
        let deadline: Timestamp
        let continuation: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var nextID: UInt64 = 0
        var sleepers: [UInt64: Sleeper] = [:]
        var cancelled: Set<UInt64> = []
    }
    private let state = Locked(State())
    private let origin: Int64
    /// Told when an earlier deadline than all others has come up.
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        origin = milliseconds(of: CLOCK_REALTIME) - milliseconds(of: CLOCK_BOOTTIME)
    }

    func now() -> Timestamp {
        Timestamp(milliseconds: origin + milliseconds(of: CLOCK_BOOTTIME))
    }

    var nextDeadline: Timestamp? {
        state.withLock { $0.sleepers.values.map(\.deadline).min() }
    }

    /// Resumes everyone whose deadline has come.
    func wakeSleepers() {
        let now = now()
        let due = state.withLock { state in
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    func sleep(until deadline: Timestamp) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isCancelled, isEarliest) = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return (true, false) }
                    let earliest = state.sleepers.values.map(\.deadline).min()
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return (false, earliest.map { deadline < $0 } ?? true)
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                if isEarliest { wake() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

private func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
