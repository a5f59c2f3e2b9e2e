extension OptimisticStore {
    /// Begins a reading of the server: what it returns is judged by this moment.
    ///
    /// - Complexity: O(1).
    public func beginFetch() -> Fetch {
        Fetch(stamp: state.withLock { $0.nextStamp() })
    }

    /// Writes what a server said into confirmed state, folds again what it touches, and publishes once.
    ///
    /// - Parameters:
    ///   - said: what it said, one frame.
    ///   - fetch: the reading that brought it; nil for what is true as of now.
    /// - Complexity: O(records said + mutations pending on them), and one durable write if it confirms mutations.
    public func confirm(_ said: [Confirmed], from fetch: Fetch? = nil) {
        writer.withLock { writer in
            let batch = state.withLock { state in
                let batch = state.confirm(said, at: fetch?.stamp ?? state.nextStamp())
                state.publish()
                return batch
            }
            guard !batch.isEmpty else { return }
            // The echo, or the confirmation, is on screen already; should the write be lost, it will be heard again.
            _ = writer.write(batch)
        }
        // What an echo acknowledged holds no one back any longer.
        drainer.signal.ring()
    }

    /// Takes up what another process wrote into the journal.
    ///
    /// - Throws: what the journal throws when it can't be read.
    /// - Complexity: O(what changed, and what is pending on the records that it touches).
    public func reload() throws {
        try writer.withLock { writer in
            let changes = try writer.changes()
            state.withLock { state in
                state.merge(changes, sendingHere: drainer.sending, unsaved: writer.unsavedTexts)
                state.publish()
            }
        }
        drainer.signal.ring()
    }
}

extension StoreState {
    /// Applies one frame.
    ///
    /// - Returns: what the journal has to learn: mutations that an echo settled, and those confirmed everywhere.
    func confirm(_ said: [Confirmed], at stamp: UInt64) -> Batch {
        var frame = ConfirmedFrame(now: nextStamp())
        for statement in said { statement.confirm(stamp, tables, &frame) }
        for statement in said { statement.conclude?(stamp, tables, &frame) }
        var batch = Batch()
        for (id, serverID) in frame.echoes {
            guard let entry = outbox.entries[id], !entry.state.stage.isAcknowledged else { continue }
            // A copy of another record than the one that it created names it, but does not say its server id.
            guard serverID != nil || aliases(of: id, serverID: "").isEmpty else { continue }
            if let serverID { batch.aliases += aliases(of: id, serverID: serverID) }
            acknowledge(id, serverID: serverID)
            if var state = outbox.entries[id]?.state {
                state.stage = .acknowledged(serverID: serverID)
                batch.updated[id] = state
            }
            frame.confirmed.append(id)
        }
        for id in takeIdle().union(frame.confirmed) {
            guard let stage = outbox.entries[id]?.state.stage, case .acknowledged(let serverID) = stage,
                !isUnconfirmed(id)
            else { continue }
            batch.updated[id] = nil
            batch.removed[id] = .accepted(serverID: serverID)
            forget(id)
        }
        return batch
    }

    /// Takes up rows that another process wrote.
    ///
    /// - Parameters:
    ///   - sendingHere: What this process has in flight.
    ///   - unsaved: What has another text here that no disk has taken yet.
    func merge(_ changes: Contents, sendingHere: Set<MutationID>, unsaved: Set<MutationID>) {
        for alias in changes.aliases { learn(alias) }
        for row in changes.rows {
            guard let known = outbox.entries[row.id] else {
                insert(row, isSaved: true)
                continue
            }
            // What is being sent here is for this process to say, unless it was taken away: whoever drains since has
            // ended this attempt, or begun another one. That it has arrived is good whoever heard it.
            let isOurs =
                row.state.stage == .inFlight
                ? row.state.attempts == known.state.attempts : row.state.attempts < known.state.attempts
            let isToldHere = sendingHere.contains(row.id) && isOurs && !row.state.stage.isAcknowledged
            guard !known.state.stage.isAcknowledged, !isToldHere else { continue }
            // Another process may have given it another text. What is known here of its stage says nothing of that: it may
            // have gone through several since.
            if !unsaved.contains(row.id), let mutation = row.mutation { rewrite(row.id, as: mutation) }
            guard known.state != row.state else { continue }
            if case .acknowledged(let serverID) = row.state.stage {
                acknowledge(row.id, serverID: serverID)
            } else {
                set(row.id, to: row.state)
            }
        }
        for (id, settled) in gone(by: changes) {
            guard let known = outbox.entries[id] else { continue }
            if case .accepted(let serverID) = settled {
                if !known.state.stage.isAcknowledged { acknowledge(id, serverID: serverID) }
                if !isUnconfirmed(id) { forget(id) }
            } else {
                remove(id, isBeingSent: sendingHere.contains(id))
                end(id, settled)
            }
        }
    }

    /// How what is in the outbox no longer has ended. What has gone so long ago that nobody knows how counts as discarded:
    /// that promises nothing about the server.
    private func gone(by changes: Contents) -> [MutationID: Settled] {
        guard changes.isWhole else { return changes.gone }
        let there = Set(changes.rows.map(\.id))
        var gone = changes.gone
        for (id, entry) in outbox.entries where !there.contains(id) && entry.content?.isSaved == true {
            if gone[id] == nil { gone[id] = .discarded }
        }
        return gone
    }
}
