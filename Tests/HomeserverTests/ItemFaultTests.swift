import Comments
import MatrixBoard
import HomeserverSupport
import OptimisticState
import TestSupport
import Testing

/// What a bad network does to a comment as its author sees it: what is said beside it, that it comes through by itself
/// once the network is well, and that the server then has one event.
@Suite struct ItemFaultTests {
    private struct Scene {
        let server: Homeserver
        let proxy: FaultProxy
        let client: ClientOnServer
        let room: String
        let token: String

        init() async throws {
            server = try Homeserver.shared()
            let number = Homeserver.newNumber()
            token = try server.account("host\(number)")
            room = try server.room("room\(number)", token: token)
            proxy = try FaultProxy(to: server.port)
            let name = "#room\(number):localhost"
            let host = MatrixBoard(
                try MatrixAddress(proxy.address), room: name, time: ManualTime(),
                hooks: MatrixBoard.Hooks { _ in "DEVICE" })
            let session = try await host.signUp(name: "anna\(number)", password: "correct horse")
            guard
                case .accepted(let post?, _) = await host.submit(
                    .addPost(title: "post", text: ""), id: MutationID("post"), mayHaveArrived: false, as: session)
            else { throw Homeserver.DidNotStart(log: "no post") }
            client = try ClientOnServer(at: proxy.address, room: name, as: session, post: post)
        }

        func comment(_ text: String = "once") -> MutationID {
            client.store.enqueue(
                AddComment(
                    post: .server(client.post), text: UntrustedText(text), author: UntrustedText(client.session.name)))
        }

        func textsOnTheServer() throws -> [String] {
            try server.threadTexts(of: client.post, in: room, token: token)
        }
    }

    private static let faults: [(FaultProxy.Fault, words: String)] = [
        (.refused, "waiting 1 s: offline"),
        (.reset, "waiting 1 s: connection lost, may have been posted"),
        (.blackHole, "waiting 1 s: timed out, may have been posted"),
        (.late, "waiting 1 s: timed out, may have been posted"),
        (.resetAfterCommit, "waiting 1 s: connection lost, may have been posted"),
        (.halfAnswer, "waiting 1 s: connection lost, may have been posted"),
        (.status500, "waiting 1 s: 500 server error (x), may have been posted"),
        (.status502AfterCommit, "waiting 1 s: 502 server error, may have been posted"),
        (.status429, "waiting 1 s: too many at once"),
        (.status429WithRetryAfter, "waiting 3 s, as the server asked: too many at once"),
        (.status401, "needs sign-in"),
        (.htmlForJSON, "waiting 1 s: the answer made no sense, may have been posted"),
        (.emptyAnswer, "waiting 1 s: the answer made no sense, may have been posted"),
        (.redirect, "waiting 1 s: the answer made no sense"),
    ]

    @Test(arguments: faults) func theItemSaysWhatIsWrongAndComesThroughOnce(
        fault: FaultProxy.Fault, words: String
    ) async throws {
        let scene = try await Scene()
        let client = scene.client
        // The comment's own news would clear it up at once, where the server has it.
        scene.proxy.holdNews(true)
        try scene.proxy.arm(fault, for: "/send/m.room.message/")
        _ = scene.comment()
        #expect(client.lines.map(\.text) == ["once"])
        if fault == .blackHole || fault == .late {
            try client.wait("the request") { _ in !scene.proxy.arrived.isEmpty }
            // The deadline of a submit; the answer is there after 30 s.
            client.advance(.seconds(16))
        }
        try client.wait("a word of what is wrong") { client in
            client.lines.first?.words.map { $0.hasPrefix("waiting ") || $0 == "needs sign-in" } ?? false
        }
        #expect(client.lines == [ClientOnServer.Line(text: "once", words: words)])
        // Well again.
        try scene.proxy.arm(nil, for: "/send/m.room.message/")
        scene.proxy.release()
        if fault == .status401 { client.store.signedIn() }
        for _ in 0..<8 where client.pending > 0 {
            // The clock moves on only while it waits for that: what is being sent has a deadline on the same clock.
            if client.isWaiting { client.advance(.seconds(8)) }
            try client.wait("an answer") { client in client.pending == 0 || client.isWaiting }
        }
        #expect(client.lines == [ClientOnServer.Line(text: "once")] && client.pending == 0, "\(client.lines)")
        // Now its news.
        let asked = scene.proxy.newsCount
        scene.proxy.holdNews(false)
        try client.wait("its news") { _ in scene.proxy.newsCount > asked + 1 }
        #expect(client.lines == [ClientOnServer.Line(text: "once")] && client.pending == 0, "\(client.lines)")
        client.end()
        #expect(try scene.textsOnTheServer() == ["once"])
        #expect(scene.proxy.strangers.withLock { $0 }.isEmpty, "the token followed a redirect")
    }

