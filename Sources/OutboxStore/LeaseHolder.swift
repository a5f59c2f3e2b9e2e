import Glibc

/// A process that may hold the right to send. Two journals of one process are one holder.
package struct LeaseHolder: Hashable, Sendable {
    package let process: Int64
    /// In clock ticks since the machine started: tells a process from a later one that got its number.
    package let started: Int64

    package init(process: Int64, started: Int64) {
        self.process = process
        self.started = started
    }

    /// This process.
    package static func current() -> LeaseHolder {
        let process = Int64(getpid())
        return LeaseHolder(process: process, started: start(of: process) ?? 0)
    }

    /// Whether the process is still there. One that is stopped is; one that has ended and is not waited for is not.
    package var isAlive: Bool { Self.start(of: process) == started }

    /// When `process` started; nil if it has ended. From proc(5), `/proc/PID/stat`: field 3 is the state, 22 the start.
    package static func start(of process: Int64) -> Int64? {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        // Field 2 is the program's name in brackets, and may hold brackets and blanks itself.
        let line = bytes.prefix(count)
        guard let bracket = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = line[line.index(after: bracket)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19, fields[0] != [UInt8(ascii: "Z")], fields[0] != [UInt8(ascii: "X")] else { return nil }
        return Int64(String(decoding: fields[19], as: UTF8.self))
    }
}
