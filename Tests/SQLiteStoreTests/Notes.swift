import SQLiteStore
import TestSupport

/// What the tests here store.
let notes = Schema(
    applicationID: 0x6E6F_7465,
    migrations: ["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE, data BLOB) STRICT"])

extension TemporaryFolder {
    var notes: String { file("notes.sqlite") }

    func open(_ change: (inout OpenOptions) -> Void = { _ in }) throws -> Database {
        var options = OpenOptions()
        options.busyTimeout = .zero
        change(&options)
        return try Database(notes, schema: SQLiteStoreTests.notes, options)
    }

    /// Copies the files of a database that is open to a folder of its own: what a kill leaves on the disk.
    func afterKill() throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        for name in names() { try copy.write(bytes(of: name) ?? [], to: name) }
        return copy
    }

    /// Every file with its bytes.
    var everything: [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: names().map { ($0, bytes(of: $0) ?? []) })
    }

    /// Whether these files, and no others, are here with these bytes.
    func holds(_ files: [String: [UInt8]], ignoring name: String = "") -> Bool {
        everything.filter { $0.key != name } == files
    }
}

extension Database {
    func add(_ text: String) throws { try run("INSERT INTO note (text) VALUES (?)", text) }
    func texts() throws -> [String] { try rows("SELECT text FROM note ORDER BY id") { $0.text(0) } }
}

/// The code of the error that `body` throws; nil if it throws none or another.
func code(_ body: () throws -> Void) -> DatabaseError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? DatabaseError)?.code
    }
}
