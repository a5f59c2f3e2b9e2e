import Glibc
import OptimisticState
import PtySupport
import Testing

/// A bad link to a port of this machine: what goes through it takes a while, and only so much at a time. It can be cut
/// and mended; both ends notice nothing but that nothing comes.
///
/// One thread, which sleeps in `poll` until something comes or is due.
final class Relay: Sendable {
    /// Where to connect to.
    let port: Int
    private let target: Int
    private let listener: Int32
    private let wake: (read: Int32, write: Int32)
    private let state = Locked(State())
    private let delay: Int64
    /// In bytes a second, each way.
    private let rate: Int64

    private struct State {
        var isCut = false
        var isClosed = false
        var bytes = 0
    }

    /// - Parameters:
    ///   - delay: each way, in milliseconds.
    ///   - rate: each way, in bits a second.
    init(to target: Int, delay: Int64, rate: Int64) throws {
        self.target = target
        self.delay = delay * 1_000_000
        self.rate = rate / 8
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                    ? getsockname(descriptor, $0, &length) : -1
            }
        }
        try #require(status == 0)
        port = Int(UInt16(bigEndian: address.sin_port))
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        wake = (ends[0], ends[1])
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Relay>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        pthread_detach(thread)
    }

    /// Nothing goes through any more, until ``mend()``.
    func cut() { set { $0.isCut = true } }
    func mend() { set { $0.isCut = false } }
    func close() { set { $0.isClosed = true } }

    /// How many bytes went through since this was asked last, both ways together.
    func takeBytes() -> Int {
        state.withLock { state in
            defer { state.bytes = 0 }
            return state.bytes
        }
    }

    private func set(_ change: @Sendable (inout State) -> Void) {
        state.withLock(change)
        var byte: UInt8 = 1
        _ = write(wake.write, &byte, 1)
    }

    // MARK: The thread

    /// One way of one connection: what was read, and when it may be written.
    private struct Way {
        let from: Int32
        let to: Int32
        var waiting: [(due: Int64, bytes: [UInt8])] = []
        /// When the link is free for the next byte.
        var freeAt: Int64 = 0
        var isEnded = false
    }

    private func run() {
        var ways: [Way] = []
        let clock = Stopwatch()
        var buffer = [UInt8](repeating: 0, count: 2_048)
        while true {
            let (isCut, isClosed) = state.withLock { ($0.isCut, $0.isClosed) }
            if isClosed { break }
            let now = clock.elapsed
            if !isCut { for index in ways.indices { send(&ways[index], at: now) } }
            var events = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
            events.append(pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0))
            // Of a link that is full nothing more is taken, so that the sender notices.
            for way in ways {
                let isTaken = !isCut && !way.isEnded && way.waiting.count < 64
                events.append(pollfd(fd: isTaken ? way.from : -1, events: Int16(POLLIN), revents: 0))
            }
            let due = isCut ? nil : ways.compactMap(\.waiting.first?.due).min()
            let timeout = due.map { Int32(clamping: max(0, ($0 - now) / 1_000_000) + 1) } ?? -1
            guard poll(&events, nfds_t(events.count), timeout) >= 0 else { continue }
            while read(wake.read, &buffer, buffer.count) > 0 {}
            for index in ways.indices where events[index + 2].revents != 0 {
                let count = read(ways[index].from, &buffer, buffer.count)
                guard count > 0 else {
                    ways[index].isEnded = true
                    ways[index].waiting.append((clock.elapsed + delay, []))
                    continue
                }
                let begin = max(clock.elapsed, ways[index].freeAt)
                ways[index].freeAt = begin + Int64(count) * 1_000_000_000 / rate
                ways[index].waiting.append((ways[index].freeAt + delay, Array(buffer.prefix(count))))
                state.withLock { $0.bytes += count }
            }
            if events[0].revents != 0 { ways += accepted() }
        }
        for way in ways { Glibc.close(way.from) }
        for descriptor in [listener, wake.read, wake.write] { Glibc.close(descriptor) }
    }

    private func send(_ way: inout Way, at now: Int64) {
        while let first = way.waiting.first, first.due <= now {
            way.waiting.removeFirst()
            if first.bytes.isEmpty {
                shutdown(way.to, Int32(SHUT_WR))
                continue
            }
            var rest = first.bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes {
                    Glibc.send(way.to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private func accepted() -> [Way] {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return [] }
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = loopback(port: target)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return [Way(from: client, to: server), Way(from: server, to: client)]
    }
}
