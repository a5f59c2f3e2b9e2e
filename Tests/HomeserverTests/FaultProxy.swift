import Glibc
import OptimisticState
import TestSupport

/// Stands between a client and a homeserver and does to requests what networks do. Requests that it was not told
/// anything about pass.
final class FaultProxy: Sendable {
    enum Fault: Sendable, CaseIterable {
        /// Nobody listens: the connection ends before a byte is read.
        case refusedByReset
        /// Taken, and never answered.
        case blackHole
        /// The server has done it; the connection ends without a word.
        case resetAfterCommit
        case halfAnswer
        case status500, status502AfterCommit
        case status429, status429WithRetryAfter
        case status401
        case htmlForJSON
        /// The server has done it; the answer has no body.
        case emptyAnswer
        case redirect
    }

    private struct State {
        var fault: Fault?
        var isArmedFor: String = ""
        var arrived: [String] = []
    }

    private let state = Locked(State())
    private let listener: LoopbackListener
    /// Where a redirect leads: counts who follows, and what they bring.
    let elsewhere: LoopbackListener
    let strangers = Locked<[String]>([])

    var address: String { listener.address }

    init(to port: UInt16) throws {
        let (state, strangers) = (state, strangers)
        let elsewhere = try LoopbackListener { connection, _ in
            while let request = readRequest(connection) {
                strangers.withLock { $0.append(request.head) }
                writeAll(connection, reply(200, "{}"))
            }
        }
        self.elsewhere = elsewhere
        let target = elsewhere.address
        listener = try LoopbackListener { connection, _ in
            guard let server = try? connectToLoopback(port) else { return }
            defer { close(server) }
            while let request = readRequest(connection) {
                let fault: Fault? = state.withLock { state in
                    let line = request.head.prefix { $0 != "\r\n" && $0 != "\r" }
                    guard !state.isArmedFor.isEmpty, line.contains(state.isArmedFor) else { return nil }
                    state.arrived.append(String(line))
                    return state.fault
                }
                func pass() -> [UInt8] {
                    writeAll(server, request.head)
                    writeAll(server, request.body)
                    return readAnswer(server)
                }
                switch fault {
                case nil: writeAll(connection, pass())
                case .refusedByReset: return
                case .blackHole: while readRequest(connection) != nil {}
                case .resetAfterCommit:
                    _ = pass()
                    return
                case .halfAnswer:
                    let answer = pass()
                    writeAll(connection, Array(answer.prefix(answer.count - 10)))
                    return
                case .status500: writeAll(connection, reply(500, #"{"errcode":"M_UNKNOWN","error":"x"}"#))
                case .status502AfterCommit:
                    _ = pass()
                    writeAll(connection, reply(502, "<html>bad gateway</html>"))
                case .status429: writeAll(connection, reply(429, #"{"errcode":"M_LIMIT_EXCEEDED","error":"x"}"#))
                case .status429WithRetryAfter:
                    writeAll(
                        connection,
                        reply(429, #"{"errcode":"M_LIMIT_EXCEEDED","error":"x"}"#, headers: "Retry-After: 3\r\n"))
                case .status401: writeAll(connection, reply(401, #"{"errcode":"M_UNKNOWN_TOKEN","error":"x"}"#))
                case .htmlForJSON: writeAll(connection, reply(200, "<html>Welcome to the hotel</html>"))
                case .emptyAnswer:
                    _ = pass()
                    writeAll(connection, reply(200))
                case .redirect: writeAll(connection, reply(302, headers: "Location: \(target)/\r\n"))
                }
            }
        }
    }

    /// Does `fault` to every request whose first line has `words` in it; nil lets them pass and counts them.
    func arm(_ fault: Fault?, for words: String) {
        state.withLock { state in
            state.fault = fault
            state.isArmedFor = words
        }
    }

    /// The first lines of what came that it was armed for.
    var arrived: [String] { state.withLock { $0.arrived } }
}

/// One answer with a length, head and body.
private func readAnswer(_ connection: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
        let text = String(decoding: bytes, as: UTF8.self)
        let rest = text.components(after: "\r\n\r\n")
        if bytes.count > 4, !rest.isEmpty || text.hasSuffix("\r\n\r\n") {
            let head = String(text.prefix(text.count - rest.count)).lowercased()
            let length = Int(head.components(after: "content-length: ").prefix { $0.isNumber }) ?? 0
            if rest.utf8.count >= length { return bytes }
        }
        let count = read(connection, &part, part.count)
        guard count > 0 else { return bytes }
        bytes += part.prefix(count)
    }
}
