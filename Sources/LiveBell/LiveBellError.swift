import Glibc

/// Why there is no bell. The client works without one; it hears of others' changes when it next reads.
package struct LiveBellError: Error, Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// The directory can't be made or opened, or is a symbolic link.
        case directory
        /// The process or the system has no descriptors left.
        case socket
        /// The file system has no sockets, or refuses this one.
        case bind
    }

    package let code: Code
    /// The system's error number.
    package let number: Int32

    /// The error that `errno` stands for now.
    init(_ code: Code) {
        self.code = code
        number = errno
    }
}
