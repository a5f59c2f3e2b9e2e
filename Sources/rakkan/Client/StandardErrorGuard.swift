import Glibc
import StateFiles

/// While the screen is drawn nothing else writes to the terminal: standard error goes into the log.
struct StandardErrorGuard {
    private let kept: Int32

    init(_ log: LogFile?) {
        kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let target = log?.descriptor ?? open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(target, STDERR_FILENO)
    }

    func restore() {
        guard kept >= 0 else { return }
        dup2(kept, STDERR_FILENO)
        close(kept)
    }
}
