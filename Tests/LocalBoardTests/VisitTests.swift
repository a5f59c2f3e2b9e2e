import Comments
import LocalBoard
import OptimisticState
import TestSupport
import Testing

/// What somebody from outside may do on a board.
struct VisitTests {
    private let bench: Bench
    private let rules = BoardVisit(
        visitor: "aa", keyIsEnough: true, changesPerMinute: 2, favouritesPerMinute: 3, accountsPerVisitor: 2,
        accounts: 3)

    init() throws { bench = try Bench() }

    private func guestBoard(_ visitor: String = "aa", _ change: (inout BoardVisit) -> Void = { _ in }) throws
        -> LocalBoard
    {
        var rules = rules
        rules.visitor = visitor
        change(&rules)
        return try bench.board { $0.visit = rules }
    }

    @Test func nobodyIsCalledWhatEveryoneIsToThemselves() throws {
        let board = try bench.board()
        try bench.run {
            for name in ["you", "You", "YOU"] {
                await #expect(throws: ServiceError.form(.nameTaken)) {
                    try await board.signUp(name: name, password: password)
                }
            }
            for name in ["_", "...", "-_-"] {
                await #expect(throws: ServiceError.form(.nameHasNoLetter)) {
                    try await board.signUp(name: name, password: password)
                }
            }
            _ = try await board.signUp(name: "youth", password: password)
        }
    }

    @Test func anAccountWritesAsFastAsItMayAndIsToldHowLongToWait() throws {
        let (board, time) = (try guestBoard(), bench.time)
        try bench.run {
            let aki = try await board.signUp(name: "aki", password: password)
            func write(_ id: String) async -> Outcome {
                await board.submit(
                    .addPost(title: id, text: ""), id: MutationID(id), mayHaveArrived: false, as: aki)
            }
            _ = try await board.made(.addPost(title: "1", text: ""), id: MutationID("1"), as: aki)
            let second = await write("2").serverID
            let third = await write("3")
            guard case .transient(let failure, let wait) = third else { throw NotMade(outcome: third) }
            #expect(failure.code == FailureCode.rateLimited)
            #expect(wait == .seconds(30))
            // What was done is answered again, however often: a link that drops answers costs nobody their pace.
            #expect(second != nil)
            #expect(await write("2").serverID == second)
            time.advance(by: .milliseconds(29_999))
            guard case .transient = await write("3") else { throw NotMade(outcome: third) }
            time.advance(by: .milliseconds(1))
            _ = try await board.made(.addPost(title: "3", text: ""), id: MutationID("3"), as: aki)
            // Favourites are counted by themselves.
            for id in ["f1", "f2", "f3"] {
                let outcome = await board.submit(
                    .setPostFavourite("p1", id != "f2"), id: MutationID(id), mayHaveArrived: false, as: aki)
                guard case .accepted = outcome else { throw NotMade(outcome: outcome) }
            }
            let fourth = await board.submit(
                .setPostFavourite("p2", true), id: MutationID("f4"), mayHaveArrived: false, as: aki)
            guard case .transient = fourth else { throw NotMade(outcome: fourth) }
        }
    }

    @Test func aRefusedOneCostsNothing() throws {
        let board = try guestBoard()
        try bench.run {
            let aki = try await board.signUp(name: "aki", password: password)
            for id in ["a", "b", "c", "d"] {
                let outcome = await board.submit(
                    .addPost(title: " ", text: ""), id: MutationID(id), mayHaveArrived: false, as: aki)
                guard case .rejected = outcome else { throw NotMade(outcome: outcome) }
            }
            _ = try await board.made(.addPost(title: "1", text: ""), as: aki)
        }
    }

    @Test func accountsAreCountedByVisitorAndInAllAndByDay() throws {
        let (board, other, third, time) = (try guestBoard(), try guestBoard("bb"), try guestBoard("cc"), bench.time)
        try bench.run {
            for name in ["a1", "a2"] { _ = try await board.signUp(name: name, password: password) }
            await #expect(throws: ServiceError.form(.tooManyAccounts(limit: 2))) {
                try await board.signUp(name: "a3", password: password)
            }
            _ = try await other.signUp(name: "b1", password: password)
            await #expect(throws: ServiceError.form(.noMoreAccountsToday)) {
                try await third.signUp(name: "c1", password: password)
            }
            time.advance(by: .seconds(86_400))
            _ = try await third.signUp(name: "c1", password: password)
            _ = try await board.signUp(name: "a3", password: password)
        }
    }

    @Test func aKeyIsAnAccountForWhoHasItAndForNobodyElse() throws {
        let (board, other) = (try guestBoard(), try guestBoard("bb"))
        let closed = try guestBoard("cc") { $0.keyIsEnough = false }
        try bench.run {
            #expect(try await board.signInByKey() == nil)
            let aki = try await board.signUp(name: "aki", password: "")
            #expect(try await board.signInByKey()?.account == aki.account)
            #expect(try await board.signIn(name: "AKI", password: "").account == aki.account)
            await #expect(throws: ServiceError.form(.keyHasAccount)) {
                try await board.signUp(name: "aki2", password: "")
            }
            #expect(try await other.signInByKey() == nil)
            for password in ["", "x", " "] {
                await #expect(throws: ServiceError.self) { try await other.signIn(name: "aki", password: password) }
            }
            await #expect(throws: ServiceError.form(.passwordIsEmpty)) {
                try await closed.signUp(name: "mio", password: "")
            }
            try await board.setBanned(true, name: "aki")
            await #expect(throws: ServiceError.form(.banned)) { try await board.signInByKey() }
        }
    }

    @Test func nobodyReadsWithoutAnAccountWhereThatIsSo() throws {
        let board = try bench.board { $0.readingNeedsSignIn = true }
        try bench.run {
            let aki = try await board.signUp(name: "aki", password: password)
            let post = try await board.made(.addPost(title: "1", text: ""), as: aki)
            let page = PageRequest(after: nil, limit: 9)
            await #expect(throws: ServiceError.needsSignIn) { try await board.posts(page, as: nil) }
            await #expect(throws: ServiceError.needsSignIn) { try await board.comments(of: post, page, as: nil) }
            await #expect(throws: ServiceError.needsSignIn) { try await board.post(post, as: nil) }
            await #expect(throws: ServiceError.needsSignIn) { try await board.comment("c1", as: nil) }
            await #expect(throws: ServiceError.needsSignIn) { try await board.changes(since: nil, as: nil) }
            #expect(try await board.posts(page, as: aki).records.count == 1)
        }
    }

    @Test func hashesAreTakenInTurn() throws {
        let turns = CountedTurns()
        let board = try bench.board { $0.hashingTurns = turns }
        try bench.run {
            _ = try await board.signUp(name: "aki", password: password)
            _ = try await board.signIn(name: "aki", password: password)
            _ = try? await board.signIn(name: "aki", password: "wrong password")
        }
        #expect(turns.count.withLock { $0 } == [1, 0, 1, 0, 1, 0])
    }
}

extension Outcome {
    fileprivate var serverID: String? { if case .accepted(let id, _) = self { id } else { nil } }
}

private final class CountedTurns: HashingTurns {
    let count = Locked<[Int]>([])
    func begin() { count.withLock { $0.append(($0.last ?? 0) + 1) } }
    func end() { count.withLock { $0.append(($0.last ?? 0) - 1) } }
}
