import Comments
import MatrixBoard
import HomeserverSupport
import OptimisticState
import TestSupport
import Testing

/// What a bad network does to one comment: the right class of outcome, and, once it is over, exactly one event on the
/// server, which is asked itself.
@Suite struct FaultTests {
    private struct Scene {
        let server: Homeserver
        let proxy: FaultProxy
        let board: MatrixBoard
        let session: Session
        let post: String
        let room: String
        let token: String

        init() async throws {
            server = try Homeserver.shared()
            let number = Homeserver.newNumber()
            token = try server.account("host\(number)")
            room = try server.room("room\(number)", token: token)
            proxy = try FaultProxy(to: server.port)
            board = MatrixBoard(
                try MatrixAddress(proxy.address), room: "#room\(number):localhost", time: ManualTime(),
                hooks: MatrixBoard.Hooks { _ in "DEVICE" })
            session = try await board.signUp(name: "anna\(number)", password: "correct horse")
            guard
                case .accepted(let made?, _) = await board.submit(
                    .addPost(title: "post", text: ""), id: MutationID("post"), mayHaveArrived: false, as: session)
            else { throw NotMade() }
            post = made
        }

        struct NotMade: Error {}

        func comment(mayHaveArrived: Bool, on board: MatrixBoard? = nil) async -> Outcome {
            await (board ?? self.board).submit(
                .addComment(post: post, parent: nil, text: "once"), id: MutationID("once"),
                mayHaveArrived: mayHaveArrived, as: session)
        }

        /// How many events the server has under the post, by its own word.
        func eventsOnTheServer() throws -> Int {
            let id = post.replacing("$", with: "%24")
            let reply = try server.ask(
                "GET", "/_matrix/client/v1/rooms/\(room.replacing("!", with: "%21"))/relations/\(id)/m.thread?limit=50",
                token: token)
            return reply.count(of: #""body":"once""#)
        }
    }

    @Test(arguments: FaultProxy.Fault.allCases.filter { $0 != .doubledAndReordered })
    func aCommentArrivesOnceWhateverHappensToIt(fault: FaultProxy.Fault) async throws {
        let scene = try await Scene()
        try scene.proxy.arm(fault, for: "/send/m.room.message/once")
        let first: Outcome
        if fault == .blackHole || fault == .late {
            first = await given(
                up: { await scene.comment(mayHaveArrived: false) }, once: { !scene.proxy.arrived.isEmpty })
        } else {
            first = await scene.comment(mayHaveArrived: false)
        }
        check(first, after: fault)
        scene.proxy.release()
        try scene.proxy.arm(nil, for: "/send/m.room.message/once")
        // Another process of the same account: nothing is remembered but what the outbox knows.
        let next = MatrixBoard(
            try MatrixAddress(scene.proxy.address), room: scene.board.room, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        let mayHaveArrived = if case .unknown = first { true } else { false }
        guard case .accepted(let id?, _) = await scene.comment(mayHaveArrived: mayHaveArrived, on: next) else {
            Issue.record("it was not taken once the fault was gone")
            return
        }
        #expect(try scene.eventsOnTheServer() == 1)
        #expect(
            try await next.comments(of: scene.post, PageRequest(limit: 9), as: scene.session).records.map(\.ref) == [
                .server(id)
            ])
        #expect(scene.proxy.strangers.withLock { $0 }.isEmpty, "the token followed a redirect")
    }

    private func check(_ outcome: Outcome, after fault: FaultProxy.Fault) {
        switch (fault, outcome) {
        case (.reset, .unknown(let failure)), (.resetAfterCommit, .unknown(let failure)),
            (.halfAnswer, .unknown(let failure)), (.status500, .unknown(let failure)),
            (.status502AfterCommit, .unknown(let failure)), (.htmlForJSON, .unknown(let failure)),
            (.emptyAnswer, .unknown(let failure)), (.blackHole, .unknown(let failure)),
            (.late, .unknown(let failure)):
            #expect(failure.mayHaveArrived)
        case (.refused, .offline(let failure)): #expect(!failure.mayHaveArrived && failure.isOffline)
        case (.status429, .transient(let failure, nil)),
            (.status429WithRetryAfter, .transient(let failure, .seconds(3)?)):
            #expect(failure.code == FailureCode.rateLimited && !failure.mayHaveArrived)
        case (.status401, .needsSignIn): break
        case (.redirect, .transient(let failure, nil)): #expect(!failure.mayHaveArrived)
        case (_, _): Issue.record("\(fault) ended as \(outcome)")
        }
    }

