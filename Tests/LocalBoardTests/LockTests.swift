import Comments
import LocalBoard
import OptimisticState
import SQLiteStore
import TestSupport
import Testing

@Suite struct LockTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// Another connection that holds the write lock until it is told to let go.
    private final class Holder {
        private let database: Database
        init(_ path: String) throws {
            database = try Database(path, schema: Bench.schema)
        }
        func hold() throws { try database.execute("BEGIN IMMEDIATE") }
        func letGo() throws { try database.execute("ROLLBACK") }
    }

    @Test func aBoardThatIsLockedForOver5SecondsIsBusyAndStillRead() throws {
        let board = try bench.board()
        let session = Locked<Session?>(nil)
        try bench.run {
            let anna = try await board.signUp(name: "anna", password: password)
            _ = try await board.made(.addPost(title: "t", text: ""), as: anna)
            session.withLock { $0 = anna }
        }
        let anna = try #require(session.withLock { $0 })
        let holder = try Holder(bench.path)
        try holder.hold()
        let outcome = Locked<Outcome?>(nil)
        let sending = bench.executor.start {
            let answer = await board.submit(
                .addPost(title: "u", text: ""), id: MutationID("u"), mayHaveArrived: false, as: anna)
            outcome.withLock { $0 = answer }
        }
        defer { sending.cancel() }
        bench.executor.run()
        let begun = bench.time.now()
        while outcome.withLock({ $0 == nil }), let deadline = bench.time.nextDeadline {
            // Whoever reads does not wait for whoever writes.
            let posts = bench.executor.result { try? await board.posts(PageRequest(limit: 9), as: anna).records.count }
            #expect(posts == 1)
            bench.time.advance(by: deadline - bench.time.now())
            bench.executor.run()
        }
        #expect(bench.time.now() - begun == .seconds(5))
        guard case .transient(let failure, nil) = outcome.withLock({ $0 }) else {
            Issue.record("the board was not busy: \(String(describing: outcome.withLock { $0 }))")
            return
        }
        #expect(failure.code == FailureCode.busy && failure.isTransient && !failure.mayHaveArrived)
        try holder.letGo()
        try bench.run {
            let post = try await board.made(.addPost(title: "u", text: ""), id: MutationID("u"), as: anna)
            #expect(post == "p2")
        }
    }

    @Test func aLockThatIsGivenBackInTimeCostsNothingButTime() throws {
        let board = try bench.board()
        let holder = try Holder(bench.path)
        try holder.hold()
        let signedUp = Locked(false)
        bench.executor.start {
            let session = try? await board.signUp(name: "anna", password: password)
            signedUp.withLock { $0 = session != nil }
        }
        bench.executor.run()
        bench.time.advance(by: .seconds(4))
        bench.executor.run()
        #expect(!signedUp.withLock { $0 })
        try holder.letGo()
        bench.time.advance(by: .milliseconds(100))
        bench.executor.run()
        #expect(signedUp.withLock { $0 })
    }

    @Test func aSubmitThatIsGivenUpWhileItWaitsHasDoneNothing() throws {
        let board = try bench.board()
        let session = Locked<Session?>(nil)
        try bench.run {
            let anna = try await board.signUp(name: "anna", password: password)
            session.withLock { $0 = anna }
        }
        let anna = try #require(session.withLock { $0 })
        let holder = try Holder(bench.path)
        try holder.hold()
        let sending = bench.executor.start {
            await board.submit(.addPost(title: "t", text: ""), id: MutationID("t"), mayHaveArrived: false, as: anna)
        }
        bench.executor.run()
        sending.cancel()
        bench.executor.run()
        try holder.letGo()
        try bench.run {
            let outcome = await sending.value
            guard case .transient = outcome else { throw NotMade(outcome: outcome) }
            #expect(try await board.posts(PageRequest(limit: 9), as: anna).records.isEmpty)
        }
    }
}
