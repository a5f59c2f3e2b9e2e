import Comments
import Glibc
import OptimisticState
import SQLiteStore
import TestSupport
import Testing

@testable import OutboxStore

@Suite struct DiskTests {
    let outbox: OutboxFolder
    init() throws { outbox = try OutboxFolder() }

    @Test func whatWasWrittenSurvivesAKillWithItsStage() throws {
        let journal = try outbox.journal()
        try journal.append("a", "b")
        try journal.write { $0.updated = [MutationID("a"): MutationState(stage: .inFlight, attempts: 1)] }
        let contents = try outbox.afterKill().journal().load()
        #expect(contents.texts == ["a", "b"])
        #expect(contents["a"]?.state == MutationState(stage: .inFlight, attempts: 1))
    }

    @Test func theFileIsItsOwnersAlone() throws {
        let journal = try outbox.journal()
        try journal.append("m")
        #expect(outbox.folder.names().count == 3)
        #expect(outbox.folder.names().allSatisfy { outbox.folder.mode(of: $0) == 0o600 })
    }

    @Test func aBatchIsWrittenWholeOrNotAtAll() throws {
        let journal = try outbox.journal()
        let before = try journal.append("there").revision
        #expect(throws: DatabaseError.self) {
            try journal.write { batch in
                batch.appended = [new("fresh"), new("there")]
                batch.removed = [MutationID("there"): .discarded]
            }
        }
        let contents = try journal.load()
        #expect(contents.names == ["there"] && contents.revision == before)
    }

    @Test func aFullDiskRefusesAWriteAndTakesItLater() throws {
        let journal = try outbox.journal()
        try journal.append("before")
        try limit(journal, "(SELECT page_count FROM pragma_page_count)")
        let long = new("long", comment(String(repeating: "x", count: 100_000)))
        let error = #expect(throws: DatabaseError.self) { try journal.write { $0.appended = [long] } }
        #expect(error?.code == .diskFull)
        #expect(try journal.load().names == ["before"])
        try limit(journal, "1000000")
        try journal.write { $0.appended = [long] }
        #expect(try journal.load().names == ["before", "long"])
    }

    @Test func aFileThatIsLockedForNowIsNoReasonNotToStart() throws {
        try outbox.journal().append("m")
        let locker = try OutboxConnection.open(outbox.path, .zero)
        try locker.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
        let journal = try outbox.journal(patience: .zero)
        // What can't be read may hold something: not the same as nothing.
        #expect(throws: DatabaseError.self) { try journal.load() }
        #expect(throws: JournalBusy.self) { try journal.append("refused") }
        try locker.execute("COMMIT; PRAGMA locking_mode = NORMAL")
        _ = try locker.row("SELECT count(*) FROM account") { $0.int64(0) }
        try journal.append("taken")
        #expect(try journal.load().names == ["m", "taken"])
    }

    /// Root may write everything, so there is nothing to see as root.
    @Test(.enabled(if: geteuid() != 0))
    func aFolderThatCanNotBeWrittenHoldsNothingAndRefusesUntilItCan() throws {
        chmod(outbox.folder.path, 0o500)
        defer { chmod(outbox.folder.path, 0o700) }
        let journal = try outbox.journal()
        #expect(try journal.load().rows.isEmpty)
        let error = #expect(throws: DatabaseError.self) { try journal.append("refused") }
        #expect(error?.code == .readOnly)
        chmod(outbox.folder.path, 0o700)
        try journal.append("taken")
        #expect(try outbox.journal().load().names == ["taken"])
    }

    /// Root may write everything, so there is nothing to see as root.
    @Test(.enabled(if: geteuid() != 0))
    func aReadOnlyFileIsShownAndRefusesUntilItIsWritable() throws {
        do { try outbox.journal().append("m") }
        chmod(outbox.path, 0o400)
        let journal = try outbox.journal()
        #expect(try journal.load().names == ["m"])
        let error = #expect(throws: DatabaseError.self) { try journal.append("refused") }
        #expect(error?.code == .readOnly)
        chmod(outbox.path, 0o600)
        try journal.append("taken")
        #expect(try journal.load().names == ["m", "taken"])
    }

    @Test func aNewerVersionAndAnotherProgramsFileAreRefusedUntouched() throws {
        do { try outbox.journal().append("m") }
        do { try OutboxConnection.open(outbox.path, .zero).execute("PRAGMA user_version = 2") }
        let before = outbox.folder.bytes(of: "outbox.sqlite")
        let error = #expect(throws: DatabaseError.self) { try outbox.journal() }
        #expect(error?.code == .newerVersion(found: 2, known: 1))
        let isUntouched = outbox.folder.bytes(of: "outbox.sqlite") == before
        #expect(isUntouched && outbox.folder.names() == ["outbox.sqlite"])

        try outbox.folder.write(Array("not a database at all".utf8), to: "outbox.sqlite")
        #expect(#expect(throws: DatabaseError.self) { try outbox.journal() }?.code == .notADatabase)
        #expect(outbox.folder.bytes(of: "outbox.sqlite") == Array("not a database at all".utf8))
    }

    @Test func aCheckpointMovesTheLogAndForgetsWhatEndedLongAgo() throws {
        let journal = try outbox.journal()
        let start = try journal.append("old", "middle", "newest").revision
        try journal.write { $0.removed = [MutationID("old"): .discarded] }
        try journal.checkpoint()
        #expect(try journal.changes(since: start).gone == [MutationID("old"): .discarded])
        // As many revisions as are kept, made at once.
        _ = try journal.connection.withLock { connection in
            let outbox = try connection.forWriting()
            return try outbox.database.run(
                "UPDATE mutation SET changed = ? WHERE id = 'newest'", outbox.tick() + goneRevisionsKept)
        }
        try journal.write { $0.removed = [MutationID("middle"): .superseded] }
        try journal.checkpoint()
        #expect(try journal.changes(since: start).gone == [MutationID("middle"): .superseded])
        // Where the log began again, the next commit writes over its start.
        let size = outbox.folder.bytes(of: "outbox.sqlite-wal")?.count
        try journal.append("next")
        #expect(outbox.folder.bytes(of: "outbox.sqlite-wal")?.count == size)
    }

    private func limit(_ journal: Journal, _ pages: String) throws {
        try journal.connection.withLock { connection in
            let database = try connection.forWriting().database
            let number = try database.row("SELECT \(pages)") { $0.int(0) } ?? 0
            try database.execute("PRAGMA max_page_count = \(number)")
        }
    }
}
