import Comments
import LocalBoard
import OptimisticState
import OutboxStore
import ServiceConformance
import TestSupport
import Testing

/// The process ends before and after every call of the journal and of the service, one run for each: what was on disk
/// when it ended is on the board once, in order, after the next start.
@Suite struct KillTests {
    @Test func whereverTheProcessEndsNothingIsLostAndNothingIsPostedTwice() throws {
        var moment = 0
        while true {
            let run = try Run(killedAfter: moment)
            let wasKilled = try run.live()
            try run.checkNextLife(moment)
            if !wasKilled { break }
            moment += 1
        }
        #expect(moment > 40, "the history has to be worth killing")
    }
}

/// One history on a real board and a real outbox, and the life after it.
private struct Run {
    let folder: TemporaryFolder
    let time = ManualTime()
    let executor = ManualExecutor()
    let board: LocalBoard
    let fate: KillSwitch
    let session: Session

    init(killedAfter moment: Int) throws {
        folder = try TemporaryFolder()
        fate = KillSwitch(after: moment)
        var settings = LocalBoard.Settings()
        settings.passwordCost = .least
        settings.storageExecutor = ManualSerialExecutor(on: executor)
        settings.hashingExecutor = ManualSerialExecutor(on: executor)
        let board = try LocalBoard(folder.file("board"), time: time, settings: settings, announce: {})
        self.board = board
        let made = Locked<Session?>(nil)
        try Conformance.run(on: time, executor) {
            let anna = try await board.signUp(name: "anna", password: "correct horse")
            _ = await board.submit(
                .addPost(title: "post", text: ""), id: MutationID("post"), mayHaveArrived: false, as: anna)
            _ = await board.submit(
                .addComment(post: "p1", parent: nil, text: "old"), id: MutationID("old"), mayHaveArrived: false,
                as: anna)
            made.withLock { $0 = anna }
        }
        session = try #require(made.withLock { $0 })
    }

    private func journal() throws -> SQLiteJournal<Connection> {
        let time = time
        return try SQLiteJournal(folder.file("outbox"), account: session.account, kinds: commentKinds) { time.now() }
    }

    private func store(_ journal: some Journal<Connection>, _ name: String) throws -> OptimisticStore<Connection> {
        let counter = Locked(0)
        return try OptimisticStore(
            journal: journal, time: time,
            makeID: {
                counter.withLock { counter in
                    counter += 1
                    return MutationID("\(name)\(counter)")
                }
            }, jitter: { 0.5 })
    }

    private var name: UntrustedText { UntrustedText(session.name) }

    /// - Returns: whether it was killed on the way.
    func live() throws -> Bool {
        let mortal = MortalJournal(inner: try journal(), fate: fate)
        guard let store = try? store(mortal, "first") else { return true }
        let connection = Connection(
            service: MortalService(inner: board, fate: fate), session: session, deadlines: Deadlines(time: time))
        let drain = executor.start { await store.drain(to: connection, retries: .standard) }
        executor.run()
        defer {
            // A dead process does nothing more; this one's calls reach nothing any more anyway.
            drain.cancel()
            executor.run()
        }
        for text in ["one", "two", "three"] {
            store.enqueue(AddComment(post: .server("p1"), text: UntrustedText(text), author: name))
        }
        executor.run()
        store.enqueue(EditComment(comment: .server("c1"), text: UntrustedText("new")))
        store.enqueue(SetCommentFavourite(comment: .server("c1"), wish: true))
        store.enqueue(AddComment(post: .server("p1"), text: UntrustedText("four"), author: name))
        executor.run()
        return fate.isDead
    }

    func checkNextLife(_ moment: Int) throws {
        let durable = fate.durable
        let store = try store(journal(), "second")
        let connection = Connection(service: board, session: session, deadlines: Deadlines(time: time))
        let drain = executor.start { await store.drain(to: connection, retries: .standard) }
        executor.run()
        // A lease of the first life is silent from now on.
        time.advance(by: .seconds(6))
        executor.run()
        #expect(store.read { $0.outbox.isEmpty }, "killed after \(moment) moments")
        drain.cancel()
        executor.run()
        let board = board
        let seen = Locked<[(text: String, isFavourited: Bool)]>([])
        let session = session
        try Conformance.run(on: time, executor) {
            let page = try await board.comments(of: "p1", PageRequest(limit: 100), as: session)
            seen.withLock { $0 = page.records.reversed().map { ($0.text.raw, $0.isFavourited) } }
        }
        let texts = seen.withLock { $0.map(\.text) }
        let expected =
            [durable.contains(MutationID("first4")) ? "new" : "old"]
            + zip(["first1", "first2", "first3", "first6"], ["one", "two", "three", "four"])
            .filter { durable.contains(MutationID($0.0)) }.map(\.1)
        #expect(texts == expected, "killed after \(moment) moments")
        let isFavourited = seen.withLock { $0.first?.isFavourited }
        #expect(isFavourited == durable.contains(MutationID("first5")), "killed after \(moment) moments")
    }
}