    /// Gives a request up once something has come to pass, as the deadline of a submit does.
    private func given(
        up work: @escaping @Sendable () async -> Outcome, once isSo: @escaping @Sendable () -> Bool
    ) async -> Outcome {
        await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await work() }
            group.addTask {
                while !isSo() { await Task.yield() }
                return nil
            }
            var outcome: Outcome?
            for await ended in group {
                if let ended { outcome = ended }
                group.cancelAll()
            }
            return outcome ?? .offline(Failure(code: "none"))
        }
    }

    @Test func aRefreshThatIsLostIsNotTheEndOfTheSession() async throws {
        let scene = try await Scene()
        let secret = scene.session.token
        let access = String(secret.components(after: #""access":""#).prefix { $0 != "\"" })
        // As it is when its time is over.
        let session = Session(
            account: scene.session.account, name: scene.session.name,
            token: secret.components(before: access) + "over" + secret.components(after: access))
        let board = MatrixBoard(
            try MatrixAddress(scene.proxy.address), room: scene.board.room, time: ManualTime(),
            hooks: MatrixBoard.Hooks { _ in "DEVICE" })
        func comment() async -> Outcome {
            await board.submit(
                .addComment(post: scene.post, parent: nil, text: "once"), id: MutationID("once"),
                mayHaveArrived: false, as: session)
        }
        for fault: FaultProxy.Fault in [.reset, .resetAfterCommit, .status502AfterCommit, .status429, .htmlForJSON] {
            try scene.proxy.arm(fault, for: "/refresh")
            guard case .offline(let failure) = await comment() else {
                Issue.record("\(fault) at the refresh was not taken for the network's")
                continue
            }
            #expect(!failure.mayHaveArrived)
        }
        try scene.proxy.arm(nil, for: "/refresh")
        guard case .accepted = await comment() else {
            Issue.record("it was not taken once the fault was gone")
            return
        }
        #expect(try scene.eventsOnTheServer() == 1)
    }

    @Test func anEditAHeartAndADeletionUnderAnIDOfTheirOwnAllHappen() async throws {
        let scene = try await Scene()
        guard case .accepted(let comment?, _) = await scene.comment(mayHaveArrived: false) else {
            Issue.record("not made")
            return
        }
        // Each loses its answer, and is sent again.
        for operation: Operation in [
            .editComment(comment, text: "edited"), .setCommentFavourite(comment, true),
            .setPostFavourite(scene.post, true),
            .setPostFavourite(scene.post, false),
        ] {
            let id = MutationID("\(operation)".filter(\.isLetter).prefix(20) + "\(operation.hashValue.magnitude)")
            try scene.proxy.arm(.resetAfterCommit, for: id.rawValue)
            guard
                case .unknown = await scene.board.submit(operation, id: id, mayHaveArrived: false, as: scene.session)
            else {
                Issue.record("\(operation) was answered")
                continue
            }
            try scene.proxy.arm(nil, for: id.rawValue)
            guard
                case .accepted = await scene.board.submit(operation, id: id, mayHaveArrived: true, as: scene.session)
            else {
                Issue.record("\(operation) was not taken")
                continue
            }
        }
        let shown = try await scene.board.comment(comment, as: scene.session)
        #expect(shown.text.raw == "edited" && shown.favourites == 1 && shown.isFavourited)
        #expect(try await scene.board.post(scene.post, as: scene.session).favourites == 0)
    }
}

extension String {
    func replacing(_ word: Character, with other: String) -> String {
        reduce(into: "") { $0 += $1 == word ? other : String($1) }
    }

    func count(of word: String) -> Int {
        var count = 0
        var rest = self
        while case let next = rest.components(after: word), !next.isEmpty {
            count += 1
            rest = next
        }
        return count
    }
}
