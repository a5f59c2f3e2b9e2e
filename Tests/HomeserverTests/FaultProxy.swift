import Glibc
import HomeserverSupport
import OptimisticState
import TestSupport

@testable import MatrixBoard

/// Stands between a client and a homeserver and does to requests what networks do. Requests that it was not told
/// anything about pass.
final class FaultProxy: Sendable {
    enum Fault: Sendable, CaseIterable {
        /// Nobody listens: no byte leaves.
        case refused
        /// The connection ends before a byte is answered.
        case reset
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
        /// The server has done it; its answer comes when ``release()`` lets it, which is when nobody waits any more.
        case late
        /// What `/sync` tells comes in the wrong order, each event twice, and the whole answer once more.
        case doubledAndReordered
    }

    private struct State {
        var fault: Fault?
        var isArmedFor: String = ""
        var arrived: [String] = []
        var listener: LoopbackListener?
        var isReleased = false
        var holdsNews = false
        var newsCount = 0
        /// The answer of `/sync` that comes once more.
        var again: [UInt8]?
    }

    private let state = Locked(State())
    let port: UInt16
    private let server: UInt16
    /// Where a redirect leads: counts who follows, and what they bring.
    let elsewhere: LoopbackListener
    let strangers = Locked<[String]>([])

    var address: String { "http://127.0.0.1:\(port)" }

    init(to server: UInt16) throws {
        let strangers = strangers
        elsewhere = try LoopbackListener { connection, _ in
            while let request = readRequest(connection) {
                strangers.withLock { $0.append(request.head) }
                writeAll(connection, reply(200, "{}"))
            }
        }
        self.server = server
        let listener = try Self.listener(on: nil, to: server, state, redirect: elsewhere.address)
        port = listener.port
        state.withLock { $0.listener = listener }
    }

    private static func listener(
        on port: UInt16?, to server: UInt16, _ state: Locked<State>, redirect target: String
    ) throws -> LoopbackListener {
        try LoopbackListener(on: port) { connection, _ in
            guard let server = try? connectToLoopback(server) else { return }
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
                    let answer = readAnswer(server)
                    guard request.head.contains("/sync?") else { return answer }
                    while state.withLock({ $0.holdsNews }) { poll(nil, 0, 5) }
                    state.withLock { $0.newsCount += 1 }
                    return answer
                }
                switch fault {
                case nil: writeAll(connection, pass())
                case .refused, .reset: return
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
                case .late:
                    let answer = pass()
                    while !state.withLock({ $0.isReleased }) { poll(nil, 0, 5) }
                    writeAll(connection, answer)
                case .doubledAndReordered:
                    let earlier = state.withLock { state in
                        defer { state.again = nil }
                        return state.again
                    }
                    let answer = earlier ?? doubledAndReordered(pass())
                    if earlier == nil { state.withLock { $0.again = answer } }
                    writeAll(connection, answer)
                }
            }
        }
    }

    /// Does `fault` to every request whose first line has `words` in it; nil lets them pass and counts them.
    func arm(_ fault: Fault?, for words: String) throws {
        let away = state.withLock { state in
            state.fault = fault
            state.isArmedFor = words
            defer { if fault == .refused { state.listener = nil } }
            return fault == .refused ? state.listener : nil
        }
        away?.close()
        guard fault != .refused, state.withLock({ $0.listener }) == nil else { return }
        var listener: LoopbackListener?
        // Its descriptor is closed by its thread.
        for _ in 0..<200 where listener == nil {
            listener = try? Self.listener(on: port, to: server, state, redirect: elsewhere.address)
            if listener == nil { poll(nil, 0, 5) }
        }
        guard let listener else { throw TemporaryFolder.Refused(number: EADDRINUSE) }
        state.withLock { $0.listener = listener }
    }

    /// Holds back what `/sync` answers, until it is let go.
    func holdNews(_ holds: Bool) { state.withLock { $0.holdsNews = holds } }

    /// How many answers of `/sync` went through.
    var newsCount: Int { state.withLock { $0.newsCount } }

    /// Lets the late answers go.
    func release() { state.withLock { $0.isReleased = true } }

    /// The first lines of what came that it was armed for.
    var arrived: [String] { state.withLock { $0.arrived } }
}

/// An answer of `/sync` with the events of each room from the last to the first, and all of them once more.
private func doubledAndReordered(_ answer: [UInt8]) -> [UInt8] {
    let text = String(decoding: answer, as: UTF8.self)
    guard let value = JSONValue(Array(text.components(after: "\r\n\r\n").utf8)) else { return answer }
    return Array(reply(200, String(decoding: value.doubledAndReordered(inRooms: false).bytes, as: UTF8.self)).utf8)
}

extension JSONValue {
    fileprivate func doubledAndReordered(inRooms isInRooms: Bool) -> JSONValue {
        guard let members else { return self }
        return .object(
            members.map { member in
                let isTimeline = isInRooms && member.name == "events"
                let value =
                    isTimeline
                    ? .array((member.value.items ?? []).reversed() + (member.value.items ?? []).reversed())
                    : member.value.doubledAndReordered(inRooms: isInRooms || member.name == "timeline")
                return Member(name: member.name, value: value)
            })
    }
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
