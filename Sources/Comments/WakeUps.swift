import OptimisticState

/// Lets tasks wait for "something may have changed" without missing what happens between their look and their wait.
package final class WakeUps: Sendable {
    private struct State {
        var count: UInt64 = 0
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        /// Cancelled between taking a number and beginning to wait.
        var cancelled: Set<UInt64> = []
    }
    private let state = Locked(State())

    package init() {}

    /// How often it has rung. Read it before looking, and wait past it after.
    package var count: UInt64 { state.withLock { $0.count } }

    package func ring() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when it has rung more often than `seen`.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func wait(past seen: UInt64) async throws {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        // A cancellation that came after the ring has left its number behind.
        defer { state.withLock { _ = $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
                    if state.count > seen { return .success(()) }
                    state.waiters[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                if let waiter = state.waiters.removeValue(forKey: number) { return waiter }
                state.cancelled.insert(number)
                return nil
            }
            waiter?.resume(throwing: CancellationError())
        }
    }
}
