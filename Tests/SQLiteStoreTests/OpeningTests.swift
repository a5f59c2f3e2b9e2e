import Glibc
import SQLiteStore
import TestSupport
import Testing

@Suite struct OpeningTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test func aNewFileIsItsOwnersAlone() throws {
        let database = try folder.open()
        try database.add("a")
        #expect(database.wasCreated && !database.isReadOnly)
        #expect(folder.names() == ["notes.sqlite", "notes.sqlite-wal", "notes.sqlite-shm"])
        #expect(folder.names().allSatisfy { folder.mode(of: $0) == 0o600 })
        #expect(try !folder.open().wasCreated)
    }

    @Test func anEmptyFileIsTakenForANewOne() throws {
        try folder.write([], to: "notes.sqlite")
        try folder.open().add("a")
        #expect(try folder.open().texts() == ["a"])
    }

    @Test func aMissingFolderAndAMissingFileAreToldApart() {
        #expect(code { _ = try Database(folder.file("none/notes.sqlite"), schema: notes) } == .noFolder)
        #expect(code { _ = try folder.open { $0.access = .existing } } == .noFile)
        #expect(code { _ = try folder.open { $0.access = .readOnly } } == .noFile)
        #expect(folder.names().isEmpty)
    }

    @Test(arguments: [1, 15, 100, 5_000])
    func whatIsNotSQLiteIsRefusedUntouched(_ size: Int) throws {
        try folder.write((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }, to: "notes.sqlite")
        let before = folder.everything
        #expect(code { _ = try folder.open() } == .notADatabase)
        #expect(folder.holds(before))
    }

    @Test func aFolderAndAPipeAreNoDatabases() {
        mkdir(folder.notes, 0o700)
        #expect(code { _ = try folder.open() } == .cannotOpen)
        mkfifo(folder.file("pipe"), 0o600)
        #expect(code { _ = try Database(folder.file("pipe"), schema: notes) } == .cannotOpen)
    }

    @Test(arguments: [0, 7])
    func anotherProgramsDatabaseIsRefusedUntouched(_ owner: Int32) throws {
        do {
            let theirs = Schema(applicationID: owner, migrations: ["CREATE TABLE theirs (a)"])
            try Database(folder.notes, schema: theirs).execute("PRAGMA user_version = 0")
        }
        let before = folder.everything
        #expect(code { _ = try folder.open() } == .notADatabase)
        #expect(folder.holds(before))
    }

    @Test func aNewerVersionIsRefusedUntouched() throws {
        do { try folder.open().execute("PRAGMA user_version = 7") }
        let before = folder.everything
        #expect(before.count == 1)
        #expect(code { _ = try folder.open() } == .newerVersion(found: 7, known: 1))
        #expect(code { _ = try folder.open { $0.access = .existing } } == .newerVersion(found: 7, known: 1))
        #expect(folder.holds(before))
    }

    @Test func aNewerVersionThatWasKilledKeepsItsLog() throws {
        let database = try folder.open { $0.checkpointPages = 0 }
        try database.execute("PRAGMA user_version = 7")
        try database.add("still in the log")
        let killed = try folder.afterKill()
        let before = killed.everything
        #expect(code { _ = try killed.open() } == .newerVersion(found: 7, known: 1))
        // The index of the log is made again by whoever opens it.
        #expect(killed.holds(before.filter { $0.key != "notes.sqlite-shm" }, ignoring: "notes.sqlite-shm"))
    }

    @Test func anOlderVersionIsBroughtUpToDateOnce() throws {
        do { try folder.open().add("old") }
        let newer = Schema(
            applicationID: notes.applicationID,
            migrations: notes.migrations + ["ALTER TABLE note ADD COLUMN stars INTEGER NOT NULL DEFAULT 3"])
        for _ in 0..<2 {
            let database = try Database(folder.notes, schema: newer)
            #expect(try database.row("SELECT text, stars FROM note") { "\($0.text(0)) \($0.int(1))" } == "old 3")
        }
    }

    @Test func aMigrationThatFailsLeavesTheOldVersion() throws {
        do { try folder.open().add("old") }
        let broken = Schema(
            applicationID: notes.applicationID,
            migrations: notes.migrations + ["CREATE TABLE more (a TEXT) STRICT; CREATE TABLE more (a TEXT) STRICT"])
        #expect(code { _ = try Database(folder.notes, schema: broken) } == .other)
        #expect(try folder.open().texts() == ["old"])
    }

    @Test func manyThatMakeTheFileAtOnceAllGetIt() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [folder] in try folder.open { $0.busyTimeout = .seconds(60) }.add("\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try Set(folder.open().texts()) == Set((0..<8).map(String.init)))
    }

    @Test func openedForReadingItRefusesToWrite() throws {
        do { try folder.open().add("a") }
        let database = try folder.open { $0.access = .readOnly }
        #expect(database.isReadOnly)
        #expect(code { try database.add("b") } == .readOnly)
        #expect(code { try database.write { try database.add("b") } } == .readOnly)
        #expect(try database.texts() == ["a"])
    }

    /// Root may write everything, so there is nothing to see as root.
    @Test(.enabled(if: geteuid() != 0))
    func aFileThatRefusesIsOpenedForReading() throws {
        do { try folder.open().add("a") }
        chmod(folder.notes, 0o400)
        do {
            let database = try folder.open()
            #expect(try database.texts() == ["a"])
            #expect(code { try database.add("b") } == .readOnly)
        }
        chmod(folder.notes, 0o600)
        do { try folder.open().add("b") }
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let database = try folder.open()
        #expect(try database.texts() == ["a", "b"])
        #expect(database.isReadOnly)
        #expect(code { try database.add("c") } == .readOnly)
        #expect(code { _ = try Database(folder.file("new.sqlite"), schema: notes) } == .readOnly)
    }
}
