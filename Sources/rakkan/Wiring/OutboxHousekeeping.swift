import Comments
import LiveBell
import OptimisticState
import OutboxStore

/// What follows each write of the outbox, off the key path: the other processes are told, and now and then the log of
/// the file is folded into it.
final class OutboxHousekeeping: Sendable {
    private struct State {
        var isUnderWay = false
        var writes = 0
    }
    private let state = Locked(State())
    private let bell: LiveBell?
    private let worker: WorkerThread

    /// A write adds one to three pages to the log: this many keep it below a few megabytes.
    private static let writesPerCheckpoint = 256

    init(bell: LiveBell?, worker: WorkerThread) {
        self.bell = bell
        self.worker = worker
    }

    /// Several writes before the worker gets to it are told once.
    func written(_ journal: SQLiteJournal<Connection>) {
        let isFirst = state.withLock { state in
            state.writes += 1
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        guard isFirst else { return }
        worker.start { [self] in
            let isLong = state.withLock { state in
                state.isUnderWay = false
                guard state.writes >= Self.writesPerCheckpoint else { return false }
                state.writes = 0
                return true
            }
            bell?.ring()
            // What can't be folded now will be the next time.
            if isLong { try? journal.checkpoint() }
        }
    }
}
