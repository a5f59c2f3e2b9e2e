import Comments
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// News of a room, and what is kept of it, against a listener that says what a test says.
@Suite struct FollowingTests {
    private static let kei = Session(account: "@kei:a", name: "kei", token: "t")

    /// A room with the post `$p` and whatever a test answers first.
    private final class Server: Sendable {
        let asked = Locked<[String]>([])
        let time = ManualTime()
        private let listener: LoopbackListener

        init(_ answer: @escaping @Sendable (String) -> String?) throws {
            let asked = asked
            listener = try LoopbackListener { connection, _ in
                while let (head, _) = readRequest(connection) {
                    let path = String(head.split(separator: " ")[1])
                    asked.withLock { $0.append(path) }
                    writeAll(connection, answer(path) ?? Self.usual(path))
                }
            }
        }

        private static func usual(_ path: String) -> String {
            if path.contains("/versions") { return reply(200, #"{"versions":["v1.11"]}"#) }
            if path.contains("/join/") { return reply(200, #"{"room_id":"!room"}"#) }
            if path.contains("/joined_members") { return reply(200, #"{"joined":{}}"#) }
            if path.contains("/event/%24p") { return reply(200, post()) }
            if path.contains("/relations/%24p") { return reply(200, #"{"chunk":[]}"#) }
            if path.contains("/sync?"), !path.contains("since=") { return reply(200, #"{"next_batch":"s0"}"#) }
            return reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
        }

        func board(cache: String? = nil) throws -> MatrixBoard {
            MatrixBoard(
                try MatrixAddress(listener.address), room: "!room", cache: cache, time: time,
                hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        }

        func count(_ words: String) -> Int { asked.withLock { $0.count { $0.contains(words) } } }
    }

    private static func post(_ id: String = "$p", _ body: String = "post", unsigned: String = "{}") -> String {
        """
        {"event_id":"\(id)","sender":"@aki:a","type":"m.room.message","origin_server_ts":1,"unsigned":\(unsigned),
         "content":{"msgtype":"m.text","body":"\(body)"}}
        """
    }

    private static func comment(_ id: String, _ body: String, on root: String = "$p", unsigned: String = "{}") -> String
    {
        """
        {"event_id":"\(id)","sender":"@aki:a","type":"m.room.message","origin_server_ts":5,"unsigned":\(unsigned),
         "content":{"msgtype":"m.text","body":"\(body)","m.relates_to":{"rel_type":"m.thread","event_id":"\(root)",
          "is_falling_back":true,"m.in_reply_to":{"event_id":"\(root)"}}}}
        """
    }

    private static func edit(_ id: String, of target: String, _ body: String) -> String {
        """
        {"event_id":"\(id)","sender":"@aki:a","type":"m.room.message","origin_server_ts":9,
         "content":{"msgtype":"m.text","body":"* x","m.new_content":{"msgtype":"m.text","body":"\(body)"},
          "m.relates_to":{"rel_type":"m.replace","event_id":"\(target)"}}}
        """
    }

    private static func redaction(of id: String) -> String {
        """
        {"event_id":"$gone-\(id.dropFirst())","sender":"@aki:a","type":"m.room.redaction","origin_server_ts":10,
         "redacts":"\(id)","content":{"redacts":"\(id)"}}
        """
    }

    private static func news(_ next: String, _ events: String..., gapBefore: String? = nil) -> String {
        let gap = gapBefore.map { #","limited":true,"prev_batch":"\#($0)""# } ?? ""
        return reply(
            200,
            #"{"next_batch":"\#(next)","rooms":{"join":{"!room":{"timeline":{"events":[\#(events.joined(separator: ","))]\#(gap)}}}}}"#
        )
    }

    private static func texts(_ batch: ChangeBatch) -> [String] {
        batch.said.map { change in
            switch change {
            case .post(let post, _): post.title.raw
            case .comment(let comment, _): comment.text.raw
            case .postRemoved(let id), .commentRemoved(let id, _): "-\(id)"
            }
        }
    }

    // MARK: News

    @Test("News that were asked for and not used are told again: an edit, too")
    func anEditThatWasAskedForTwiceIsToldTwice() async throws {
        let server = try Server { path in
            if path.contains("since=s0") {
                return Self.news("s1", Self.edit("$e", of: "$c", "edited"), Self.edit("$f", of: "$p", "edited post"))
            }
            guard path.contains("/relations/%24p?") else { return nil }
            return reply(200, #"{"chunk":[\#(Self.comment("$c", "original"))]}"#)
        }
        let board = try server.board()
        let start = try await board.changes(since: nil, as: Self.kei).cursor
        _ = try await board.comments(of: "$p", PageRequest(limit: 10), as: Self.kei)
        for _ in 0..<2 {
            let batch = try await board.changes(since: start, as: Self.kei)
            #expect(Self.texts(batch) == ["edited post", "edited"] && batch.cursor == Cursor("s1"))
        }
    }

    @Test func anEditIsToldAlsoWhereItsPostCouldNotBeReadAtFirst() async throws {
        let fails = Locked(false)
        let server = try Server { path in
            if path.contains("since=s0") { return Self.news("s1", Self.edit("$f", of: "$p", "edited post")) }
            let fail =
                path.contains("/event/%24p")
                && fails.withLock { now in
                    defer { now = false }
                    return now
                }
            return fail ? reply(502, "<html>") : nil
        }
        let board = try server.board()
        let start = try await board.changes(since: nil, as: Self.kei).cursor
        _ = try await board.post("$p", as: Self.kei)
        fails.withLock { $0 = true }
        await #expect(throws: ServiceError.self) { try await board.changes(since: start, as: Self.kei) }
        #expect(Self.texts(try await board.changes(since: start, as: Self.kei)) == ["edited post"])
    }

    @Test("A thread that hangs on what this account may not see holds up nothing", arguments: [403, 404])
    func aHiddenRootStopsNoNews(status: Int) async throws {
        let server = try Server { path in
            if path.contains("since=s0") {
                return Self.news("s1", Self.comment("$c", "under it", on: "$hidden"), Self.post("$q", "new post"))
            }
            if path.contains("/event/%24q") { return reply(200, Self.post("$q", "new post")) }
            if path.contains("/relations/%24q") { return reply(200, #"{"chunk":[]}"#) }
            return path.contains("hidden") ? reply(status, #"{"errcode":"M_FORBIDDEN"}"#) : nil
        }
        let board = try server.board()
        let start = try await board.changes(since: nil, as: Self.kei).cursor
        let batch = try await board.changes(since: start, as: Self.kei)
        #expect(batch.cursor == Cursor("s1") && Self.texts(batch).contains("new post"))
    }

    @Test func aHeartInAThreadThatIsHiddenStopsNoNews() async throws {
        let heart = """
            {"event_id":"$h","sender":"@aki:a","type":"m.reaction","origin_server_ts":6,
             "content":{"m.relates_to":{"rel_type":"m.annotation","event_id":"$c","key":"❤️"}}}
            """
        let server = try Server { path in
            if path.contains("since=s0") { return Self.news("s1", heart, Self.post("$q", "new post")) }
            if path.contains("/event/%24q") { return reply(200, Self.post("$q", "new post")) }
            if path.contains("/relations/%24q") { return reply(200, #"{"chunk":[]}"#) }
            if path.contains("/event/%24c") { return reply(200, Self.comment("$c", "seen", on: "$hidden")) }
            return nil
        }
        let board = try server.board()
        let start = try await board.changes(since: nil, as: Self.kei).cursor
        let batch = try await board.changes(since: start, as: Self.kei)
        #expect(server.count("/relations/%24hidden") == 1)
        #expect(batch.cursor == Cursor("s1") && Self.texts(batch).contains("new post"))
    }

    @Test func aChunkOfWhichNothingIsShownIsNoEnd() async throws {
        let server = try Server { path in
            if path.contains("since=s0") { return Self.news("s1", Self.post("$r", "last"), gapBefore: "g1") }
            if path.contains("/event/") || path.contains("/relations/") {
                for (id, words) in [("q", "in the gap"), ("r", "last")] where path.contains("%24\(id)") {
                    return reply(
                        200, path.contains("/event/") ? Self.post("$\(id)", words) : #"{"chunk":[]}"#)
                }
                return nil
            }
            guard path.contains("/messages?") else { return nil }
            if path.contains("from=g1") { return reply(200, #"{"chunk":[],"end":"g2"}"#) }
            if path.contains("from=g2") { return reply(200, #"{"chunk":[\#(Self.post("$q", "in the gap"))]}"#) }
            if path.contains("from=m1") { return reply(200, #"{"chunk":[\#(Self.post())],"end":"m2"}"#) }
            // One that goes nowhere is one.
            if path.contains("from=m2") { return reply(200, #"{"chunk":[],"end":"m2"}"#) }
            return reply(200, #"{"chunk":[],"end":"m1"}"#)
        }
        let board = try server.board()
        let page = try await board.posts(PageRequest(limit: 10), as: Self.kei)
        #expect(page.records.map(\.title.raw) == ["post"] && page.next == nil)
        let batch = try await board.changes(since: Cursor("s0"), as: Self.kei)
        #expect(Self.texts(batch).sorted() == ["in the gap", "last"] && !batch.hasGap)
    }

    @Test("A server that answers at once and tells nothing is asked ever more seldom", .timeLimit(.minutes(1)))
    func whoDoesNotWaitIsNotAskedWithoutPause() async throws {
        let server = try Server { path in path.contains("since=") ? Self.news("s0") : nil }
        let board = try server.board()
        let start = try await board.changes(since: nil, as: Self.kei).cursor
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await board.changes(since: start, as: Self.kei) }
            while server.time.sleeperCount == 0, server.count("since=") < 50 { await Task.yield() }
            #expect(server.count("since=") == 4)
            server.time.advance(by: .milliseconds(250))
            while server.time.sleeperCount == 0, server.count("since=") < 50 { await Task.yield() }
            #expect(server.count("since=") == 5)
            group.cancelAll()
        }
    }

    @Test func aRoomThatIsEncryptedWhileItIsOpenSaysSo() async throws {
        let server = try Server { path in
            guard path.contains("since=s0") else { return nil }
            return Self.news(
                "s1",
                #"{"event_id":"$x","sender":"@aki:a","type":"m.room.encryption","state_key":"","origin_server_ts":7,"content":{"algorithm":"m.megolm.v1.aes-sha2"}}"#
            )
        }
        let board = try server.board()
        let start = try await board.changes(since: nil, as: Self.kei).cursor
        #expect(board.removal == nil)
        let batch = try await board.changes(since: start, as: Self.kei)
        #expect(board.removal == Removal(.encrypted))
        await #expect(throws: ServiceError.refused(Failure(code: FailureCode.encrypted, status: 403))) {
            try await board.changes(since: batch.cursor, as: Self.kei)
        }
    }

    // MARK: What is kept

    @Test("A first reading that was broken off leaves no room without posts behind")
    func whatWasOnlyBegunIsReadAgain() async throws {
        let fails = Locked(true)
        let server = try Server { path in
            guard path.contains("/messages?") else {
                return path.contains("/relations/%24p?")
                    ? reply(200, #"{"chunk":[\#(Self.comment("$c", "original"))]}"#) : nil
            }
            return fails.withLock { $0 } ? reply(502, "<html>") : reply(200, #"{"chunk":[\#(Self.post())]}"#)
        }
        let folder = try TemporaryFolder()
        let first = try server.board(cache: folder.file("cache"))
        _ = try await first.changes(since: nil, as: Self.kei)
        await #expect(throws: ServiceError.self) { try await first.posts(PageRequest(limit: 10), as: Self.kei) }
        _ = try await first.comments(of: "$p", PageRequest(limit: 10), as: Self.kei)
        fails.withLock { $0 = false }
        let second = try server.board(cache: folder.file("cache"))
        #expect(await second.remembered(limit: 10, as: Self.kei) == nil)
        #expect(second.rememberedComments(of: "$p", limit: 10, as: Self.kei) != nil)
        _ = try await second.changes(since: nil, as: Self.kei)
        // What is older than the place from which it goes on is not kept: nobody would tell what happened between.
        #expect(second.rememberedComments(of: "$p", limit: 10, as: Self.kei) == nil)
        _ = try await second.posts(PageRequest(limit: 10), as: Self.kei)
        // Asking whether anyone answers begins nothing anew.
        _ = try await second.changes(since: nil, as: Self.kei)
        let third = try server.board(cache: folder.file("cache"))
        #expect(await third.remembered(limit: 10, as: Self.kei)?.posts.records.map(\.title.raw) == ["post"])
    }

    @Test("Of what was taken back no word is in the files, and none comes back with an older page")
    func whatWasTakenBackIsNotInTheFiles() async throws {
        let bundled = #"{"m.relations":{"m.replace":\#(Self.edit("$e", of: "$c", "SECRET-EDIT"))}}"#
        let thread = [
            Self.edit("$e", of: "$c", "SECRET-EDIT"), Self.comment("$d", "SECRET-COMMENT"),
            Self.comment("$c", "original", unsigned: bundled),
        ].joined(separator: ",")
        let server = try Server { path in
            if path.contains("since=s0") {
                return Self.news(
                    "s1", Self.redaction(of: "$e"), Self.redaction(of: "$d"), Self.redaction(of: "$q"))
            }
            if path.contains("/relations/%24p?") { return reply(200, #"{"chunk":[\#(thread)]}"#) }
            if path.contains("/messages?") {
                return reply(200, #"{"chunk":[\#(Self.post("$q", "SECRET-POST")),\#(Self.post())]}"#)
            }
            return nil
        }
        let folder = try TemporaryFolder()
        let board = try server.board(cache: folder.file("cache"))
        let start = try await board.changes(since: nil, as: Self.kei).cursor
        _ = try await board.posts(PageRequest(limit: 10), as: Self.kei)
        _ = try await board.comments(of: "$p", PageRequest(limit: 10), as: Self.kei)
        func kept() throws -> String {
            folder.names(in: ".").map { String(decoding: folder.bytes(of: $0) ?? [], as: UTF8.self) }.joined()
        }
        #expect(
            board.rememberedComments(of: "$p", limit: 10, as: Self.kei)?.records.contains {
                $0.text.raw == "SECRET-EDIT"
            } == true)
        #expect(try kept().contains("SECRET"))
        _ = try await board.changes(since: start, as: Self.kei)
        #expect(try !kept().contains("SECRET"))
        // An answer from before, that comes late.
        _ = try await board.posts(PageRequest(limit: 10), as: Self.kei)
        _ = try await board.comments(of: "$p", PageRequest(limit: 10), as: Self.kei)
        #expect(try !kept().contains("SECRET"))
        let later = try server.board(cache: folder.file("cache"))
        #expect(await later.remembered(limit: 10, as: Self.kei)?.posts.records.map(\.title.raw) == ["post"])
        let comments = later.rememberedComments(of: "$p", limit: 10, as: Self.kei)
        #expect(comments?.records.map(\.text.raw) == ["original"])
    }
}
