import Comments
import MatrixBoard
import HomeserverSupport
import OptimisticState
import TestSupport
import Testing

@Suite struct OfflineTests {
    @Test func aServerSaysWhatItIsWithoutAnAccount() async throws {
        let proxy = try FaultProxy(to: Homeserver.shared().port)
        let board = MatrixBoard(
            try MatrixAddress(proxy.address), room: nil, cache: nil, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        let facts = try await board.facts()
        #expect(facts.url == proxy.address)
        // This one has no listener for other servers, which would tell; it names itself in the head.
        #expect(facts.software?.raw.hasPrefix("Synapse 1.") == true)
        #expect(facts.versions.contains(UntrustedText("v1.1")) && !facts.isEncrypted)
    }

    @Test func aStartWithoutNetworkShowsWhatWasReadAndTheNewsGoesOnFromThere() async throws {
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let token = try server.account("host\(number)")
        _ = try server.room("room\(number)", token: token)
        let folder = try TemporaryFolder()
        let proxy = try FaultProxy(to: server.port)
        func board() throws -> MatrixBoard {
            MatrixBoard(
                try MatrixAddress(proxy.address), room: "#room\(number):localhost", cache: folder.file("cache"),
                time: ManualTime(), hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        }
        let first = try board()
        let anna = try await first.signUp(name: "anna\(number)", password: "correct horse")
        #expect(await first.remembered(limit: 10, as: anna) == nil)
        let start = try await first.changes(since: nil, as: anna).cursor
        func make(_ operation: Operation, _ name: String, on board: MatrixBoard) async -> String? {
            guard
                case .accepted(let id, _) = await board.submit(
                    operation, id: MutationID(name), mayHaveArrived: false, as: anna)
            else { return nil }
            return id
        }
        let post = try #require(await make(.addPost(title: "kept", text: "words"), "a", on: first))
        let comment = try #require(
            await make(.addComment(post: post, parent: nil, text: "secret words"), "b", on: first))
        let reply = try #require(await make(.addComment(post: post, parent: comment, text: "reply"), "c", on: first))
        _ = await make(.setPostFavourite(post, true), "d", on: first)
        _ = await make(.setCommentFavourite(reply, true), "e", on: first)
        var cursor = start
        var heard: Set<String> = []
        while !heard.isSuperset(of: [post, comment, reply]) || cursor == start {
            let batch = try await first.changes(since: cursor, as: anna)
            cursor = batch.cursor
            for change in batch.said {
                if case .post(let post, _) = change, case .server(let id) = post.ref { heard.insert(id) }
                if case .comment(let comment, _) = change, case .server(let id) = comment.ref,
                    comment.favourites == 1 || id != reply
                {
                    heard.insert(id)
                }
            }
        }
        _ = await make(.deleteComment(comment), "f", on: first)
        while true {
            let batch = try await first.changes(since: cursor, as: anna)
            cursor = batch.cursor
            let isTold = batch.said.contains { change in
                if case .comment(let told, _) = change { told.isDeleted } else { false }
            }
            if isTold { break }
        }
        // Nobody answers any more.
        try proxy.arm(.reset, for: "_matrix")
        let second = try board()
        let remembered = try #require(await second.remembered(limit: 10, as: anna))
        #expect(remembered.posts.records.map(\.title.raw) == ["kept"])
        #expect(
            remembered.posts.records.map(\.favourites) == [1] && remembered.posts.records.map(\.isFavourited) == [true])
        #expect(remembered.posts.records.map(\.author.raw) == ["anna\(number)"])
        let bytes = String(
            decoding: (folder.bytes(of: "cache") ?? []) + (folder.bytes(of: "cache-wal") ?? []), as: UTF8.self)
        #expect(folder.mode(of: "cache") == 0o600 && bytes.contains("kept"))
        // It comes back: what was written meanwhile is news.
        try proxy.arm(nil, for: "_matrix")
        let other = try board()
        let late = try #require(await make(.addComment(post: post, parent: nil, text: "late"), "g", on: other))
        var told: [String: Comments.Comment] = [:]
        var place = remembered.cursor
        while told[late] == nil {
            let batch = try await second.changes(since: place, as: anna)
            #expect(!batch.hasGap)
            place = batch.cursor
            for change in batch.said {
                if case .comment(let comment, _) = change, case .server(let id) = comment.ref { told[id] = comment }
            }
        }
        let comments = try await second.comments(of: post, PageRequest(limit: 10), as: anna).records
        #expect(comments.map(\.ref) == [.server(late), .server(reply), .server(comment)])
        #expect(comments.last?.isDeleted == true && comments[1].favourites == 1)
    }

    @Test func aTokenThatMeansNothingBeginsAnew() async throws {
        let server = try Homeserver.shared()
        let number = Homeserver.newNumber()
        let token = try server.account("host\(number)")
        _ = try server.room("room\(number)", token: token)
        let folder = try TemporaryFolder()
        let time = ManualTime()
        let board = MatrixBoard(
            try MatrixAddress(server.address), room: "#room\(number):localhost", cache: folder.file("cache"),
            time: time, hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        let anna = try await board.signUp(name: "anna\(number)", password: "correct horse")
        let batch = try await board.changes(since: Cursor("nonsense"), as: anna)
        #expect(batch.hasGap)
        // Before anything was read nobody knows whether there is something.
        #expect(await board.remembered(limit: 10, as: anna) == nil)
        _ = try await board.posts(PageRequest(limit: 10), as: anna)
        let kept = try #require(await board.remembered(limit: 10, as: anna))
        #expect(kept.cursor == batch.cursor && kept.posts.asOf == time.now() && kept.posts.next == nil)
    }

    @Test func aCacheThatIsNoDatabaseCostsAReadingAndNothingElse() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "not a database, and longer than a header of SQLite is, by some bytes more than a hundred, at least".utf8,
            to: "cache")
        let server = try Homeserver.shared()
        let board = MatrixBoard(
            try MatrixAddress(server.address), room: nil, cache: folder.file("cache"), time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        let number = Homeserver.newNumber()
        let anna = try await board.signUp(name: "anna\(number)", password: "correct horse")
        #expect(await board.remembered(limit: 10, as: anna) == nil)
        _ = try await board.rooms(as: anna)
    }
}
