import OptimisticState
import SQLiteStore

extension Outbox {
    /// What was written after `revision`, or all that there is, on one state of the file.
    ///
    /// The `+` before a column keeps SQLite from walking all rows of the account: what is new is at the end of an index.
    ///
    /// - Complexity: O(what changed, of any account), not of what is stored.
    func contents<Service: Sendable>(since revision: Int64?, _ kinds: Kinds<Service>) throws -> JournalContents<Service>
    {
        try database.read {
            let newest = try tick()
            guard let key = try key() else { return JournalContents(revision: newest) }
            // What has gone longer ago than that is not known any more: all that there is says it.
            let isWhole = revision.map { newest - $0 >= goneRevisionsKept } ?? false
            let since = isWhole ? 0 : revision ?? 0
            let rows = try database.rows(
                """
                SELECT id, sequence, enqueued_at, kind, version, payload, stage, until, failure, server_id,
                    attempts, may_have_arrived, delays
                FROM mutation WHERE +account = ?1 AND sequence IN (
                    SELECT sequence FROM mutation WHERE sequence > ?2
                    UNION SELECT sequence FROM mutation WHERE changed > ?2)
                ORDER BY sequence
                """, key, since
            ) { storedMutation($0, kinds) }
            let aliases = try database.rows(
                "SELECT record, mutation, server_id FROM alias WHERE +account = ? AND revision > ? ORDER BY revision",
                key, since
            ) { Alias(recordName: $0.text(0), mutation: MutationID($0.text(1)), serverID: $0.text(2)) }
            var contents = JournalContents(
                rows: rows, aliases: aliases, gone: try revision.map { try gone(since: $0, key) } ?? [:],
                revision: newest)
            contents.isWhole = isWhole
            return contents
        }
    }

    private func gone(since revision: Int64, _ key: Int64) throws -> [MutationID: Settled] {
        let ended = try database.rows(
            "SELECT id, settled, failure, server_id FROM gone WHERE +account = ? AND revision > ?", key, revision
        ) { row in
            let columns = StageColumns(
                name: row.text(1), failure: row.optionalText(2), serverID: row.optionalText(3))
            // Words of a newer program: it is gone all the same, and `discarded` promises nothing about the server.
            return (MutationID(row.text(0)), columns.settled ?? .discarded)
        }
        return Dictionary(ended) { $1 }
    }

    /// A row whose kind, version, payload or stage this program can't read comes without its mutation.
    private func storedMutation<Service: Sendable>(
        _ row: borrowing Row, _ kinds: Kinds<Service>
    ) -> StoredMutation<Service> {
        let kindName = row.text(3)
        let stage = StageColumns(
            name: row.text(6), until: row.optionalInt64(7), failure: row.optionalText(8),
            serverID: row.optionalText(9)
        ).stage
        let type = stage == nil ? nil : kinds.type(named: kindName, version: row.int(4))
        return StoredMutation(
            id: MutationID(row.text(0)), sequence: row.int64(1), enqueuedAt: Timestamp(milliseconds: row.int64(2)),
            kindName: kindName, mutation: type.flatMap { JSON.mutation($0, row.text(5)) },
            state: MutationState(
                stage: stage ?? .queued, attempts: row.int(10), mayHaveArrived: row.bool(11), delays: row.int(12)))
    }
}
