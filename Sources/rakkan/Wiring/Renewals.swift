import Comments
import MatrixBoard
import OptimisticState
import StateFiles

/// Keeps the secrets that a homeserver gives in the place of old ones. What the disk does not take is tried again until it
/// does: the old secret is worth nothing any more.
final class Renewals: Sendable {
    private struct Pending {
        /// What stands on the disk.
        let old: Session
        let new: Session
        let error: StateFileError
    }
    private struct State {
        var pending: Pending?
        var isTrying = false
    }
    private let state = Locked(State())
    private let address: String
    private let sessions: SessionStore
    private let time: any Timekeeper
    private let spawn: @Sendable (@escaping @Sendable () async -> Void) -> Void
    private let log: LogFile?

    init(
        of address: String, _ sessions: SessionStore, time: any Timekeeper,
        spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void, log: LogFile?
    ) {
        (self.address, self.sessions, self.time, self.spawn, self.log) = (address, sessions, time, spawn, log)
    }

    /// Puts a session into the place of the one that it was made of. Where another stands by now, that one stays.
    func keep(from old: Session, to new: Session) {
        state.withLock { state in
            // The one before may not have got to the disk.
            let known = state.pending.flatMap { MatrixBoard.haveOneSecret($0.new, old) ? $0.old : nil } ?? old
            write(known, new, &state)
            guard state.pending != nil, !state.isTrying else { return }
            state.isTrying = true
            spawn { [self] in await tryUntilDone() }
        }
    }

    /// Tries once more.
    ///
    /// - Returns: why the newest secret could not be kept; nil if it was.
    func finish() -> StateFileError? {
        state.withLock { state in
            if let pending = state.pending { write(pending.old, pending.new, &state) }
            return state.pending?.error
        }
    }

    /// A session that only this process knows, if there is one.
    var unkept: Session? { state.withLock { $0.pending?.new } }

    private func write(_ old: Session, _ new: Session, _ state: inout State) {
        do {
            _ = try sessions.save(new, for: address) { MatrixBoard.haveOneSecret($0, old) }
            state.pending = nil
        } catch {
            if state.pending == nil { log?.write("a renewed session could not be kept yet", at: time.now()) }
            state.pending = Pending(old: old, new: new, error: error)
        }
    }

    private func tryUntilDone() async {
        var wait = Duration.seconds(1)
        while !Task.isCancelled {
            try? await time.sleep(until: time.now() + wait)
            wait = min(wait * 2, .seconds(60))
            let isDone = state.withLock { state in
                if let pending = state.pending { write(pending.old, pending.new, &state) }
                if state.pending == nil { state.isTrying = false }
                return state.pending == nil
            }
            if isDone { return }
        }
    }
}

extension StateFileError {
    /// What a person has to know when a renewed session can't be kept.
    var renewalSentence: String {
        "the server has renewed your session, and that can't be kept: \(sentence). Sign in again the next time"
    }
}
