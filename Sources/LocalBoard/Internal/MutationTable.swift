import OptimisticState
import SQLiteStore

/// What each account's mutations came to. A row is written with the work, in one transaction, and kept for ever: one
/// that comes again, however late, is answered as the first was.
struct MutationTable {
    let database: Database

    struct Done {
        /// The record that it made, if it made one.
        let made: RecordID?
    }

    /// What a mutation that was done made; nil if it was never done.
    func outcome(of id: MutationID, by account: Int64) throws -> Done? {
        try database.row("SELECT server_id FROM mutations WHERE account = ? AND id = ?", account, id.rawValue) {
            Done(made: $0.optionalText(0).flatMap(RecordID.init))
        }
    }

    func record(_ id: MutationID, by account: Int64, made: RecordID?) throws {
        try database.run(
            "INSERT INTO mutations (account, id, server_id) VALUES (?, ?, ?)", account, id.rawValue, made?.text)
    }
}
