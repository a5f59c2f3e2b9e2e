import Comments
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

/// Into rooms and not, against a listener that says what a test says.
@Suite struct EnteringTests {
    private static let anna = Session(account: "@anna:a.example", name: "anna", token: "t")

    private final class Server: Sendable {
        let asked = Locked<[String]>([])
        private let listener: LoopbackListener

        /// - Parameter answer: To the first line of a request; nil for "not found".
        init(_ answer: @escaping @Sendable (String) -> String?) throws {
            let asked = asked
            listener = try LoopbackListener { connection, _ in
                while let (head, _) = readRequest(connection) {
                    let line = String(head.prefix { $0 != "\r\n" })
                    asked.withLock { $0.append(line) }
                    writeAll(connection, answer(line) ?? reply(404, #"{"errcode":"M_NOT_FOUND"}"#))
                }
            }
        }

        func board(_ room: String?, cache: String? = nil) throws -> MatrixBoard {
            MatrixBoard(
                try MatrixAddress(listener.address), room: room, cache: cache, time: ManualTime(),
                hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        }

        func hasAsked(_ words: String) -> Bool { asked.withLock { $0.contains { $0.contains(words) } } }
    }

    private func refusal(_ board: MatrixBoard) async -> Failure? {
        do throws(ServiceError) {
            _ = try await board.changes(since: nil, as: Self.anna)
            return nil
        } catch {
            guard case .refused(let failure) = error else { return nil }
            return failure
        }
    }

    @Test("A room that is none, one that is closed, a server that is not reached: each is told apart")
    func whyARoomIsNotEntered() async throws {
        let server = try Server { line in
            if line.contains("nope") { return reply(404, #"{"errcode":"M_NOT_FOUND","error":"not found"}"#) }
            if line.contains("bad") { return reply(400, #"{"errcode":"M_UNKNOWN","error":"not legal"}"#) }
            if line.contains("private") { return reply(403, #"{"errcode":"M_FORBIDDEN","error":"not invited"}"#) }
            if line.contains("banned") { return reply(403, #"{"errcode":"M_BAD_STATE","error":"was banned"}"#) }
            if line.contains("/join/") {
                return reply(502, #"{"errcode":"M_UNKNOWN","error":"Failed to fetch alias"}"#)
            }
            return nil
        }
        func code(_ room: String) async throws -> String? { await refusal(try server.board(room))?.code }
        #expect(try await code("#nope:a.example") == FailureCode.noRoom)
        #expect(try await code("#bad") == FailureCode.noRoom)
        #expect(try await code("#private:a.example") == FailureCode.roomNotOpen)
        let banned = try server.board("#banned:a.example")
        #expect(await refusal(banned)?.code == FailureCode.removed && banned.removal?.way == .banned)
        let far = await refusal(try server.board("#x:far.example"))
        #expect(far?.code == FailureCode.roomServerNotReached && far?.words == "far.example")
        // One's own server in trouble is no matter of the room.
        #expect(try await code("#x:a.example") == FailureCode.serverError)
    }

    @Test func theSuccessorIsFoundByTheServerOfWhoeverUpgraded() async throws {
        let server = try Server { line in
            if line.contains("/sync?") {
                return reply(
                    200,
                    """
                    {"next_batch":"1","rooms":{"join":{"!old:far.example":{"state":{"events":[
                      {"type":"m.room.create","state_key":"","sender":"@b:far.example","content":{}},
                      {"type":"m.room.tombstone","state_key":"","sender":"@b:far.example",
                       "content":{"replacement_room":"!new"}}]}}}}}
                    """)
            }
            if line.contains("/publicRooms") { return reply(200, #"{"chunk":[]}"#) }
            if line.contains("/join/") { return reply(200, #"{"room_id":"!new"}"#) }
            return nil
        }
        let lists = try server.board(nil)
        #expect(try await lists.rooms(as: Self.anna).rooms.first?.replacement == "!new")
        // There is nothing else to read in that room.
        _ = await refusal(lists.opened("!new"))
        #expect(server.hasAsked("/join/%21new?via=far.example&server_name=far.example"))
        // What an id says by itself.
        _ = await refusal(lists.opened("!other:other.example"))
        #expect(server.hasAsked("/join/%21other%3Aother.example?via=other.example"))
        _ = await refusal(lists.opened("!own:a.example"))
        #expect(server.hasAsked("/join/%21own%3Aa.example "))
    }

    @Test func theDirectorySaysWhatIsEncrypted() async throws {
        let server = try Server { line in
            if line.contains("/sync?") { return reply(200, #"{"next_batch":"1"}"#) }
            guard line.contains("/publicRooms") else { return nil }
            return reply(
                200,
                #"{"chunk":[{"room_id":"!a","encryption":"m.megolm.v1.aes-sha2"},{"room_id":"!b"},{"room_id":"!c","encryption":null}]}"#
            )
        }
        let page = try await server.board(nil).rooms(as: Self.anna)
        #expect(page.rooms.map(\.isEncrypted) == [true, false, false])
    }

    @Test("An alias that moves: what is kept under it stays its room's, and the alias leads to the other room")
    func movingAlias() async throws {
        let meaning = Locked("!old")
        let server = try Server { line in
            if line.contains("/join/%23up") { return reply(200, #"{"room_id":"\#(meaning.withLock { $0 })"}"#) }
            if line.contains("/directory/") { return reply(200, #"{"room_id":"\#(meaning.withLock { $0 })"}"#) }
            if line.contains("/join/%21old") { return reply(200, #"{"room_id":"!old"}"#) }
            if line.contains("/join/%21new") { return reply(200, #"{"room_id":"!new"}"#) }
            if line.contains("/sync?") {
                return reply(
                    200,
                    #"{"next_batch":"1","rooms":{"join":{"!old":{"state":{"events":[{"type":"m.room.create","state_key":"","content":{}}]}}}}}"#
                )
            }
            if line.contains("/publicRooms") {
                return reply(200, ##"{"chunk":[{"room_id":"!new","canonical_alias":"#up:a.example"}]}"##)
            }
            return nil
        }
        let folder = try TemporaryFolder()
        let cache = folder.file("cache")
        func start(_ room: String?) throws -> MatrixBoard { try server.board(room, cache: cache) }
        let first = try start("#up:a.example")
        #expect(first.key(as: Self.anna) == "#up:a.example" && first.roomID(as: Self.anna) == nil)
        _ = try await first.changes(since: nil, as: Self.anna)
        #expect(first.roomID(as: Self.anna) == "!old")
        meaning.withLock { $0 = "!new" }
        // The alias goes on to open the room that it stood for, until the server was asked.
        let second = try start("#up:a.example")
        _ = try await second.changes(since: nil, as: Self.anna)
        #expect(second.roomID(as: Self.anna) == "!old" && server.hasAsked("/join/%21old"))
        let third = try start("#up:a.example")
        _ = try await third.changes(since: nil, as: Self.anna)
        #expect(third.roomID(as: Self.anna) == "!new" && third.key(as: Self.anna) == "!new")
        // Each by its id, in another run and without asking: one is kept under the alias for ever, the other never.
        #expect(try start("!old").key(as: Self.anna) == "#up:a.example")
        #expect(try start("!new").key(as: Self.anna) == "!new")
        #expect(try start(nil).keys(as: Self.anna) == ["!old": "#up:a.example", "!new": "!new"])
        // In the list no two are called the same.
        let listed = try await start(nil).rooms(as: Self.anna).rooms
        #expect(listed.map(\.reference) == ["!old", "#up:a.example"])
        #expect(try start(nil).rememberedRooms(as: Self.anna).rooms.map(\.reference) == ["!old", "#up:a.example"])
    }

    @Test func whatARoomCallsItselfIsNotBelieved() async throws {
        let server = try Server { line in
            if line.contains("/directory/") { return reply(200, #"{"room_id":"!album"}"#) }
            if line.contains("/join/%21false") { return reply(200, #"{"room_id":"!false"}"#) }
            if line.contains("/sync?") { return reply(200, #"{"next_batch":"1"}"#) }
            guard line.contains("/publicRooms") else { return nil }
            return reply(200, ##"{"chunk":[{"room_id":"!false","canonical_alias":"#album:a.example"}]}"##)
        }
        let folder = try TemporaryFolder()
        let lists = try server.board(nil, cache: folder.file("cache"))
        _ = try await lists.rooms(as: Self.anna)
        _ = try await lists.opened("!false").changes(since: nil, as: Self.anna)
        let typed = try server.board("#album:a.example", cache: folder.file("cache"))
        #expect(typed.roomID(as: Self.anna) != "!false" && typed.key(as: Self.anna) != "!false")
    }
}
