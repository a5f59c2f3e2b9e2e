import Comments
import OptimisticState
import OutboxStore

/// The journal of this program: after each write it has the other processes told, off the key path.
struct AnnouncingJournal: Journal {
    typealias Service = Connection

    let journal: SQLiteJournal<Connection>
    let announce: @Sendable () -> Void

    func load() throws -> JournalContents<Connection> { try journal.load() }
    func changes(since revision: Int64) throws -> JournalContents<Connection> { try journal.changes(since: revision) }
    func claimLease(at now: Timestamp) throws -> LeaseClaim { try journal.claimLease(at: now) }

    func releaseLease() throws {
        try journal.releaseLease()
        announce()
    }

    func write(_ batch: JournalBatch<Connection>) throws -> JournalReceipt {
        let receipt = try journal.write(batch)
        announce()
        return receipt
    }
}
