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
        // Opened by its id: it is kept under that, whatever alias it is shown by.
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
        #expect(mine.first { $0.id == open }?.reference == "#open\(number):localhost")
        #expect(lists.keys(as: anna)[open] == open)
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
        // Whoever follows it from where the cache ended is told at once, not with the next news.
        let told = try await later.changes(since: start.cursor, as: anna)
        #expect(told.cursor == start.cursor && told.said.isEmpty)
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

    @Test func putOutOfARoomItSaysByWhomAndWhyAndComesBackWhenInvited() async throws {
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let host = try server.account("host\(number)")
        let room = try server.room("door\(number)", token: host)
        let lists = try board(server)
        let anna = try await lists.signUp(name: "anna\(number)", password: "correct horse")
        let opened = lists.opened("#door\(number):localhost")
        func write(_ id: String, mayHaveArrived: Bool = false) async -> Outcome {
            await opened.submit(
                .addPost(title: id, text: ""), id: MutationID(id), mayHaveArrived: mayHaveArrived, as: anna)
        }
        func does(_ what: String, _ reason: String = "") throws {
            _ = try server.ask(
                "POST", "/_matrix/client/v3/rooms/%21\(room.dropFirst())/\(what)",
                body: #"{"user_id":"\#(anna.account)","reason":"\#(reason)"}"#, token: host)
        }
        var cursor = try await opened.changes(since: nil, as: anna).cursor
        func follow() async throws { cursor = try await opened.changes(since: cursor, as: anna).cursor }
        #expect(opened.removal == nil)
        try does("kick", "too loud")
        // Before the news has come.
        guard case .rejected(let early) = await write("early") else {
            Issue.record("taken from outside")
            return
        }
        #expect(early.code == FailureCode.removed)
        try await follow()
        #expect(
            opened.removal
                == Removal(.removed, by: UntrustedText("host\(number)"), reason: UntrustedText("too loud")))
        guard case .rejected(let late) = await write("late"),
            case .cannotTell = await write("lost", mayHaveArrived: true)
        else {
            Issue.record("taken from outside, or told for sure")
            return
        }
        #expect(late.code == FailureCode.removed)
        try does("invite")
        try await follow()
        #expect(opened.removal == nil)
        guard case .accepted = await write("back") else {
            Issue.record("not back after an invitation")
            return
        }
        try await follow()
        try does("ban", "again")
        while opened.removal == nil { try await follow() }
        #expect(opened.removal?.way == .banned && opened.removal?.reason?.raw == "again")
        // Another run, to which the door is closed.
        let later = lists.opened("#door\(number):localhost")
        await #expect(throws: ServiceError.refused(Failure(code: FailureCode.removed, status: 403))) {
            try await later.changes(since: nil, as: anna)
        }
        #expect(later.removal?.way == .banned)
    }

    @Test func whatIsNoRoomIsToldApart() async throws {
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let lists = try board(server)
        let anna = try await lists.signUp(name: "anna\(number)", password: "correct horse")
        func code(_ room: String) async -> String? {
            do throws(ServiceError) {
                _ = try await lists.opened(room).changes(since: nil, as: anna)
                return nil
            } catch {
                if case .refused(let failure) = error { return failure.code }
                return "\(error)"
            }
        }
        #expect(await code("#nope\(number):localhost") == FailureCode.noRoom)
        #expect(await code("nope") == FailureCode.noRoom)
        #expect(await code("!nope\(number)") == FailureCode.noRoom)
        #expect(await code("#x:nowhere.invalid") == FailureCode.roomServerNotReached)
    }

    /// The client itself: an upgrade moves the alias, and both rooms are entered, each with what is its own.
    @Test(.enabled(if: binary != nil)) func anUpgradedRoomAndItsSuccessorAreTwo() throws {
        let binary = try #require(Self.binary)
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let host = try server.account("host\(number)")
        let alias = "#up\(number):localhost"
        let old = try server.room("up\(number)", token: host)
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
        #expect(try run(["--plain", "--room", alias], "post Before\nwait\nposts\nquit\n").contains("Before"))
        let new = try server.upgrade(old, token: host)
        // By the name that it was known by: refused, and kept.
        #expect(
            try run(["--plain", "--room", alias], "post Late\nwait\nquit\n").contains("this room goes on elsewhere"))
        // The old room is the only one that is joined: into it, where something was not sent, and on from there.
        let way = try run(
            ["--plain"],
            """
            rooms
            room 1
            outbox
            posts
            rooms
            room 1
            post After
            wait
            posts
            quit

            """)
        #expect(way.contains("1 \(old) host\(number), joined, 2 members, 1 not sent, goes on in "), "\(way)")
        let inOld = way.components(after: "room: ")
        #expect(inOld.hasPrefix(old) && inOld.contains("Late") && inOld.contains("Before"), "\(way)")
        let inNew = inOld.components(after: "room: ")
        #expect((inNew.hasPrefix(new) || inNew.hasPrefix(alias)) && inNew.contains("After"), "\(way)")
        #expect(!inNew.contains("Late") && !inNew.contains("Before"), "\(way)")
        // The alias leads to the room that it means by now, the outbox stays where it was.
        let again = try run(["--plain", "--room", alias], "posts\nwait\nquit\n")
        #expect(again.contains("After") && !again.contains("Late"), "\(again)")
        #expect(try run(["--room", old, "outbox"], "").contains("Late"))
    }

    /// Signed out of without network: the token is of no use as soon as there is one again.
    @Test(.enabled(if: binary != nil)) func whatWasSignedOutOfWithoutNetworkIsEndedLater() throws {
        let binary = try #require(Self.binary)
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let proxy = try FaultProxy(to: server.port)
        let folder = try TemporaryFolder()
        func run(_ words: [String], _ input: String = "") throws -> String {
            try folder.write(input.utf8, to: "input")
            let child = try start(
                [binary, "--server", proxy.address, "--state-dir", folder.file("state")] + words,
                log: folder.file("out"), input: folder.file("input"))
            var status: Int32 = 0
            waitpid(child, &status, 0)
            return String(decoding: folder.bytes(of: "out") ?? [], as: UTF8.self)
        }
        /// The access token that a file of the state directory holds.
        func token(in name: String) throws -> String {
            let file = try #require(folder.names(in: "state/\(name)").first)
            let text = String(decoding: folder.bytes(of: "state/\(name)/\(file)") ?? [], as: UTF8.self)
            return String(text.components(after: #"\"access\":\""#).prefix { $0 != "\\" })
        }
        func isKnown(_ token: String) throws -> Bool {
            try server.ask("GET", "/_matrix/client/v3/account/whoami", token: token).contains("user_id")
        }
        _ = try run(["sign-up", "anna\(number)", "--password-stdin"], "correct horse\n")
        let anna = try token(in: "sessions")
        #expect(try isKnown(anna))
        try proxy.arm(.refused, for: "/")
        let left = try run(["sign-out"])
        #expect(left.contains("signed out") && left.contains("could not be told"), "\(left)")
        #expect(folder.names(in: "state/sessions").isEmpty)
        #expect(try token(in: "revocations") == anna && isKnown(anna))
        try proxy.arm(nil, for: "/")
        // Another account, at once: it stays signed in.
        _ = try run(["sign-up", "bob\(number)", "--password-stdin"], "correct horse\n")
        #expect(try !isKnown(anna) && isKnown(token(in: "sessions")))
        #expect(folder.names(in: "state/revocations").isEmpty)
    }
}
