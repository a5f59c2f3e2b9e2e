import Comments
import LocalBoard
import OptimisticState
import SQLiteStore
import TestSupport
import Testing

@Suite struct TwoProcessesTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func eachHearsOfTheOthersCommitsByTheBellAndOnlyThen() throws {
        let rings = Locked(0)
        let here = try bench.board(announce: { rings.withLock { $0 += 1 } })
        let there = try bench.board()
        let bench = bench
        let heard = Locked<[String]>([])
        let session = Locked<Session?>(nil)
        try bench.run {
            let anna = try await here.signUp(name: "anna", password: password)
            session.withLock { $0 = anna }
        }
        let anna = try #require(session.withLock { $0 })
        let rung = rings.withLock { $0 }
        let following = bench.executor.start {
            var cursor: Cursor?
            while let batch = try? await there.changes(since: cursor, as: anna) {
                cursor = batch.cursor
                for case .post(let post, let echo) in batch.said {
                    heard.withLock { $0.append("\(post.title.raw) \(echo?.rawValue ?? "-")") }
                }
            }
        }
        bench.executor.run()
        try bench.run { _ = try await here.made(.addPost(title: "news", text: ""), id: MutationID("n"), as: anna) }
        #expect(rings.withLock { $0 } == rung + 1)
        #expect(heard.withLock { $0 }.isEmpty)
        there.wakeUp()
        bench.executor.run()
        #expect(heard.withLock { $0 } == ["news n"])
        // A bell without news wakes nobody for long, and an answer that comes again rings none.
        there.wakeUp()
        try bench.run { _ = try await here.made(.addPost(title: "news", text: ""), id: MutationID("n"), as: anna) }
        #expect(heard.withLock { $0 }.count == 1)
        #expect(rings.withLock { $0 } == rung + 1)
        #expect(bench.time.sleeperCount == 0)
        following.cancel()
        bench.executor.run()
    }

    @Test func theBellRingsWhenTheCommitCanBeRead() throws {
        let bench = bench
        let other = try bench.board()
        let seen = Locked<[Int]>([])
        let board = try bench.board(announce: {
            // Another process would look as soon as it hears.
            let schema = Bench.schema
            let count = try? Database(bench.path, schema: schema).row("SELECT count(*) FROM posts") { $0.int(0) }
            seen.withLock { $0.append(count ?? -1) }
        })
        try bench.run {
            let anna = try await other.signUp(name: "anna", password: password)
            _ = try await board.made(.addPost(title: "t", text: ""), as: anna)
        }
        #expect(seen.withLock { $0 } == [1])
    }

    @Test func whoHasNotLookedForLongIsToldOfTheGap() throws {
        let bench = bench
        try bench.run {
            let board = try bench.board { $0.keptChanges = 10 }
            let anna = try await board.signUp(name: "anna", password: password)
            let beginning = try await board.changes(since: nil, as: anna).cursor
            for number in 0..<10 {
                _ = try await board.made(.addPost(title: "t", text: ""), id: MutationID("\(number)"), as: anna)
            }
            let all = try await board.changes(since: beginning, as: anna)
            #expect(all.said.count == 10 && !all.hasGap)
            _ = try await board.made(.addPost(title: "t", text: ""), id: MutationID("last"), as: anna)
            let gap = try await board.changes(since: beginning, as: anna)
            #expect(gap.hasGap && gap.said.isEmpty)
            #expect(try await board.changes(since: all.cursor, as: anna).said.count == 1)
        }
    }

    @Test func aLongAbsenceIsCaughtUpInStretches() throws {
        let bench = bench
        try bench.run {
            let board = try bench.board()
            let anna = try await board.signUp(name: "anna", password: password)
            let post = try await board.made(.addPost(title: "t", text: ""), as: anna)
            var cursor = try await board.changes(since: nil, as: anna).cursor
            // Each touches two records: itself, and the post that counts it.
            for number in 0..<300 {
                let operation = Operation.addComment(post: post, parent: nil, text: "t")
                _ = try await board.made(operation, id: MutationID("\(number)"), as: anna)
            }
            var comments: Set<Ref<Comments.Comment>> = []
            var batches = 0
            while comments.count < 300 {
                let batch = try await board.changes(since: cursor, as: anna)
                cursor = batch.cursor
                batches += 1
                for case .comment(let comment, _) in batch.said { comments.insert(comment.ref) }
            }
            #expect(batches == 2)
        }
    }

    @Test func boardsOnThreadsOfTheirOwnLoseAndDoubleNothing() async throws {
        let bench = bench
        let time = HurriedTime()
        var settings = LocalBoard.Settings()
        settings.passwordCost = .least
        let boards = try (0..<3).map { [settings] _ in try LocalBoard(bench.path, time: time, settings: settings) {} }
        let anna = try await boards[0].signUp(name: "anna", password: password)
        let post = try await boards[1].made(.addPost(title: "t", text: ""), id: MutationID("post"), as: anna)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                // Twice under each id, on two boards.
                for board in [boards[number % 3], boards[(number + 1) % 3]] {
                    group.addTask {
                        let operation = Operation.addComment(post: post, parent: nil, text: "\(number)")
                        while case .transient = await board.submit(
                            operation, id: MutationID("\(number)"), mayHaveArrived: false, as: anna)
                        {}
                    }
                }
            }
        }
        for board in boards {
            let comments = try await board.comments(of: post, PageRequest(limit: 100), as: anna).records
            #expect(comments.count == 60)
            #expect(Set(comments.map(\.text.raw)) == Set((0..<60).map { "\($0)" }))
        }
    }
}

/// Time for tests on real threads: whoever wants to sleep is given the time at once.
private final class HurriedTime: Timekeeper {
    private let moment = Locked(Timestamp(milliseconds: 1_000_000_000_000))

    func now() -> Timestamp { moment.withLock { $0 } }

    func sleep(until deadline: Timestamp) async throws {
        try Task.checkCancellation()
        moment.withLock { $0 = max($0, deadline) }
        await Task.yield()
    }
}
