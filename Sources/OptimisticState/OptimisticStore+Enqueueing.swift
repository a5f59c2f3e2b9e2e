extension OptimisticStore {
    /// Does it: durable and visible on return.
    ///
    /// What is in `discarding` goes in the same write: the refused wish that a new one replaces, the failed record whose
    /// text is sent anew. If the disk refuses, the mutation is shown and sent all the same, marked as not saved.
    ///
    /// - Parameters:
    ///   - mutation: what the user did.
    ///   - moment: not sent before: until then ``discard(_:)`` undoes it and ``wake(_:)`` sends it at once. It becomes
    ///     one with no other mutation until then either, so that undoing it brings back all that there was.
    ///   - discarding: what it takes the place of.
    /// - Returns: the id under which it can be waited for. After coalescing with one that was never attempted, it may
    ///   be that one's.
    /// - Complexity: O(mutations on the records that it names + log n) and one durable write.
    @inlinable
    @discardableResult
    public func enqueue(
        _ mutation: any Mutation<Service>, notBefore moment: Timestamp? = nil, discarding: [MutationID] = []
    ) -> MutationID {
        enqueue(AnyMutation(mutation), notBefore: moment, discarding: discarding)
    }

    @usableFromInline
    func enqueue(_ mutation: AnyMutation, notBefore moment: Timestamp?, discarding: [MutationID]) -> MutationID {
        let new = Batch.New(
            id: makeID(), enqueuedAt: time.now(), mutation: mutation,
            state: MutationState(stage: moment.map { .waiting(until: $0, .notBefore) } ?? .queued))
        return enqueue(new, discarding: discarding) { _ in true } ?? new.id
    }

    /// Does it in the place of ones that failed, in one write, if each of these still stands there as failed and
    /// certainly was not done. Another process may have retried one meanwhile: then the server gets no second one.
    ///
    /// - Returns: nil if nothing was done.
    /// - Complexity: O(mutations on the records that it names + log n) and one durable write.
    public func enqueue(_ mutation: any Mutation<Service>, replacing failed: [MutationID]) -> MutationID? {
        let new = Batch.New(
            id: makeID(), enqueuedAt: time.now(), mutation: AnyMutation(mutation), state: MutationState())
        return enqueue(new, discarding: failed) { $0.haveCertainlyFailed(failed) }
    }

    /// - Parameter condition: asked upon all that is in the journal.
    /// - Returns: nil if it does not hold.
    private func enqueue(
        _ new: Batch.New, discarding: [MutationID], if condition: (StoreState) -> Bool
    ) -> MutationID? {
        let id: MutationID? = writer.withLock { writer in
            var end: EnqueuePlan?
            let (batch, written) = write(&writer) { state in
                end = condition(state) ? state.plan(new, discarding: discarding) : nil
                return end?.batch ?? Batch()
            }
            guard let end else { return nil }
            return state.withLock { state in
                apply(batch, written, in: state)
                if end.hasVanished { state.end(end.id, .superseded) }
                state.publish()
                return end.id
            }
        }
        drainer.signal.ring()
        return id
    }

    /// Takes up what others wrote.
    ///
    /// - Returns: false if the journal can't be read.
    func catchUp(_ writer: inout JournalWriter) -> Bool {
        guard let changes = try? writer.changes() else { return false }
        state.withLock { $0.merge(changes, sendingHere: drainer.sending, unsaved: writer.unsavedTexts) }
        return true
    }

    /// These were held back and no longer are: now they become one with what stands before them, if they can.
    func mergeWithEarlier(_ ids: [MutationID], _ writer: inout JournalWriter) {
        for id in ids {
            change(&writer) { state in
                var batch = Batch()
                guard let mutation = state.outbox.entries[id]?.mutation,
                    let merge = state.merge(of: mutation, itself: id, behind: state.outbox.predecessor(of: id))
                else { return batch }
                merge.write(into: &batch)
                if !merge.keepsLater { batch.removed[id] = .superseded }
                return batch
            }
        }
    }
}
