/// What the store needs of a clock: the moment now, and a way to be woken later.
///
/// A live program gives one that is monotone within the process and near the wall clock; a test gives one that moves
/// when it is told to.
public protocol Timekeeper: Sendable {
    /// The moment now. Never goes back within a process.
    func now() -> Timestamp

    /// Returns when `deadline` has come.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(until deadline: Timestamp) async throws
}
