import SQLiteStore
import TestSupport
import Testing

@Suite struct TransactionTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func aWriteThatThrowsLeavesNothing() throws {
        struct Stop: Error {}
        let database = try folder.open()
        try database.write { try database.add("kept") }
        #expect(throws: Stop.self) {
            try database.write {
                try database.add("dropped")
                throw Stop()
            }
        }
        #expect(try database.texts() == ["kept"])
        try database.write { try database.add("after") }
        #expect(try database.texts() == ["kept", "after"])
    }

    @Test func aConstraintTellsTheColumnAndNeverTheValue() throws {
        let database = try folder.open()
        try database.add("secret")
        let error = #expect(throws: DatabaseError.self) { try database.add("secret") }
        #expect(error?.code == .constraint)
        // SQLITE_CONSTRAINT_UNIQUE.
        #expect(error?.sqliteCode == 2067)
        #expect(error?.description.contains("note.text") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func whoComesSecondIsToldThatItIsBusy() throws {
        let (first, second) = (try folder.open(), try folder.open())
        try first.write {
            try first.add("first")
            #expect(code { try second.write { try second.add("second") } } == .busy)
            #expect(try second.texts().isEmpty)
        }
        try second.write { try second.add("second") }
        #expect(try first.texts() == ["first", "second"])
    }

    @Test func aReadSeesOneStateWhateverOthersWrite() throws {
        let (reader, writer) = (try folder.open(), try folder.open())
        try writer.add("before")
        try reader.read {
            #expect(try reader.texts() == ["before"])
            try writer.add("meanwhile")
            #expect(try reader.texts() == ["before"])
        }
        #expect(try reader.texts() == ["before", "meanwhile"])
    }

    @Test func aFullDiskRefusesOneWriteAndTheNextWorksWhenThereIsRoom() throws {
        let database = try folder.open()
        try database.add("kept")
        let pages = try database.row("PRAGMA page_count") { $0.int(0) } ?? 0
        try database.execute("PRAGMA max_page_count = \(pages)")
        let long = String(repeating: "x", count: 100_000)
        #expect(code { try database.write { try database.add(long) } } == .diskFull)
        #expect(try database.texts() == ["kept"])
        try database.execute("PRAGMA max_page_count = 1000000")
        try database.write { try database.add(long) }
        #expect(try database.texts().count == 2)
    }

    @Test func whatWasCommittedSurvivesAKillAndWhatWasNotIsGone() throws {
        let database = try folder.open { $0.checkpointPages = 0 }
        for number in 0..<100 { try database.add("\(number)") }
        let killed = try database.write {
            try database.add("not committed")
            return try folder.afterKill()
        }
        #expect(try killed.open().texts() == (0..<100).map(String.init))
    }

    @Test func aCheckpointMovesTheLogIntoTheFile() throws {
        let database = try folder.open { $0.checkpointPages = 0 }
        for number in 0..<100 { try database.add("\(number)") }
        #expect((folder.bytes(of: "notes.sqlite-wal")?.count ?? 0) > 100_000)
        let moved = try database.checkpoint()
        #expect(moved.pagesInLog > 0 && moved.pagesMoved == moved.pagesInLog)
        try database.checkpoint(.truncate)
        #expect(folder.bytes(of: "notes.sqlite-wal") == [])
        #expect(try database.texts().count == 100)
    }
}
