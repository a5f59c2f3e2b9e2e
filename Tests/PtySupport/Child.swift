import CPty
import Glibc

/// How a process ended.
package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
}

/// A process that was started here, the leader of a session of its own, killed with its last owner.
package final class Child {
    package let process: pid_t
    package private(set) var ending: Ending?
    /// Readable once the process has ended.
    let hasEnded: Descriptor

    init(_ process: pid_t) throws {
        self.process = process
        hasEnded = Descriptor(try checked("pidfd_open", cpty_process_descriptor(process)))
    }

    deinit {
        guard ending == nil else { return }
        kill(process, SIGKILL)
        reap()
    }

    package func send(signal: Int32) {
        guard ending == nil else { return }
        kill(process, signal)
    }

    /// Lets it write no file beyond so many bytes, as on a full disk: writing fails with EFBIG if it ignores SIGXFSZ.
    package func limitFiles(toBytes bytes: UInt64) throws {
        _ = try checked("limit files", cpty_limit_files(process, bytes))
    }

    /// Waits for the end of the process, however long it takes, and remembers how it ended.
    func reap() {
        guard ending == nil else { return }
        var bySignal: Int32 = 0
        let status = cpty_reap(process, &bySignal)
        ending = bySignal != 0 ? .killed(signal: status) : .exited(status)
    }

    /// The living processes of its session, but for itself: what it started and left behind.
    package var leftBehind: [pid_t] { ProcessTable.session(process).filter { $0 != process } }
}
