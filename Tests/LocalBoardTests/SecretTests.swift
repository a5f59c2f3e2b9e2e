import Comments
import LocalBoard
import OptimisticState
import SQLiteStore
import TestSupport
import Testing

@Suite struct SecretTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func neitherPasswordNorTokenStandsInAnyFile() throws {
        let board = try bench.board()
        let folder = bench.folder
        try bench.run {
            let first = try await board.signUp(name: "anna", password: password)
            let second = try await board.signIn(name: "anna", password: password)
            let files = folder.names()
            #expect(files.contains("board-wal"))
            for name in files {
                let bytes = folder.bytes(of: name) ?? []
                for secret in [password, first.token, second.token] {
                    #expect(!bytes.contains(secret.utf8), "in \(name)")
                }
                // Neither do the bytes that the token's digits stand for.
                #expect(!bytes.contains(hex(first.token)), "in \(name)")
            }
        }
    }

    @Test func aPasswordIsHashedWithArgon2idAtTheCostsForSigningIn() throws {
        let board = try bench.board { $0.passwordCost = .interactive }
        try bench.run { _ = try await board.signUp(name: "anna", password: password) }
        let schema = Bench.schema
        let database = try Database(bench.path, schema: schema)
        let hash = try #require(try database.row("SELECT password_hash FROM accounts") { $0.text(0) })
        #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    }

    @Test func wordsThatWereDeletedAreNotKept() throws {
        let board = try bench.board()
        let bench = bench
        try bench.run {
            let anna = try await board.signUp(name: "anna", password: password)
            let post = try await board.made(.addPost(title: "t", text: ""), id: MutationID("1"), as: anna)
            let operation = Operation.addComment(post: post, parent: nil, text: "first words")
            let comment = try await board.made(operation, id: MutationID("2"), as: anna)
            for (id, operation) in [
                ("3", Operation.editComment(comment, text: "second words")), ("4", .deleteComment(comment)),
            ] {
                _ = await board.submit(operation, id: MutationID(id), mayHaveArrived: false, as: anna)
            }
        }
        let database = try Database(bench.path, schema: Bench.schema)
        #expect(
            try database.rows("SELECT text FROM comments UNION ALL SELECT text FROM comment_edits") { $0.text(0) } == [
                ""
            ])
    }

    @Test func whatAnEditReplacedIsKept() throws {
        let board = try bench.board()
        try bench.run {
            let anna = try await board.signUp(name: "anna", password: password)
            let post = try await board.made(.addPost(title: "old title", text: "old"), id: MutationID("1"), as: anna)
            _ = await board.submit(
                .editPost(post, title: "new title", text: "new"), id: MutationID("2"), mayHaveArrived: false, as: anna)
        }
        let database = try Database(bench.path, schema: Bench.schema)
        let kept = try database.rows("SELECT title, text FROM post_edits") { "\($0.text(0)): \($0.text(1))" }
        #expect(kept == ["old title: old"])
    }

    private func hex(_ digits: String) -> [UInt8] {
        let digits = digits.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
