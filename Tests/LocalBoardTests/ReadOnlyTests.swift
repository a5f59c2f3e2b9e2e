import Comments
import Glibc
import LocalBoard
import OptimisticState
import TestSupport
import Testing

@Suite struct ReadOnlyTests {
    let bench: Bench

    /// With a name that a URI has to escape, and one that it must not.
    init() throws { bench = try Bench(named: "brät 板 ?#%41") }

    /// A board with one post, closed; and who wrote it.
    private func prepared() throws -> Session {
        let writer = Locked<Session?>(nil)
        try bench.run { [bench] in
            let board = try bench.board()
            let anna = try await board.signUp(name: "anna", password: password)
            _ = try await board.made(.addPost(title: "kept", text: ""), as: anna)
            writer.withLock { $0 = anna }
        }
        return try #require(writer.withLock { $0 })
    }

    @Test(arguments: [(file: 0o400, folder: 0o700), (file: 0o400, folder: 0o500), (file: 0o600, folder: 0o500)])
    func aBoardThatCanNotBeWrittenIsReadAndRefusesTheRest(_ modes: (file: mode_t, folder: mode_t)) throws {
        let anna = try prepared()
        let before = bench.folder.bytes(of: bench.name)
        try asOrdinaryUser(owning: [bench.folder.path, bench.path]) {
            chmod(bench.path, modes.file)
            chmod(bench.folder.path, modes.folder)
            defer { chmod(bench.folder.path, 0o700) }
            let board = try bench.board()
            #expect(!board.wasCreated)
            try bench.run {
                #expect(try await board.posts(PageRequest(limit: 9), as: anna).records.map(\.title.raw) == ["kept"])
                #expect(try await board.posts(PageRequest(limit: 9), as: nil).records.count == 1)
                #expect(try await board.changes(since: nil, as: anna).said.isEmpty)
                let outcome = await board.submit(
                    .addPost(title: "t", text: ""), id: MutationID("n"), mayHaveArrived: false, as: anna)
                guard case .rejected(let failure) = outcome else { throw NotMade(outcome: outcome) }
                #expect(failure.code == FailureCode.readOnly)
                await #expect(throws: ServiceError.self) { try await board.signUp(name: "berta", password: password) }
                await #expect(throws: ServiceError.self) { try await board.signIn(name: "anna", password: password) }
                // What it has already done it says again.
                #expect(try await board.made(.addPost(title: "kept", text: ""), as: anna) == "p1")
            }
        }
        #expect(bench.folder.bytes(of: bench.name) == before)
    }

    @Test func anEmptyFileThatCanNotBeWrittenIsNoBoardYet() throws {
        try bench.folder.write([], to: bench.name)
        try asOrdinaryUser(owning: [bench.folder.path, bench.path]) {
            chmod(bench.path, 0o400)
            #expect(throws: BoardError.needsWriting) { try bench.board() }
        }
    }
}

/// Runs `body` with the rights of an ordinary user on the file system. The superuser may write whatever its mode says,
/// and tests often run as that; the kernel lets one thread alone give that up (setfsuid(2), not in Glibc's module).
private func asOrdinaryUser(owning paths: [String], _ body: () throws -> Void) throws {
    guard geteuid() == 0 else { return try body() }
    let nobody: uid_t = 65_534
    for path in paths { chown(path, nobody, nobody) }
    let symbol = try #require(dlsym(nil, "setfsuid"))
    let setfsuid = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> CInt).self)
    _ = setfsuid(nobody)
    defer { _ = setfsuid(0) }
    try body()
}
