import Comments
import OptimisticState
import TestSupport
import Testing

@testable import MatrixBoard

/// Rooms as other clients, other servers and slow links make them, on a listener that keeps what it was asked.
@Suite struct HardRoomTests {
    private static let kei = Session(account: "@kei:a", name: "kei", token: "t")

    private final class Server: Sendable {
        /// Method and path of what was asked, in order.
        let asked = Locked<[String]>([])
        private let listener: LoopbackListener
        let board: MatrixBoard

        /// - Parameter answer: To method and path; nil for what every room has.
        init(_ answer: @escaping @Sendable (String) -> String?) throws {
            let asked = asked
            listener = try LoopbackListener { connection, _ in
                while let (head, _) = readRequest(connection) {
                    let line = head.split(separator: " ").prefix(2).joined(separator: " ")
                    asked.withLock { $0.append(line) }
                    writeAll(connection, answer(line) ?? Self.usual(line))
                }
            }
            board = MatrixBoard(
                try MatrixAddress(listener.address), room: "#album:a", time: ManualTime(),
                hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        }

        private static func usual(_ line: String) -> String {
            if line.contains("/versions") { return reply(200, #"{"versions":["v1.11"]}"#) }
            if line.contains("/join/") { return reply(200, #"{"room_id":"!room"}"#) }
            if line.contains("/joined_members") { return reply(200, #"{"joined":{}}"#) }
            if line.contains("/event/%24post") { return reply(200, post) }
            if line.contains("/send/") || line.contains("/redact/") { return reply(200, #"{"event_id":"$sent"}"#) }
            return reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
        }

        func questions(_ words: String) -> [String] { asked.withLock { $0.filter { $0.contains(words) } } }

        /// Where the lists went on that were asked for: empty for the newest.
        func walked(_ words: String) -> [String] { questions(words).map { Self.value("from", $0) ?? "" } }

        static func value(_ name: String, _ line: String) -> String? {
            line.split(whereSeparator: { "?&".contains($0) }).first { $0.hasPrefix(name + "=") }
                .map { String($0.dropFirst(name.count + 1)) }
        }
    }

    private static let post =
        #"{"event_id":"$post","sender":"@kei:a","type":"m.room.message","origin_server_ts":1,"content":{"msgtype":"m.text","body":"post"}}"#

    private static func comment(
        _ id: String, at time: Int = 1_000, by sender: String = "@aki:b", parent: String? = nil, more: String = ""
    ) -> String {
        #"{"event_id":"$\#(id)","sender":"\#(sender)","type":"m.room.message","origin_server_ts":\#(time),"content":{"msgtype":"m.text","body":"\#(id)"\#(more),"m.relates_to":{"rel_type":"m.thread","event_id":"$post","is_falling_back":\#(parent == nil),"m.in_reply_to":{"event_id":"$\#(parent ?? "post")"}}}}"#
    }

    private static func page(_ events: [String], next: String? = nil, as name: String = "next_batch") -> String {
        let next = next.map { #","\#(name)":"\#($0)""# } ?? ""
        return reply(200, #"{"chunk":[\#(events.joined(separator: ","))]\#(next)}"#)
    }

    /// A list of `count` events, from newer to older, that goes on at the number behind.
    private static func list(
        _ line: String, count: Int, next: String, _ event: (Int) -> String
    ) -> String {
        let from = Server.value("from", line).flatMap { Int($0) } ?? 0
        let end = min(count, from + (Server.value("limit", line).flatMap { Int($0) } ?? 0))
        return page((from..<end).map(event), next: end < count ? "\(end)" : nil, as: next)
    }

    private func everything(_ board: MatrixBoard, limit: Int) async throws -> [String] {
        var page = try await board.comments(of: "$post", PageRequest(limit: limit), as: Self.kei)
        var texts = page.records.map(\.text.raw)
        while let next = page.next {
            page = try await board.comments(of: "$post", PageRequest(after: next, limit: limit), as: Self.kei)
            texts += page.records.map(\.text.raw)
        }
        return texts
    }

    @Test func anEventThatIsNestedTooDeepTakesNoOtherWithIt() async throws {
        let deep = String(repeating: "[", count: 5_000) + #""]""# + String(repeating: "]", count: 5_000)
        let server = try Server { line in
            guard line.contains("/relations/") else { return nil }
            return Self.page([
                Self.comment("b", at: 2_000, more: #","x":\#(deep),"y":1\#(String(repeating: "0", count: 600))"#),
                Self.comment("a"),
            ])
        }
        #expect(try await everything(server.board, limit: 10) == ["b", "a"])
    }

    @Test("Two own hearts, and an attempt that took one back: the next one takes the other back")
    func takingBackTwoHearts() async throws {
        let redacted = Locked<[String: String]>([:])
        let isDown = Locked(true)
        let server = try Server { line in
            if line.contains("/m.annotation/") {
                let gone = Set(redacted.withLock { $0.values })
                let hearts = ["h1", "h2"].filter { !gone.contains($0) }.map {
                    #"{"event_id":"$\#($0)","sender":"@kei:a","type":"m.reaction","origin_server_ts":5,"content":{"m.relates_to":{"rel_type":"m.annotation","event_id":"$post","key":"\#($0 == "h1" ? "\u{2764}" : "\u{2764}\u{FE0F}")"}}}"#
                }
                return Self.page(hearts)
            }
            guard line.contains("/redact/") else { return nil }
            let pieces = line.split(separator: "/")
            guard let transaction = pieces.last, let event = pieces.dropLast().last?.dropFirst(3) else { return nil }
            if event == "h2", isDown.withLock({ $0 }) { return reply(502, "<html>") }
            // What a transaction did is not done again, whatever it asks for now.
            redacted.withLock { $0[String(transaction)] = $0[String(transaction)] ?? String(event) }
            return reply(200, #"{"event_id":"$r"}"#)
        }
        func takeBack(_ mayHaveArrived: Bool) async -> Outcome {
            await server.board.submit(
                .setPostFavourite("$post", false), id: MutationID("m"), mayHaveArrived: mayHaveArrived, as: Self.kei)
        }
        guard case .unknown = await takeBack(false) else {
            Issue.record("the second one was not answered")
            return
        }
        isDown.withLock { $0 = false }
        guard case .accepted = await takeBack(true) else {
            Issue.record("not accepted")
            return
        }
        #expect(Set(redacted.withLock { $0.values }) == ["h1", "h2"])
    }

    @Test func aCommentWithAnEarlyTimeHidesNoOther() async throws {
        let server = try Server { line in
            guard line.contains("/relations/") else { return nil }
            return Self.list(line, count: 6, next: "next_batch") { number in
                Self.comment("c\(number)", at: number == 1 ? 0 : 9_000 - number)
            }
        }
        let texts = try await everything(server.board, limit: 2)
        #expect(texts.count == 6 && Set(texts).count == 6)
    }

    // MARK: Looking first

    private func write(
        _ operation: Comments.Operation, madeAt: Int64, on server: Server
    ) async -> (serverID: String?, isAccepted: Bool) {
        let outcome = await server.board.submit(
            operation, id: MutationID("mine"), mayHaveArrived: true, madeAt: Timestamp(milliseconds: madeAt),
            as: Self.kei)
        guard case .accepted(let serverID, _) = outcome else { return (nil, false) }
        return (serverID, true)
    }

    private static let mine = #","org.rakkan.mutation_id":"mine""#
    /// Long behind the clock's margin: the manual clock begins late enough.
    private static let now = Int64(ManualTime().now().milliseconds)

    @Test func nobodyLooksFurtherBackThanItWasMade() async throws {
        let server = try Server { line in
            guard line.contains("/relations/") else { return nil }
            return Self.list(line, count: 500, next: "next_batch") { Self.comment("c\($0)", at: 1) }
        }
        let comment = Comments.Operation.addComment(post: "$post", parent: nil, text: "x")
        #expect(await write(comment, madeAt: Self.now, on: server).serverID == "$sent")
        #expect(server.walked("/m.thread") == [""] && server.questions("/send/").count == 1)
    }

    @Test("A look that was cut short goes on where it was; one early time, or an empty page, ends none")
    func aLookGoesOn() async throws {
        let isDown = Locked(true)
        let server = try Server { line in
            guard line.contains("/m.thread") else { return nil }
            let from = Server.value("from", line)
            if from == "100", isDown.withLock({ $0 }) { return reply(502, "<html>") }
            if from == "150" { return Self.page([], next: "200") }
            return Self.list(line, count: 500, next: "next_batch") { number in
                number == 210
                    ? Self.comment("c210", at: Int(Self.now), by: "@kei:a", more: Self.mine)
                    : Self.comment("c\(number)", at: number % 7 == 0 ? 1 : Int(Self.now))
            }
        }
        let comment = Comments.Operation.addComment(post: "$post", parent: nil, text: "x")
        #expect(await !write(comment, madeAt: Self.now, on: server).isAccepted)
        isDown.withLock { $0 = false }
        #expect(await write(comment, madeAt: Self.now, on: server).serverID == "$c210")
        #expect(server.walked("/m.thread") == ["", "50", "100", "", "100", "150", "200"])
        #expect(server.questions("/send/").isEmpty)
    }

    @Test func anEditThatArrivedIsNotSentOverANewerOne() async throws {
        let server = try Server { line in
            guard line.contains("/m.replace") else { return nil }
            return Self.page(
                ["newer", "older"].map { id in
                    let mark = id == "older" ? Self.mine : ""
                    return
                        #"{"event_id":"$\#(id)","sender":"@kei:a","type":"m.room.message","origin_server_ts":\#(Self.now),"content":{"msgtype":"m.text","body":"* x"\#(mark),"m.new_content":{"msgtype":"m.text","body":"x"},"m.relates_to":{"rel_type":"m.replace","event_id":"$post"}}}"#
                })
        }
        let edit = Comments.Operation.editPost("$post", title: "older", text: "")
        let answer = await write(edit, madeAt: Self.now, on: server)
        // An edit makes no record of its own.
        #expect(answer.isAccepted && answer.serverID == nil && server.questions("/send/").isEmpty)
    }

    // MARK: Much and slow

    @Test func anAnswerThatIsTooLongIsAskedForInSmallerPieces() async throws {
        let text = String(repeating: "x", count: 6 << 20)
        let isHopeless = Locked(false)
        let server = try Server { line in
            guard line.contains("/relations/") else { return nil }
            if isHopeless.withLock({ $0 }) { return Self.page([text + text + text]) }
            return Self.list(line, count: 3, next: "next_batch") {
                Self.comment("c\($0)", at: 9_000 - $0, more: #","long":"\#(text)""#)
            }
        }
        #expect(try await everything(server.board, limit: 4) == ["c0", "c1", "c2"])
        isHopeless.withLock { $0 = true }
        do throws(ServiceError) {
            _ = try await server.board.comments(of: "$post", PageRequest(limit: 1), as: Self.kei)
            Issue.record("there is nothing to read")
        } catch {
            guard case .refused(let failure) = error else {
                Issue.record("not \(error)")
                return
            }
            #expect(failure.code == FailureCode.answerTooLong)
        }
    }

    @Test func aFeedThatWasCutShortGoesOnWhereItWas() async throws {
        let isDown = Locked(true)
        let server = try Server { line in
            guard line.contains("/messages") else { return nil }
            if Server.value("from", line) == "400", isDown.withLock({ $0 }) { return reply(502, "<html>") }
            return Self.list(line, count: 1_000, next: "end") { number in
                number == 999 ? Self.post : Self.comment("c\(number)", at: 9_000 - number)
            }
        }
        await #expect(throws: ServiceError.self) {
            _ = try await server.board.posts(PageRequest(limit: 10), as: Self.kei)
        }
        isDown.withLock { $0 = false }
        let page = try await server.board.posts(PageRequest(limit: 10), as: Self.kei)
        #expect(page.records.map(\.title.raw) == ["post"] && page.next == nil)
        #expect(server.walked("/messages") == ["", "100", "400", "", "400"])
        // What did not come was too much at once.
        #expect(server.questions("/messages").map { Server.value("limit", $0) } == ["100", "300", "900", "300", "900"])
        // Read again, it begins at the newest, with what has a page.
        _ = try await server.board.posts(PageRequest(limit: 10), as: Self.kei)
        #expect(server.walked("/messages").suffix(3) == ["", "100", "400"])
    }

    @Test func whatRepliesNameAndIsNotThereIsAskedForOnce() async throws {
        let server = try Server { line in
            guard line.contains("/relations/") else { return nil }
            return Self.page((0..<30).map { Self.comment("c\($0)", at: 9_000 - $0, parent: "nothing\($0)") })
        }
        for _ in 0..<2 { #expect(try await everything(server.board, limit: 30).count == 30) }
        #expect(Set(server.questions("/event/%24nothing")).count == 30)
        #expect(server.questions("/event/%24nothing").count == 30)
    }
}
