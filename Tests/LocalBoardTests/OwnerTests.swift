import Comments
import LocalBoard
import OptimisticState
import TestSupport
import Testing

/// What the board's owner does with it.
struct OwnerTests {
    private let bench: Bench
    private let page = PageRequest(after: nil, limit: 9)

    init() throws { bench = try Bench() }

    @Test func whatIsRemovedIsGoneForEveryoneAndTold() throws {
        let rings = Locked(0)
        let board = try bench.board(announce: { rings.withLock { $0 += 1 } })
        let page = page
        try bench.run {
            let aki = try await board.signUp(name: "aki", password: password)
            let post = try await board.made(.addPost(title: "1", text: ""), id: MutationID("1"), as: aki)
            let comment = try await board.made(
                .addComment(post: post, parent: nil, text: "spam"), id: MutationID("2"), as: aki)
            let seen = try await board.changes(since: nil, as: nil).cursor
            let before = rings.withLock { $0 }
            try await board.remove(comment)
            #expect(rings.withLock { $0 } == before + 1)
            #expect(try await board.changes(since: seen, as: nil).said.count == 2)
            #expect(try await board.comments(of: post, page, as: nil).records.isEmpty)
            #expect(try await board.post(post, as: nil).comments == 0)
            await #expect(throws: ServiceError.notFound) { try await board.remove(comment) }
            try await board.remove(post)
            for id in [post, "p99", "", "c0", "../p1"] {
                await #expect(throws: ServiceError.notFound) { try await board.remove(id) }
            }
        }
    }

    @Test func whoIsBannedIsOutUntilLetInAgain() throws {
        let board = try bench.board()
        let page = page
        try bench.run {
            let aki = try await board.signUp(name: "aki", password: password)
            try await board.setBanned(true, name: "AKI")
            await #expect(throws: ServiceError.needsSignIn) { try await board.posts(page, as: aki) }
            // Said whatever the password is, and before one is hashed.
            await #expect(throws: ServiceError.form(.banned)) {
                try await board.signIn(name: "aki", password: "wrong one")
            }
            await #expect(throws: ServiceError.form(.nameTaken)) {
                try await board.signUp(name: "aki", password: password)
            }
            try await board.setBanned(false, name: "aki")
            _ = try await board.signIn(name: "aki", password: password)
            await #expect(throws: ServiceError.notFound) { try await board.setBanned(true, name: "mio") }
        }
    }

    @Test func anotherPasswordEndsTheSessionsOfTheOldOne() throws {
        let board = try bench.board()
        let page = page
        try bench.run {
            let aki = try await board.signUp(name: "aki", password: password)
            for _ in 0..<6 { _ = try? await board.signIn(name: "aki", password: "wrong password") }
            try await board.resetPassword(of: "aki", to: "another horse")
            await #expect(throws: ServiceError.needsSignIn) { try await board.posts(page, as: aki) }
            _ = try await board.signIn(name: "aki", password: "another horse")
            await #expect(throws: ServiceError.form(.wrongNameOrPassword)) {
                try await board.signIn(name: "aki", password: password)
            }
            await #expect(throws: ServiceError.notFound) { try await board.resetPassword(of: "mio", to: password) }
        }
    }

    @Test func signUpIsClosedAndOpened() throws {
        let (board, other) = (try bench.board(), try bench.board())
        try bench.run {
            try await board.setSignUp(isOpen: false)
            await #expect(throws: ServiceError.form(.signUpClosed)) {
                try await other.signUp(name: "aki", password: password)
            }
            try await board.setSignUp(isOpen: true)
            _ = try await other.signUp(name: "aki", password: password)
        }
    }

    @Test func aCopyIsABoardAndIsNeverWrittenOverAnother() throws {
        let board = try bench.board()
        let (copy, page) = (bench.folder.file("copy"), page)
        try bench.run {
            let aki = try await board.signUp(name: "aki", password: password)
            _ = try await board.made(.addPost(title: "1", text: ""), id: MutationID("1"), as: aki)
            try await board.backUp(to: copy)
            await #expect(throws: ServiceError.self) { try await board.backUp(to: copy) }
        }
        let second = try LocalBoard(copy, time: bench.time, settings: bench.settings()) {}
        try bench.run {
            #expect(try await second.posts(page, as: nil).records.map(\.title.raw) == ["1"])
            let health = try await second.check()
            #expect(health.problems.isEmpty)
            #expect(health.accounts == 1 && health.posts == 1 && health.comments == 0)
        }
    }

    @Test(arguments: ["akI1", "AKLI", "ak1I"]) func namesThatLookTheSameAreOneName(name: String) throws {
        let board = try bench.board()
        try bench.run {
            _ = try await board.signUp(name: "aklI", password: password)
            _ = try await board.signUp(name: "corny", password: password)
            for name in [name, "comy", "c0rny"] {
                await #expect(throws: ServiceError.form(.nameTaken)) {
                    try await board.signUp(name: name, password: password)
                }
            }
            _ = try await board.signUp(name: "aki", password: password)
        }
    }
}
