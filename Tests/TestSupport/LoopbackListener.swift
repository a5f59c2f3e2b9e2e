import Glibc
import OptimisticState

/// A listener on 127.0.0.1, each of whose connections is served by a thread of its own until the handler returns.
package final class LoopbackListener: Sendable {
    package let port: UInt16
    private let descriptor: Int32
    private let connections = Locked<Connections>(Connections())

    private struct Connections {
        var open: Set<Int32> = []
        var count = 0
        var isClosed = false
    }

    /// - Parameters:
    ///   - port: One that had a listener before; nil for any that is free.
    ///   - serve: Is given each connection's descriptor and its number, from 0; it blocks as it likes.
    package init(on port: UInt16? = nil, _ serve: @escaping @Sendable (Int32, Int) -> Void) throws {
        (descriptor, self.port) = try boundSocket(port ?? 0, isReusable: true)
        guard listen(descriptor, 512) == 0 else { throw TemporaryFolder.Refused(number: errno) }
        let (descriptor, connections) = (descriptor, connections)
        startThread {
            while case let connection = accept(descriptor, nil, nil), connection >= 0 {
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                var yes: Int32 = 1
                setsockopt(
                    connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
                let number = connections.withLock { connections -> Int? in
                    guard !connections.isClosed else { return nil }
                    connections.open.insert(connection)
                    connections.count += 1
                    return connections.count - 1
                }
                guard let number else {
                    Glibc.close(connection)
                    continue
                }
                startThread {
                    serve(connection, number)
                    connections.withLock { _ = $0.open.remove(connection) }
                    Glibc.close(connection)
                }
            }
            Glibc.close(descriptor)
        }
    }

    deinit { close() }

    /// How many connections there have been.
    package var connectionCount: Int { connections.withLock { $0.count } }

    package var address: String { "http://127.0.0.1:\(port)" }

    /// Ends every connection, and takes no more.
    package func close() {
        connections.withLock { connections in
            guard !connections.isClosed else { return }
            connections.isClosed = true
            for connection in connections.open { shutdown(connection, Int32(SHUT_RDWR)) }
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// A port on which nobody listens, for as long as the returned thing lives.
    package static func refusing() throws -> RefusingPort { try RefusingPort() }
}

/// A port that is taken, so that nobody else listens on it, and refuses every connection.
package final class RefusingPort: Sendable {
    package let port: UInt16
    private let descriptor: Int32

    fileprivate init() throws { (descriptor, port) = try boundSocket() }

    deinit { close(descriptor) }

    package var address: String { "http://127.0.0.1:\(port)" }
}

/// Runs `body` on a thread of its own.
package func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    pthread_detach(thread)
}

private func boundSocket(_ port: UInt16 = 0, isReusable: Bool = false) throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw TemporaryFolder.Refused(number: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    var yes: Int32 = 1
    // Connections that ended a moment ago keep nobody from it.
    if isReusable { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
        }
    }
    guard code else {
        let number = errno
        close(descriptor)
        throw TemporaryFolder.Refused(number: number)
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
}

/// Reads one HTTP/1.1 request from a connection: its head, line ends and all, and its body. Nil at the end of the
/// connection.
package func readRequest(_ connection: Int32) -> (head: String, body: [UInt8])? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    let end = Array("\r\n\r\n".utf8)
    var headEnd: Int?
    while headEnd == nil {
        let count = read(connection, &part, part.count)
        guard count > 0 else { return nil }
        let from = max(0, bytes.count - 3)
        bytes += part.prefix(count)
        headEnd = (from..<max(from, bytes.count - 3)).first { Array(bytes[$0..<$0 + 4]) == end }.map { $0 + 4 }
    }
    let head = String(decoding: bytes[..<(headEnd ?? 0)], as: UTF8.self)
    let length =
        head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
    var body = Array(bytes[(headEnd ?? 0)...])
    while body.count < length {
        let count = read(connection, &part, part.count)
        guard count > 0 else { return nil }
        body += part.prefix(count)
    }
    return (head, body)
}

/// Writes all of it; false if the other side is gone.
@discardableResult
package func writeAll(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
    }
    return true
}

@discardableResult
package func writeAll(_ connection: Int32, _ text: String) -> Bool { writeAll(connection, Array(text.utf8)) }

/// An answer with a length, after which the connection may be used again.
package func reply(_ status: Int, _ body: String = "", headers: String = "") -> String {
    "HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// A port of 127.0.0.1 that nobody has at this moment.
package func freePort() throws -> UInt16 {
    let (descriptor, port) = try boundSocket()
    close(descriptor)
    return port
}

/// A connection to a port of 127.0.0.1.
package func connectToLoopback(_ port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw TemporaryFolder.Refused(number: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard code == 0 else {
        let number = errno
        close(descriptor)
        throw TemporaryFolder.Refused(number: number)
    }
    return descriptor
}
