import Glibc
import OptimisticState

/// A turn that the processes of one user take one after the other, for longer than a write: a file that is locked while
/// one has it. The kernel gives it back for whoever dies; let go, it is given back.
package final class FileTurn: Sendable {
    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// How often one asks for it while another has it, and for how long at most: who is stopped in the midst of it is not
    /// waited for.
    private static let pause = Duration.milliseconds(50)
    private static let longest = Duration.seconds(30)

    /// Waits until nobody else has it.
    ///
    /// - Returns: nil where the file can't be made, another has it for too long, or the task was cancelled.
    package static func take(_ path: String, time: any Timekeeper) async -> FileTurn? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        let turn = FileTurn(descriptor)
        let end = time.now() + longest
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, time.now() < end,
                // A lock has no bell; it is asked for only while another renews the same session.
                (try? await time.sleep(until: time.now() + pause)) != nil
            else { return nil }
        }
        return turn
    }
}