    /// The server has it, its reply is lost, and its news comes through: nothing is asked again.
    @Test func newsOfACommentWhoseReplyIsLostIsEnough() async throws {
        let scene = try await Scene()
        try scene.proxy.arm(.resetAfterCommit, for: "/send/m.room.message/")
        _ = scene.comment()
        try scene.client.wait("the comment without a mark") { client in
            client.lines == [ClientOnServer.Line(text: "once")] && client.pending == 0
        }
        scene.client.end()
        #expect(try scene.textsOnTheServer() == ["once"])
        // libcurl sends again by itself what it sent on a connection that it had used before: counted here, and by its
        // transaction id one event.
        #expect((1...2).contains(scene.proxy.arrived.count), "\(scene.proxy.arrived)")
        #expect(Set(scene.proxy.arrived).count == 1)
    }

    @Test func aSignUpWhoseConnectionDiesArrivesOnce() async throws {
        let proxy = try FaultProxy(to: Homeserver.shared().port)
        let board = MatrixBoard(
            try MatrixAddress(proxy.address), room: nil, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        // Connections that were used before are there to be used again, and would be repeated on.
        _ = try await board.facts()
        try proxy.arm(.reset, for: "/register")
        await #expect(throws: ServiceError.self) {
            _ = try await board.signUp(name: "berta\(Homeserver.newNumber())", password: "correct horse")
        }
        #expect(proxy.arrived.count == 1, "\(proxy.arrived)")
    }

    @Test func newsThatComeTwiceAndInTheWrongOrderEndInTheSameList() async throws {
        let scene = try await Scene()
        let client = scene.client
        let number = Homeserver.newNumber()
        let other = MatrixBoard(
            try MatrixAddress(scene.server.address), room: client.board.room, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "OTHER" })
        let berta = try await other.signUp(name: "berta\(number)", password: "correct horse")
        func make(_ operation: Operation) async throws -> String {
            guard
                case .accepted(let id, _) = await other.submit(
                    operation, id: MutationID("other\(Homeserver.newNumber())"), mayHaveArrived: false, as: berta)
            else { throw Homeserver.DidNotStart(log: "\(operation) was not taken") }
            return id ?? ""
        }
        // One poll is under way past the proxy as it was; the news that follow come through it as it will be.
        try scene.proxy.arm(.doubledAndReordered, for: "/sync?")
        let first = try await make(.addComment(post: client.post, parent: nil, text: "first"))
        let second = try await make(.addComment(post: client.post, parent: nil, text: "second"))
        let reply = try await make(.addComment(post: client.post, parent: first, text: "reply"))
        _ = try await make(.editComment(second, text: "second, edited"))
        _ = try await make(.editComment(second, text: "second, edited again"))
        _ = try await make(.setCommentFavourite(second, true))
        _ = try await make(.setCommentFavourite(reply, true))
        _ = try await make(.setCommentFavourite(reply, false))
        _ = try await make(.addComment(post: client.post, parent: nil, text: "gone"))
        let gone = try await make(.addComment(post: client.post, parent: nil, text: "gone, too"))
        _ = try await make(.deleteComment(gone))
        _ = try await make(.deleteComment(first))
        _ = scene.comment("mine")
        let expected = [
            ClientOnServer.Line(text: "", isDeleted: true), ClientOnServer.Line(text: "reply"),
            ClientOnServer.Line(text: "second, edited again", favourites: 1, isEdited: true),
            ClientOnServer.Line(text: "gone"), ClientOnServer.Line(text: "mine"),
        ]
        func isSo() -> Bool {
            client.pending == 0 && client.lines.count == expected.count && expected.allSatisfy(client.lines.contains)
        }
        try client.wait("the list as it is") { _ in isSo() }
        // Once more everything, and it stays.
        let asked = scene.proxy.arrived.count
        try client.wait("two answers more") { _ in scene.proxy.arrived.count >= asked + 2 || isSo() }
        #expect(isSo(), "\(client.lines)")
        client.end()
    }
}
