import CPty
import Glibc

/// A file descriptor that is closed with its last owner.
final class Descriptor {
    private(set) var number: Int32

    init(_ number: Int32) { self.number = number }
    deinit { close() }

    func close() {
        guard number >= 0 else { return }
        _ = Glibc.close(number)
        number = -1
    }

    static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: (Int32, Int32) = (0, 0)
        let code = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) { cpty_pipe($0) }
        }
        _ = try checked("pipe", code)
        return (Descriptor(ends.0), Descriptor(ends.1))
    }

    enum Reading {
        case bytes(Int)
        case nothingNow
        case ended
    }

    /// Reads what is there into `buffer`. A terminal whose other side has gone says so by EIO.
    func read(into buffer: inout [UInt8]) -> Reading {
        while true {
            let count = Glibc.read(number, &buffer, buffer.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN ? .nothingNow : .ended
        }
    }

    /// Writes as much of `bytes` as fits now, and tells how much. 0 after the other side has gone.
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count >= 0 { return count }
            if errno != EINTR { return 0 }
        }
    }
}

/// Waits until one of `events` or the limit, in nanoseconds, has come. The answers stand in `events`.
func wait(for events: inout [pollfd], upTo limit: Int64) {
    let milliseconds = Int32(clamping: max(0, (limit + 999_999) / 1_000_000))
    _ = poll(&events, nfds_t(events.count), milliseconds)
}
