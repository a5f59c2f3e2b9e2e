import OptimisticState

/// A clock that moves when it is told to, and wakes its sleepers in the order of their deadlines.
package final class ManualTime: Timekeeper {
    private struct Sleeper {
        let id: UInt64
        let deadline: Timestamp
        let continuation: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var now: Timestamp
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<UInt64> = []
    }
    private let state: Locked<State>

    package init(milliseconds: Int64 = 1_000_000_000_000) {
        state = Locked(State(now: Timestamp(milliseconds: milliseconds)))
    }

    package func now() -> Timestamp { state.withLock { $0.now } }

    /// The deadline that comes next, if anyone sleeps.
    package var nextDeadline: Timestamp? { state.withLock { $0.sleepers.map(\.deadline).min() } }

    /// How many sleep.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves the clock and resumes everyone whose deadline has come. Run the executor afterwards.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now + duration
            let due = state.sleepers.filter { $0.deadline <= state.now }
                .sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    package func sleep(until deadline: Timestamp) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enum Answer { case sleep, due, cancelled }
                let answer: Answer = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .cancelled }
                    if deadline <= state.now { return .due }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return .sleep
                }
                switch answer {
                case .sleep: break
                case .due: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
