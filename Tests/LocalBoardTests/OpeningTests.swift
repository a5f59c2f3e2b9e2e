import Comments
import Glibc
import LocalBoard
import OptimisticState
import SQLiteStore
import TestSupport
import Testing

@Suite struct OpeningTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func aMissingFileIsMadeForItsOwnerAlone() throws {
        let board = try bench.board()
        #expect(board.wasCreated && !board.isReadOnly)
        #expect(bench.folder.mode(of: "board") == 0o600)
        try bench.run { _ = try await board.signUp(name: "anna", password: password) }
        for name in bench.folder.names() { #expect(bench.folder.mode(of: name) == 0o600, "\(name)") }
        #expect(try !bench.board().wasCreated)
    }

    @Test func withoutItsFolderThereIsNoBoard() throws {
        #expect(throws: BoardError.noFolder) {
            try LocalBoard(bench.folder.file("missing/board"), time: bench.time, settings: bench.settings()) {}
        }
        #expect(bench.folder.names().isEmpty)
    }

    @Test(arguments: [
        Array(
            "This is a letter, not a database. It is long enough to hold a header of a hundred bytes, and some.".utf8),
        Array(repeating: 0, count: 4_096), Array("short".utf8),
    ])
    func aFileThatIsNotABoardStaysAsItWas(_ bytes: [UInt8]) throws {
        try bench.folder.write(bytes, to: "board")
        #expect(throws: BoardError.notABoard) { try bench.board() }
        #expect(bench.folder.bytes(of: "board") == bytes)
    }

    @Test func anotherProgramsDatabaseStaysAsItWas() throws {
        try otherDatabase("CREATE TABLE notes (text TEXT); PRAGMA user_version = 1;")
        let before = bench.folder.bytes(of: "board")
        #expect(throws: BoardError.notABoard) { try bench.board() }
        #expect(bench.folder.bytes(of: "board") == before)
    }

    @Test func aBoardOfANewerVersionStaysAsItWas() throws {
        try otherDatabase(
            "CREATE TABLE accounts (id); PRAGMA application_id = \(0x7261_6B62); PRAGMA user_version = 99;")
        let before = bench.folder.bytes(of: "board")
        #expect(throws: BoardError.newerVersion(found: 99, known: 2)) { try bench.board() }
        #expect(bench.folder.bytes(of: "board") == before)
    }

    @Test func anEmptyFileBecomesABoard() throws {
        try bench.folder.write([], to: "board")
        let board = try bench.board()
        #expect(!board.wasCreated)
        try bench.run {
            let anna = try await board.signUp(name: "anna", password: password)
            _ = try await board.made(.addPost(title: "t", text: ""), as: anna)
        }
    }

    @Test func aFolderIsNoBoard() throws {
        mkdir(bench.path, 0o700)
        #expect(throws: BoardError.self) { try bench.board() }
    }

    @Test func whatWasCommittedIsThereAfterAKill() throws {
        let board = try bench.board()
        let folder = bench.folder
        try bench.run {
            let anna = try await board.signUp(name: "anna", password: password)
            let post = try await board.made(.addPost(title: "t", text: ""), as: anna)
            let operation = Operation.addComment(post: post, parent: nil, text: "kept")
            let comment = try await board.made(operation, id: MutationID("c"), as: anna)
            // What a killed process leaves: the file and its log, never closed. The index of the log is made anew.
            for name in ["board", "board-wal"] {
                try folder.write(folder.bytes(of: name) ?? [], to: name.replacing("board", with: "killed"))
            }
            let again = try LocalBoard(folder.file("killed"), time: bench.time, settings: bench.settings()) {}
            #expect(try await again.comment(comment, as: anna).text.raw == "kept")
            #expect(try await again.made(operation, id: MutationID("c"), as: anna) == comment)
            #expect(try await again.comments(of: post, PageRequest(limit: 9), as: anna).records.count == 1)
        }
    }

    /// A file at the board's path that something else made; closed, so that no log stands beside it.
    private func otherDatabase(_ script: String) throws {
        let schema = Schema(applicationID: 1, migrations: [])
        let database = try Database(bench.path, schema: schema)
        try database.execute("PRAGMA application_id = 0")
        try database.execute(script)
        try database.execute("PRAGMA journal_mode = DELETE")
    }

    @Test func aBoardOfTheFirstVersionIsBroughtUpWithAllThatIsOnIt() throws {
        let bench = bench
        let page = PageRequest(after: nil, limit: 9)
        do {
            let board = try bench.board()
            try bench.run {
                let aki = try await board.signUp(name: "aki", password: password)
                _ = try await board.made(.addPost(title: "t", text: ""), as: aki)
            }
        }
        try Database(bench.path, schema: Bench.schema).execute(
            """
            DROP TABLE choices; DROP TABLE account_keys; DROP TABLE sign_ups; DROP TABLE paces;
            DROP INDEX sessions_of_account; DROP INDEX accounts_by_look;
            ALTER TABLE accounts DROP COLUMN banned_at;
            PRAGMA user_version = 1;
            """)
        let board = try bench.board()
        try bench.run {
            #expect(try await board.posts(page, as: nil).records.count == 1)
            _ = try await board.signIn(name: "aki", password: password)
            try await board.setBanned(true, name: "aki")
            await #expect(throws: ServiceError.form(.banned)) {
                try await board.signIn(name: "aki", password: password)
            }
        }
    }
}
