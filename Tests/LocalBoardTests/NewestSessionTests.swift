import Comments
import LocalBoard
import OptimisticState
import TestSupport
import Testing

/// What becomes of a session that a board does not take any more, and of the one that is remembered by then.
struct NewestSessionTests {
    private let bench: Bench
    private let board: LocalBoard
    private let service: NewestSessionService
    /// What another process would have written into the file.
    private let file = Locked<Session?>(nil)
    private let over = Locked(0)
    private let page = PageRequest(after: nil, limit: 9)

    init() throws {
        bench = try Bench()
        board = try bench.board()
        service = NewestSessionService(wrapping: board) { [file] in file.withLock { $0 } }
        service.whenOver { [over] in over.withLock { $0 += 1 } }
    }

    private func write(_ title: String, as session: Session) async -> Outcome {
        await service.submit(
            .addPost(title: title, text: ""), id: MutationID(title), mayHaveArrived: false, as: session)
    }

    @Test func aNewerSessionOfTheAccountIsUsedWithoutAWord() throws {
        try bench.run { [self] () async throws in
            let old = try await board.signUp(name: "aki", password: password)
            try await board.signOut(old)
            let new = try await board.signIn(name: "aki", password: password)
            file.withLock { $0 = new }
            guard case .accepted = await write("1", as: old) else { throw ServiceError.needsSignIn }
            #expect(try await service.posts(page, as: old).records.map(\.title.raw) == ["1"])
            #expect(try await service.changes(since: nil, as: old).said.isEmpty)
            #expect(over.withLock { $0 } == 0 && !service.isOver(old) && service.newest(old) == new)
            // The old one is ended again, and the new one goes on.
            try await service.signOut(old)
            #expect(try await board.posts(page, as: new).records.count == 1)
        }
    }

    @Test func withoutANewerOneItIsOverUntilThereIsOne() throws {
        try bench.run { [self] () async throws in
            let mio = try await board.signUp(name: "mio", password: password)
            let old = try await board.signUp(name: "aki", password: password)
            try await board.signOut(old)
            // Neither the same one nor another account's will do.
            for useless in [nil, old, mio] {
                file.withLock { $0 = useless }
                let before = over.withLock { $0 }
                guard case .needsSignIn = await write("1", as: old) else { throw ServiceError.notFound }
                await #expect(throws: ServiceError.needsSignIn) { try await service.posts(page, as: old) }
                #expect(over.withLock { $0 } == before + 2)
                #expect(service.isOver(old) && !service.goesOn(old))
            }
            #expect(!service.isOver(mio))
            let new = try await board.signIn(name: "aki", password: password)
            file.withLock { $0 = new }
            #expect(service.isOver(old))
            #expect(service.goesOn(old) && !service.isOver(old))
            guard case .accepted = await write("1", as: old) else { throw ServiceError.needsSignIn }
            // And so on with the next.
            try await board.signOut(new)
            guard case .needsSignIn = await write("2", as: old) else { throw ServiceError.notFound }
            #expect(service.isOver(old) && service.isOver(new))
        }
    }

    @Test func whatIsAskedAsNobodyIsNobodysSession() throws {
        try bench.run { [self] () async throws in
            #expect(try await service.posts(page, as: nil).records.isEmpty)
            await #expect(throws: ServiceError.notFound) { try await service.post("p9", as: nil) }
            #expect(over.withLock { $0 } == 0)
        }
    }
}
