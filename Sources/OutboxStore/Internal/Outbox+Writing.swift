import OptimisticState
import SQLiteStore

extension Outbox {
    /// Writes all of `batch` or nothing.
    func write(_ batch: EncodedBatch) throws -> JournalReceipt {
        try database.write {
            let key = try makeKey()
            if let (holder, now) = batch.lease, try !renewLease(of: holder, at: now, key) { throw LeaseLost() }
            let previous = try tick()
            if let basis = batch.basis, previous > basis { throw Overtaken() }
            let first = previous + 1
            let revision = first + Int64(max(1, batch.appended.count)) - 1
            let sequences = Array(first..<(first + Int64(batch.appended.count)))
            for (row, sequence) in zip(batch.appended, sequences) { try append(row, sequence: sequence, key) }
            for (id, payload) in batch.rewritten {
                try database.run(
                    "UPDATE mutation SET changed = ?, kind = ?, version = ?, payload = ? WHERE account = ? AND id = ?",
                    revision, payload.kind.name, payload.kind.version, payload.text, key, id)
            }
            for (id, state, stage) in batch.updated {
                let isThere = try update(id, state, stage, revision, key)
                // What is begun has to be there: whatever took it out, it is not to be sent any more.
                if batch.lease != nil, !isThere { throw Overtaken() }
            }
            for (id, settled) in batch.removed { try remove(id, settled, revision, key) }
            for alias in batch.aliases { try remember(alias, revision, key) }
            // A write that found none of its rows has made no revision: the next one is another's.
            return JournalReceipt(sequences: sequences, previous: previous, revision: try tick())
        }
    }

    private func append(_ row: EncodedBatch.Row, sequence: Int64, _ key: Int64) throws {
        try database.run(
            """
            INSERT INTO mutation (sequence, account, id, enqueued_at, kind, version, payload,
                stage, until, failure, server_id, attempts, may_have_arrived, delays)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            sequence, key, row.id, row.enqueuedAt, row.payload.kind.name, row.payload.kind.version, row.payload.text,
            row.stage.name, row.stage.until, row.stage.failure, row.stage.serverID, row.state.attempts,
            row.state.mayHaveArrived, row.state.delays)
    }

    /// A row that another process has removed meanwhile stays removed: it tells so in its changes.
    private func update(
        _ id: String, _ state: MutationState, _ stage: StageColumns, _ revision: Int64, _ key: Int64
    ) throws -> Bool {
        try database.run(
            """
            UPDATE mutation SET changed = ?, stage = ?, until = ?, failure = ?, server_id = ?, attempts = ?,
                may_have_arrived = ?, delays = ? WHERE account = ? AND id = ?
            """,
            revision, stage.name, stage.until, stage.failure, stage.serverID, state.attempts, state.mayHaveArrived,
            state.delays, key, id) > 0
    }

    private func remove(_ id: String, _ settled: StageColumns, _ revision: Int64, _ key: Int64) throws {
        guard try database.run("DELETE FROM mutation WHERE account = ? AND id = ?", key, id) > 0 else { return }
        try database.run(
            """
            INSERT OR REPLACE INTO gone (account, id, revision, settled, failure, server_id) VALUES (?, ?, ?, ?, ?, ?)
            """,
            key, id, revision, settled.name, settled.failure, settled.serverID)
    }

    private func remember(_ alias: Alias, _ revision: Int64, _ key: Int64) throws {
        try database.run(
            """
            INSERT INTO alias (account, record, mutation, revision, server_id) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET revision = excluded.revision, server_id = excluded.server_id
            """,
            key, alias.recordName, alias.mutation.rawValue, revision, alias.serverID)
    }
}
