extension OptimisticStore {
    /// Sends a failed mutation again, under the same id, in its old place. A wait ends; what is in flight is left
    /// alone, and a second retry does nothing. What the service could not decide on is sent once more, and not looked
    /// for.
    ///
    /// - Complexity: O(log n) and one durable write.
    public func retry(_ id: MutationID) { act(.retried, on: id) }

    /// Ends a wait: sends now what would be sent later, also what was still held back for the user to undo.
    ///
    /// - Complexity: O(log n) and one durable write.
    public func wake(_ id: MutationID) { act(.woken, on: id) }

    private func act(_ event: MutationEvent, on id: MutationID) {
        writer.withLock { writer in
            let wasHeld = state.withLock { $0.outbox.entries[id]?.state.isHeld } ?? false
            change(&writer) { $0.batch($0.states(after: event, of: [id])) }
            if wasHeld { mergeWithEarlier([id], &writer) }
        }
        drainer.signal.ring()
    }

    /// The user says that the server has what a failed mutation wished, whatever came of its attempts: it is not sent
    /// again.
    ///
    /// If it created a record, that is the one that the server calls `serverID`, or else the likely copy that its
    /// failure names: both become one item, and what depends on it goes on. With neither name it leaves the screen, as
    /// the server's record stands for it, and what depends on it is discarded.
    ///
    /// - Returns: what was discarded, so that no text is lost. Nothing happens to a mutation that has not failed.
    /// - Complexity: O(mutations on the records that it names + dependents + log n) and one durable write.
    @discardableResult
    public func keep(_ id: MutationID, as serverID: String? = nil) -> [any Mutation<Service>] {
        let discarded = writer.withLock { writer in
            var discarded: [AnyMutation] = []
            change(&writer) { state in
                var batch = Batch()
                guard let entry = state.outbox.entries[id], entry.isUnderstood,
                    case .failed(let failure) = entry.state.stage
                else { return batch }
                let name = serverID ?? failure.likelyCopy
                let aliases = name.map { state.aliases(of: id, serverID: $0) } ?? []
                if aliases.isEmpty, !state.aliases(of: id, serverID: "").isEmpty {
                    (batch, discarded) = state.discarding(state.outbox.dependents(on: id))
                    batch.removed[id] = .superseded
                } else {
                    batch.updated[id] = entry.state.after(.accepted(serverID: aliases.isEmpty ? nil : name))
                    batch.aliases = aliases
                }
                return batch
            }
            return discarded
        }
        drainer.signal.ring()
        return discarded.compactMap { $0.typed(for: Service.self) }
    }

    /// The mutations that can't be sent without this one, in sequence order.
    ///
    /// - Complexity: O(d log d) of d dependents.
    public func dependents(on id: MutationID) -> [MutationID] {
        state.withLock { $0.outbox.dependents(on: id) }
    }

    /// Takes a mutation and its dependents out of the outbox and off the screen.
    ///
    /// A row that this version does not understand stays: it is a newer version's to settle.
    ///
    /// - Returns: what they were, so that no text is lost. Empty if the server has it already or it is not there.
    /// - Complexity: O(mutations on the records that it names + dependents + log n) and one durable write.
    @discardableResult
    public func discard(_ id: MutationID) -> [any Mutation<Service>] {
        discard { state in [id] + state.outbox.dependents(on: id) } ?? []
    }

    /// The same for several, if each of them still stands there as failed and certainly was not done.
    ///
    /// - Returns: what they were. Empty if nothing was done: another process may have retried one of them.
    /// - Complexity: O(mutations on the records that they name + dependents + log n) and one durable write.
    @discardableResult
    public func discardFailed(_ ids: [MutationID]) -> [any Mutation<Service>] {
        discard { state in state.haveCertainlyFailed(ids) ? state.withDependents(ids) : nil } ?? []
    }

    /// The same for exactly these, as the user saw them and was asked about them: nothing else goes with them.
    ///
    /// - Parameters:
    ///   - ids: all that is to go, what depends on others of it too.
    ///   - unsent: whether the user was told that nothing of them can have reached the server.
    /// - Returns: what they were; those that are not there any more are left out. Nil if nothing was done, because that is
    ///   not so any more: another mutation depends on them by now, or, for `unsent`, one of them has gone or may have left.
    /// - Complexity: O(mutations on the records that they name + dependents + log n) and one durable write.
    @discardableResult
    public func discard(exactly ids: [MutationID], unsent: Bool) -> [any Mutation<Service>]? {
        discard { state in
            guard !unsent || state.areCertainlyUnsent(ids), Set(state.withDependents(ids)) == Set(ids) else {
                return nil
            }
            return ids
        }
    }

    /// - Parameter choose: which, decided upon all that is in the journal; nil for none.
    private func discard(_ choose: (StoreState) -> [MutationID]?) -> [any Mutation<Service>]? {
        let discarded = writer.withLock { writer in
            var discarded: [AnyMutation]?
            change(&writer) { state in
                discarded = nil
                guard let ids = choose(state) else { return Batch() }
                let (batch, mutations) = state.discarding(ids)
                discarded = mutations
                return batch
            }
            return discarded
        }
        drainer.signal.ring()
        return discarded?.compactMap { $0.typed(for: Service.self) }
    }

    /// Waits until the mutation is accepted, failed, superseded or discarded. At once if it already is: how the latest
    /// 4,096 ended is remembered; of older ones it says `discarded`.
    ///
    /// - Complexity: O(1).
    public func settled(_ id: MutationID) async -> Settled {
        await withCheckedContinuation { continuation in
            state.withLock { $0.wait(for: id, continuation) }
        }
    }
}
