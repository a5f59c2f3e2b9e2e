import Comments
import Glibc
import HomeserverSupport
import MatrixBoard
import OptimisticState
import TestSupport
import Testing

@Suite struct RoomsTests {
    private static let binary = getenv("RAKKAN_BINARY").map { String(cString: $0) }

    private func board(_ server: Homeserver, cache: String? = nil) throws -> MatrixBoard {
        MatrixBoard(
            try MatrixAddress(server.address), room: nil, cache: cache, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
    }

    @Test func roomsAreListedWithWhatTheyAreAndPageByPage() async throws {
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let host = try server.account("host\(number)")
        let open = try server.room("open\(number)", token: host)
        _ = try server.room("other\(number)", token: host)
        let secret = try server.room("secret\(number)", token: host)
        try server.setState("m.room.encryption", #"{"algorithm":"m.megolm.v1.aes-sha2"}"#, of: secret, token: host)
        let folder = try TemporaryFolder()
        let lists = try board(server, cache: folder.file("cache"))
        let anna = try await lists.signUp(name: "anna\(number)", password: "correct horse")
        func all() async throws -> [Room] {
            var rooms: [Room] = []
            var next: Cursor?
            repeat {
                let page = try await lists.rooms(after: next, limit: 2, as: anna)
                #expect(page.rooms.count { $0.standing == .public } <= 2)
                rooms += page.rooms
                next = page.next
            } while next != nil
            return rooms
        }
        let before = try await all()
        #expect(before.allSatisfy { $0.standing == .public })
        #expect(before.filter { $0.alias?.raw == "#open\(number):localhost" }.count == 1)
        // Opened by its id: that name is kept, whatever alias it has.
        let opened = lists.opened(open)
        let post = await opened.submit(
            .addPost(title: "one", text: ""), id: MutationID("p"), mayHaveArrived: false, as: anna)
        guard case .accepted = post else {
            Issue.record("not posted: \(post)")
            return
        }
        _ = try await opened.changes(since: nil, as: anna)
        _ = try await opened.posts(PageRequest(limit: 10), as: anna)
        lists.rememberChoice(open, as: anna)
        _ = await lists.opened(secret).submit(
            .addPost(title: "one", text: ""), id: MutationID("s"), mayHaveArrived: false, as: anna)
        let after = try await all()
        let mine = after.filter { $0.standing == .joined }
        #expect(after.prefix(mine.count).allSatisfy { $0.standing == .joined })
        #expect(Set(mine.map(\.id)) == [open, secret] && Set(after.map(\.id)).count == after.count)
        #expect(mine.first { $0.id == open }?.reference == open)
        #expect(mine.first { $0.id == open }?.members == 2)
        #expect(mine.first { $0.id == secret }?.isEncrypted == true)
        #expect(mine.first { $0.id == open }?.isEncrypted == false)
        // What is known without asking.
        let again = try board(server, cache: folder.file("cache"))
        let known = again.rememberedRooms(as: anna)
        #expect(known.rooms.map(\.id) == [open] && known.last == open)
        // All of it is kept, back to the room's beginning: nothing older is promised.
        let kept = try #require(await again.opened(open).remembered(limit: 10, as: anna))
        #expect(kept.posts.records.count == 1 && kept.posts.next == nil)
    }

    @Test func aRoomThatGoesOnElsewhereSaysSoAndTakesNothingMore() async throws {
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let host = try server.account("host\(number)")
        let old = try server.room("hall\(number)", token: host)
        let lists = try board(server)
        let anna = try await lists.signUp(name: "anna\(number)", password: "correct horse")
        let opened = lists.opened(old)
        let start = try await opened.changes(since: nil, as: anna)
        #expect(opened.successor == nil)
        let new = try server.upgrade(old, token: host)
        _ = try await opened.changes(since: start.cursor, as: anna)
        #expect(opened.successor == new)
        let later = lists.opened(old)
        let outcome = await later.submit(
            .addPost(title: "late", text: ""), id: MutationID("late"), mayHaveArrived: false, as: anna)
        guard case .rejected(let failure) = outcome else {
            Issue.record("taken: \(outcome)")
            return
        }
        #expect(failure.code == FailureCode.moved && later.successor == new)
        let listed = try await lists.rooms(as: anna).rooms.first { $0.id == old }
        #expect(listed?.replacement == new && listed?.standing == .joined)
    }

    /// What is remembered of a room is looked at once more: it may be encrypted since.
    @Test func aRoomThatWasMadeAnEncryptedOneTakesNothingMore() async throws {
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let host = try server.account("host\(number)")
        let room = try server.room("later\(number)", token: host)
        let folder = try TemporaryFolder()
        let lists = try board(server, cache: folder.file("cache"))
        let anna = try await lists.signUp(name: "anna\(number)", password: "correct horse")
        let opened = lists.opened(room)
        let start = try await opened.changes(since: nil, as: anna)
        _ = try await opened.posts(PageRequest(limit: 10), as: anna)
        try server.setState("m.room.encryption", #"{"algorithm":"m.megolm.v1.aes-sha2"}"#, of: room, token: host)
        _ = try await opened.changes(since: start.cursor, as: anna)
        func write(_ board: MatrixBoard, _ id: String) async -> Outcome {
            await board.submit(
                .addPost(title: "secret", text: ""), id: MutationID(id), mayHaveArrived: false, as: anna)
        }
        guard case .rejected = await write(opened, "a") else {
            Issue.record("written in the clear while it was open")
            return
        }
        // Another run begins with what is kept.
        let later = try board(server, cache: folder.file("cache")).opened(room)
        _ = await later.remembered(limit: 10, as: anna)
        guard case .rejected = await write(later, "b") else {
            Issue.record("written in the clear after a start")
            return
        }
    }

    /// The client itself, in lines: nothing is asked of a room before one is chosen, and what waits in one goes out.
    @Test(.enabled(if: binary != nil)) func theClientListsRoomsAndGoesFromOneToAnother() throws {
        let binary = try #require(Self.binary)
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let host = try server.account("host\(number)")
        for name in ["left", "right"] { _ = try server.room("\(name)\(number)", token: host) }
        let folder = try TemporaryFolder()
        func run(_ words: [String], _ input: String) throws -> String {
            try folder.write(input.utf8, to: "input")
            let child = try start(
                [binary, "--server", server.address, "--state-dir", folder.file("state")] + words,
                log: folder.file("out"), input: folder.file("input"))
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return String(decoding: folder.bytes(of: "out") ?? [], as: UTF8.self)
        }
        _ = try run(["sign-up", "anna\(number)", "--password-stdin"], "correct horse\n")
        let first = try run(
            ["--plain"],
            """
            comment Too early
            room 9999
            room #left\(number):localhost
            post First
            wait
            room #right\(number):localhost
            post Second
            wait
            rooms
            room #left\(number):localhost
            post Third
            wait
            posts
            quit

            """)
        #expect(first.contains("open a room first") && first.contains("there is no room 9999"))
        #expect(first.contains("room: #right\(number):localhost"))
        #expect(first.contains("#right\(number):localhost, joined, 2 members, open"))
        let back = first.components(after: "open\n").components(after: "room: #left\(number):localhost")
        #expect(back.contains("First") && !back.contains("Second"), "\(first)")
    }
}
