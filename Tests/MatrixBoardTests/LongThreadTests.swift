import Comments
import Glibc
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// A post with more comments than anyone reads at once, on a listener that counts what it is asked.
@Suite struct LongThreadTests {
    private static let count = 5_000

    private final class Server: Sendable {
        let pages = Locked<[String]>([])
        private let listener: LoopbackListener
        let board: MatrixBoard

        init() throws {
            let pages = pages
            listener = try LoopbackListener { connection, _ in
                while let (head, _) = readRequest(connection) {
                    let path = String(head.split(separator: " ")[1])
                    if path.contains("/relations/") { pages.withLock { $0.append(path) } }
                    writeAll(connection, Self.answer(path))
                }
            }
            board = MatrixBoard(
                try MatrixAddress(listener.address), room: "#album:a.example", time: ManualTime(),
                hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        }

        private static func answer(_ path: String) -> String {
            if path.contains("/versions") { return reply(200, #"{"versions":["v1.11"]}"#) }
            if path.contains("/join/") { return reply(200, #"{"room_id":"!room"}"#) }
            if path.contains("/joined_members") { return reply(200, #"{"joined":{}}"#) }
            if path.contains("/event/") {
                return reply(
                    200,
                    #"{"event_id":"$post","sender":"@aki:a","type":"m.room.message","origin_server_ts":1,"content":{"msgtype":"m.text","body":"long"}}"#
                )
            }
            guard path.contains("/relations/") else { return reply(404, #"{"errcode":"M_NOT_FOUND"}"#) }
            func number(_ name: String) -> Int? {
                path.split(whereSeparator: { "?&".contains($0) }).first { $0.hasPrefix(name + "=") }
                    .flatMap { Int($0.dropFirst(name.count + 1)) }
            }
            let from = number("from") ?? count
            let last = max(0, from - (number("limit") ?? 0))
            let events = (last..<from).reversed().map { index in
                #"{"event_id":"$c\#(index)","sender":"@aki:a","type":"m.room.message","origin_server_ts":\#(1_000 + index),"content":{"msgtype":"m.text","body":"text \#(index)","m.relates_to":{"rel_type":"m.thread","event_id":"$post","is_falling_back":true,"m.in_reply_to":{"event_id":"$post"}}}}"#
            }
            let next = last > 0 ? #","next_batch":"\#(last)""# : ""
            return reply(200, #"{"chunk":[\#(events.joined(separator: ","))]\#(next)}"#)
        }
    }

    @Test func openingAsksForOnePageAndGoingOnForTheRest() async throws {
        let server = try Server()
        let session = Session(account: "@kei:a", name: "kei", token: "token")
        var page = try await server.board.comments(of: "$post", PageRequest(limit: 100), as: session)
        #expect(server.pages.withLock { $0.count } == 1)
        #expect(page.records.count == 100 && page.records.first?.text.raw == "text 4999")
        var seen = Set(page.records.map(\.ref))
        while let next = page.next {
            page = try await server.board.comments(of: "$post", PageRequest(after: next, limit: 100), as: session)
            seen.formUnion(page.records.map(\.ref))
        }
        #expect(seen.count == Self.count && page.records.last?.text.raw == "text 0")
        // No page twice, and none that brings nothing.
        let asked = server.pages.withLock { $0 }
        #expect(asked.count == Self.count / 100 && Set(asked).count == asked.count)
    }
}
