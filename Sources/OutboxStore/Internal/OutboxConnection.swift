import SQLiteStore

/// The connection of one journal, opened when it first can be, and again when the file could only be read.
struct OutboxConnection {
    private let path: String
    private let account: String
    private let patience: Duration
    private let mostPages: Int?
    private var outbox: Outbox?

    /// - Throws: ``DatabaseError`` for what will not pass by itself.
    init(_ path: String, account: String, _ patience: Duration, mostPages: Int?) throws {
        self.path = path
        self.account = account
        self.patience = patience
        self.mostPages = mostPages
        do {
            outbox = Outbox(try Self.open(path, patience, mostPages), account: account)
        } catch let error as DatabaseError where error.code.mayPass {
            outbox = nil
        }
    }

    /// The account's part; nil if there is no file yet because none can be made, so that nothing is stored.
    mutating func forReading() throws -> Outbox? {
        if let outbox { return outbox }
        do {
            let opened = Outbox(try Self.open(path, patience, mostPages), account: account)
            outbox = opened
            return opened
        } catch let error as DatabaseError where error.code.mayPass && !Database.exists(path) {
            return nil
        }
    }

    mutating func forWriting() throws -> Outbox {
        if let outbox, !outbox.isReadOnly { return outbox }
        // Connections of one process share what they know of a file: that it can't be written, too.
        outbox = nil
        let opened = Outbox(try Self.open(path, patience, mostPages), account: account)
        outbox = opened
        return opened
    }

    static func open(_ path: String, _ patience: Duration, _ mostPages: Int? = nil) throws -> Database {
        var options = OpenOptions()
        options.synchronous = .full
        // The worker does it: in the middle of a commit it takes 5 ms now and then.
        options.checkpointPages = 0
        options.busyTimeout = patience
        let database = try Database(path, schema: outboxSchema, options)
        // What is there already stays: the limit is never below it.
        if let mostPages { try database.execute("PRAGMA max_page_count = \(mostPages)") }
        return database
    }
}

extension DatabaseError.Code {
    /// Whether the same call may work later without anybody repairing the file.
    fileprivate var mayPass: Bool {
        switch self {
        case .busy, .readOnly, .diskFull, .io: true
        case .noFolder, .noFile, .cannotOpen, .notADatabase, .newerVersion, .damaged, .constraint, .tooBig, .other:
            false
        }
    }
}
