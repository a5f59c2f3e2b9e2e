/// What the store knows of its drain, if one runs.
final class Drainer: Sendable {
    private struct State {
        var isRunning = false
        var isSuspended = false
        var rule = RetryRule.standard
        /// With the number of the attempt.
        var sending: [MutationID: Int] = [:]
    }
    private let state = Locked(State())
    /// Rung whenever there may be something to do.
    let signal = Signal()

    /// - Returns: false if a drain is running already.
    func begin(rule: RetryRule) -> Bool {
        state.withLock { state in
            guard !state.isRunning else { return false }
            state.isRunning = true
            state.rule = rule
            return true
        }
    }

    func end() { state.withLock { $0.isRunning = false } }

    var rule: RetryRule {
        get { state.withLock { $0.rule } }
        set { state.withLock { $0.rule = newValue } }
    }

    var isSuspended: Bool {
        get { state.withLock { $0.isSuspended } }
        set { state.withLock { $0.isSuspended = newValue } }
    }

    /// What this process has in flight.
    var sending: Set<MutationID> { state.withLock { Set($0.sending.keys) } }
    func isSending(_ id: MutationID) -> Bool { state.withLock { $0.sending[id] != nil } }
    /// Whether this very attempt is this process's.
    func isSending(_ id: MutationID, attempt number: Int) -> Bool { state.withLock { $0.sending[id] == number } }
    var sendingCount: Int { state.withLock { $0.sending.count } }

    func started(_ id: MutationID, _ number: Int) { state.withLock { $0.sending[id] = number } }

    /// A late reply of an earlier attempt ends only that.
    func ended(_ id: MutationID, _ number: Int) {
        state.withLock { if $0.sending[id] == number { $0.sending[id] = nil } }
    }
}
