import OptimisticState

/// The clock of a board while its past is written: it stands where it is set, and nobody waits on it.
package final class AlbumClock: Timekeeper {
    private let moment: Locked<Timestamp>

    package init(_ now: Timestamp) { moment = Locked(now) }

    package func now() -> Timestamp { moment.withLock { $0 } }
    package func set(_ now: Timestamp) { moment.withLock { $0 = now } }
    /// At once: while the past is written, nothing is waited for.
    package func sleep(until deadline: Timestamp) async throws {}
}
