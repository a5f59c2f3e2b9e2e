import Glibc

/// Tells other processes that something was committed to the file that they share, and hears it from them.
///
/// Each bell is a datagram socket in a directory beside that file; ringing sends a byte to every other one. A bell says
/// *that* something changed, never what: whoever hears it reads the file. Rings may come together, and may come without
/// a change; none is lost.
///
/// Not inotify: a Unix account has 128 instances for all its sessions, and the event on SQLite's log comes before the
/// commit can be read.
package final class LiveBell: Sendable {
    /// For `poll(2)`: readable when somebody rang. Valid as long as the bell lives.
    package let descriptor: Int32
    private let directory: LiveDirectory
    private let name: String

    /// Hangs a bell into `directory`, which is made (0700) if its parent is there.
    package init(in directory: String) throws(LiveBellError) {
        self.directory = try LiveDirectory(directory)
        // Never a name that was used before: whoever removes a dead bell can't hit a new one.
        name = "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw LiveBellError(.socket) }
        // Beyond here `deinit` closes what was opened.
        guard self.directory.withAddress(of: name, { bind(descriptor, $0, $1) }) == 0 else {
            throw LiveBellError(.bind)
        }
    }

    deinit {
        leave()
        close(descriptor)
    }

    /// Rings every other bell of the directory, and takes down those whose process has died.
    ///
    /// Never waits: who has not yet read so many earlier rings that no more fit will read the file anyway. Call it after
    /// the commit, away from the path of a key press: 200 bells take some 4 ms.
    package func ring() {
        directory.forEachSocket { other in
            guard other != name else { return }
            if send(to: other) == ECONNREFUSED { directory.remove(other) }
        }
    }

    /// Takes all rings that have come.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package func drain() -> Bool {
        var hasRung = false
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
            if count >= 0 { hasRung = true } else if errno != EINTR { return hasRung }
        }
    }

    /// Takes the bell down: nobody rings it any more. For a process that ends without freeing it.
    package func leave() {
        directory.remove(name)
    }

    /// Sends one byte, and gives the error number back, 0 for none.
    private func send(to other: String) -> Int32 {
        let sent = directory.withAddress(of: other) { address, length in
            sendto(descriptor, "!", 1, Int32(MSG_DONTWAIT | MSG_NOSIGNAL), address, length)
        }
        return sent < 0 ? errno : 0
    }
}
