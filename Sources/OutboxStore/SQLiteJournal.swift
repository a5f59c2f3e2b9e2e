import Glibc
import OptimisticState
import SQLiteStore

/// The outbox on disk: one SQLite file for all accounts and all processes of one user, of which this is one account's
/// part.
///
/// Each write is one transaction, synced before it returns. A disk that refuses (full, read-only, busy, failing) refuses
/// one call; the next call tries again, also to open the file. Errors are ``DatabaseError`` `LeaseLost`, `Overtaken`
/// and `JournalBusy`.
package final class SQLiteJournal<Service: Sendable>: Journal {
    private let path: String
    private let account: String
    private let kinds: Kinds<Service>
    private let pulse: @Sendable () -> Timestamp
    private let holder: LeaseHolder
    let connection: Locked<OutboxConnection>

    /// Opens the account's part of the outbox at `path`. Its folder has to be there.
    ///
    /// - Parameters:
    ///   - account: Names the service and the account; any text.
    ///   - pulse: Counts how long the holder of the lease was silent: the same for all processes of the machine,
    ///     whatever becomes of the time of day.
    ///   - patience: How long a call waits for another process's write: longer than any takes. Who waits may be a key
    ///     press; what is not saved is said, and saved later.
    ///   - mostPages: How large the file may become, in pages of 4 KiB: then it is as if the disk were full.
    /// - Throws: ``DatabaseError`` if the file is of a newer version (it stays untouched), is no outbox, or is damaged.
    ///   A disk that refuses for now is no reason.
    package init(
        _ path: String, account: String, kinds: Kinds<Service>, holder: LeaseHolder = .current(),
        patience: Duration = .seconds(1), mostPages: Int? = nil,
        pulse: @escaping @Sendable () -> Timestamp = { .sinceStart }
    ) throws {
        self.path = path
        self.account = account
        self.kinds = kinds
        self.pulse = pulse
        self.holder = holder
        connection = Locked(try OutboxConnection(path, account: account, patience, mostPages: mostPages))
    }

    package func load() throws -> JournalContents<Service> {
        try connection.withLock { connection in
            guard let outbox = try connection.forReading() else { return JournalContents() }
            var contents = try outbox.contents(since: nil, kinds)
            contents.gone = [:]
            return contents
        }
    }

    package func changes(since revision: Int64) throws -> JournalContents<Service> {
        try connection.withLock { connection in
            guard let outbox = try connection.forReading() else { return JournalContents(revision: revision) }
            return try outbox.contents(since: revision, kinds)
        }
    }

    package func write(_ batch: JournalBatch<Service>) throws -> JournalReceipt {
        // Encoding needs no lock: not the file's, and not that of those who read.
        let write = try EncodedBatch(batch, lease: batch.needsLease ? (holder, pulse()) : nil)
        return try writing { try $0.write(write) }
    }

    package func claimLease(at now: Timestamp) throws -> LeaseClaim {
        try writing { try $0.claimLease(for: holder, at: pulse()) }
    }

    private func writing<T>(_ body: (Outbox) throws -> T) throws -> T {
        do {
            return try connection.withLock { try body($0.forWriting()) }
        } catch let error as DatabaseError where error.code == .busy {
            throw JournalBusy()
        }
    }

    package func releaseLease() throws {
        try connection.withLock { connection in
            try connection.forWriting().releaseLease(of: holder)
        }
    }

    /// Moves what was written from the log into the file, and forgets what was removed long ago. For the worker: it
    /// costs some milliseconds, on a connection of its own, so that a key press does not wait for it.
    package func checkpoint() throws {
        let outbox = Outbox(try OutboxConnection.open(path, .seconds(1)), account: account)
        try outbox.database.run("DELETE FROM gone WHERE revision <= ?", outbox.tick() - goneRevisionsKept)
        try outbox.database.checkpoint(.passive)
    }

    /// How many mutations the outbox at `path` holds, by account; those that hold none are left out.
    package static func counts(_ path: String) -> [String: Int] {
        guard Database.exists(path) else { return [:] }
        var options = OpenOptions()
        options.access = .existing
        let found = try? Database(path, schema: outboxSchema, options).rows(
            "SELECT name, count(*) FROM mutation JOIN account ON account.key = mutation.account GROUP BY account.key"
        ) { ($0.text(0), Int($0.int64(1))) }
        return Dictionary(found ?? [], uniquingKeysWith: +)
    }

    /// Whether the outbox at `path` holds no mutation of anybody. One that can't be read may hold some.
    package static func isEmpty(_ path: String) -> Bool {
        guard Database.exists(path) else { return true }
        var options = OpenOptions()
        options.access = .existing
        guard let database = try? Database(path, schema: outboxSchema, options) else { return false }
        return (try? database.row("SELECT NOT EXISTS (SELECT 1 FROM mutation)") { $0.bool(0) }) ?? false
    }
}

extension Timestamp {
    /// Since the machine was started, its sleep included: clock_gettime(2), `CLOCK_BOOTTIME`.
    package static var sinceStart: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
