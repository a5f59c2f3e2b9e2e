import Glibc

/// So many places for all processes of an account: who has one keeps others out of it until it gives it back, or ends.
///
/// A seat is a lock on one byte of a file, which the kernel takes back from whoever dies. The file stays empty.
package final class Seats: Sendable {
    private let descriptor: Int32

    /// - Returns: nil, and errno, if the file can't be opened.
    package init?(_ path: String) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// A row of seats in the file.
    package struct Row: Sendable {
        let first: Int64

        /// The seats that all share.
        package static let everyone = Row(first: 0)

        /// For what one process does at a time.
        package static let turn = Row(first: 1 << 19)

        /// The seats of one visitor. Rows of two visitors coincide once in 2⁴⁰.
        package static func visitor(_ visitor: Visitor) -> Row { .visitor(named: visitor.name) }

        /// The same by the visitor's ``Visitor/name``.
        package static func visitor(named name: String) -> Row {
            Row(first: (1 + (Int64(name.prefix(10), radix: 16) ?? 0)) << 20)
        }
    }

    /// Takes the first free seat of so many.
    ///
    /// - Returns: false if none is free.
    package func take(oneOf count: Int, in row: Row) -> Bool {
        for seat in 0..<Int64(max(0, count)) where lock(row.first + seat, F_WRLCK, Self.trying) { return true }
        return false
    }

    /// Says that something of this row is in use, beside others who say so.
    ///
    /// - Returns: false if it is being put away.
    package func enter(_ row: Row) -> Bool {
        lock(row.first + Self.door, F_RDLCK, Self.waiting)
    }

    /// Puts away what a row stands for, if nobody else is in it: who enters meanwhile waits at the door until it is done,
    /// and finds nothing that is about to go. The row stays one's own for as long as this opening lives.
    ///
    /// - Parameters:
    ///   - condition: asked with the door shut.
    ///   - remove: done if it is true.
    /// - Returns: whether it was done.
    @discardableResult
    package func putAway(_ row: Row, if condition: () -> Bool, _ remove: () -> Void) -> Bool {
        // The door is shut for as long as the file is open: no optimiser closes it before.
        withExtendedLifetime(self) {
            guard lock(row.first + Self.door, F_WRLCK, Self.trying), condition() else { return false }
            remove()
            return true
        }
    }

    /// Takes one of so many seats, and waits for one if none is free.
    ///
    /// - Returns: which one, for ``leave(_:in:)``.
    package func await(oneOf count: Int, in row: Row) -> Int {
        let all = Int64(max(1, count))
        if let free = (0..<all).first(where: { lock(row.first + $0, F_WRLCK, Self.trying) }) { return Int(free) }
        // Whoever waits, waits for one of them, and the kernel keeps the order of those who came.
        let chosen = Int64(getpid()) % all
        _ = lock(row.first + chosen, F_WRLCK, Self.waiting)
        return Int(chosen)
    }

    package func leave(_ seat: Int, in row: Row) {
        _ = lock(row.first + Int64(seat), F_UNLCK, Self.trying)
    }

    private static let door: Int64 = (1 << 20) - 1

    /// Locks of an open file description, not of a process: `F_OFD_SETLK`, `F_OFD_SETLKW` of Linux.
    private static let trying: Int32 = 37
    private static let waiting: Int32 = 38

    private func lock(_ byte: Int64, _ type: Int32, _ command: Int32) -> Bool {
        var region = flock()
        region.l_type = Int16(type)
        region.l_whence = Int16(SEEK_SET)
        region.l_start = off_t(byte)
        region.l_len = 1
        while true {
            if fcntl(descriptor, command, &region) == 0 { return true }
            if errno != EINTR { return false }
        }
    }
}
