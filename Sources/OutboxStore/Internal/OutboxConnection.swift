import SQLiteStore

/// The connection of one journal, opened when it first can be, and again when the file could only be read.
struct OutboxConnection {
    private let path: String
    private let account: String
    private var outbox: Outbox?

    /// - Throws: ``DatabaseError`` for what will not pass by itself.
    init(_ path: String, account: String) throws {
        self.path = path
        self.account = account
        do {
            outbox = Outbox(try Self.open(path), account: account)
        } catch let error as DatabaseError where error.code.mayPass {
            outbox = nil
        }
    }

    /// The account's part; nil if there is no file yet because none can be made, so that nothing is stored.
    mutating func forReading() throws -> Outbox? {
        if let outbox { return outbox }
        do {
            let opened = Outbox(try Self.open(path), account: account)
            outbox = opened
            return opened
        } catch let error as DatabaseError where error.code.mayPass && !Database.exists(path) {
            return nil
        }
    }

    mutating func forWriting() throws -> Outbox {
        if let outbox, !outbox.isReadOnly { return outbox }
        let opened = Outbox(try Self.open(path), account: account)
        outbox = opened
        return opened
    }

    static func open(_ path: String) throws -> Database {
        var options = OpenOptions()
        options.synchronous = .full
        // The worker does it: in the middle of a commit it takes 5 ms now and then.
        options.checkpointPages = 0
        // Longer than any commit of another process takes. Who waits is a key press; not saved is said, and repaired.
        options.busyTimeout = .seconds(1)
        return try Database(path, schema: outboxSchema, options)
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
