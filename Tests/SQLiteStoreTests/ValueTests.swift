import SQLiteStore
import TestSupport
import Testing

@Suite struct ValueTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["", "a", "a\u{0}b", "한글 👨‍👩‍👧‍👦 \u{202E}", String(repeating: "long", count: 100_000)])
    func textComesBackAsItWas(_ text: String) throws {
        let database = try folder.open()
        try database.add(text)
        #expect(try database.texts() == [text])
        #expect(try database.row("SELECT text FROM note WHERE text = ?", text) { $0.text(0) } == text)
    }

    @Test func bytesNumbersAndNothingComeBackAsTheyWere() throws {
        let database = try folder.open()
        try database.run("INSERT INTO note VALUES (?, ?, ?)", Int64.min, "least", [UInt8]())
        try database.run("INSERT INTO note VALUES (?, ?, ?)", Int.max, "most", [0, 255, 0] as [UInt8])
        try database.run("INSERT INTO note VALUES (?, ?, ?)", true, "one", [UInt8]?.none)
        let found = try database.rows("SELECT id, text, data FROM note ORDER BY id") {
            ($0.int64(0), $0.optionalText(1), $0.optionalBlob(2))
        }
        #expect(found.map(\.0) == [.min, 1, .max])
        #expect(found.map(\.1) == ["least", "one", "most"])
        #expect(found.map(\.2) == [[], nil, [0, 255, 0]])
        #expect(database.lastInsertedRowID == 1)
    }

    @Test func textThatIsNotUTF8ComesRepaired() throws {
        let text = try folder.open().row("SELECT CAST(x'61C32862' AS TEXT)") { $0.text(0) }
        #expect(text == "a\u{FFFD}(b")
    }

    @Test func aQueryMayBeAskedInsideItself() throws {
        let database = try folder.open()
        for text in ["a", "b", "c"] { try database.add(text) }
        let pairs = try database.rows("SELECT text FROM note ORDER BY id") { outer in
            let outer = outer.text(0)
            return try database.rows("SELECT text FROM note ORDER BY id") { outer + $0.text(0) }
        }
        #expect(Array(pairs.joined()) == ["aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"])
    }

    @Test func aStatementIsUsableAfterItsClosureThrew() throws {
        struct Stop: Error {}
        let database = try folder.open()
        for text in ["a", "b"] { try database.add(text) }
        #expect(throws: Stop.self) { try database.row("SELECT text FROM note ORDER BY id") { _ in throw Stop() } }
        #expect(try database.texts() == ["a", "b"])
    }

    @Test func aWrongNumberOfValuesIsAnError() throws {
        let database = try folder.open()
        #expect(code { try database.run("INSERT INTO note (text) VALUES (?)") } == .other)
        #expect(code { try database.run("INSERT INTO note (text) VALUES (?)", "a", "b") } == .other)
        #expect(try database.texts().isEmpty)
    }
}
