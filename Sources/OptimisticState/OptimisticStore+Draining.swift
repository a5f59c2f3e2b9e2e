extension OptimisticStore {
    /// How many lanes send at the same time.
    static var lanesAtOnce: Int { 4 }

    /// Sends what waits, in the order of each lane, until the task is cancelled.
    ///
    /// One drain at a time per store. It holds the journal's lease while there is something to send, so that of two
    /// processes on one journal one sends. Cancelling it cancels what is in flight: its outcome is unknown then.
    ///
    /// - Complexity: O(log n) and two durable writes for each attempt.
    public func drain(to service: Service, retries: RetryRule) async {
        guard drainer.begin(rule: retries) else { return }
        follow(retries)
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let (attempts, deadline) = nextStep()
                for (any, attempt, stamp) in attempts {
                    guard let mutation = any.typed(for: Service.self) else { continue }
                    group.addTask {
                        let outcome = await mutation.sent(attempt, toAny: service)
                        self.settle(attempt, outcome, begunAt: stamp, wasCancelled: Task.isCancelled)
                    }
                }
                await drainer.signal.wait(until: deadline, on: time)
            }
            group.cancelAll()
        }
        writer.withLock { $0.releaseLease() }
        drainer.end()
    }

    /// Switches automatic retry while draining. Switched on, it takes up what failed only because it was off; switched
    /// off, what waits fails, marked so that it can be taken up.
    ///
    /// - Complexity: O(what waits or failed) and one durable write.
    public func setRetries(_ rule: RetryRule) {
        drainer.rule = rule
        follow(rule)
        drainer.signal.ring()
    }

    private func follow(_ rule: RetryRule) {
        let now = time.now()
        change { state in
            switch rule {
            case .manual: return state.batch(state.states(after: .unattended, of: state.outbox.waiting))
            case .automatic(_, let limit, _):
                var states = state.states(after: .automated, of: state.outbox.failed)
                // No delay is as long as these: the clock was set back since.
                let overlong = state.outbox.waiting.filter { id in
                    guard let entry = state.outbox.entries[id]?.state, !entry.waitsAsAsked,
                        case .waiting(let until?, _) = entry.stage
                    else { return false }
                    return until > now + limit
                }
                states.merge(state.states(after: .woken, of: overlong)) { own, _ in own }
                return state.batch(states)
            }
        }
    }

    /// Begins nothing more and gives the lease back, before the process is stopped.
    ///
    /// - Complexity: O(1) and one durable write.
    public func suspendSending() {
        drainer.isSuspended = true
        writer.withLock { $0.releaseLease() }
    }

    /// Goes on after ``suspendSending()``.
    ///
    /// - Complexity: O(1).
    public func resumeSending() {
        drainer.isSuspended = false
        drainer.signal.ring()
    }

    /// Begins what can be begun now.
    private func nextStep() -> (begun: [(AnyMutation, Attempt, UInt64)], deadline: Timestamp?) {
        writer.withLock { writer in
            let now = time.now()
            guard !drainer.isSuspended else { return ([], nil) }
            if writer.hasBacklog, case .saved = writer.flush() {
                state.withLock { state in
                    state.markAllSaved()
                    state.publish()
                }
            }
            endWaits(&writer, at: now)
            let (begun, deadline) = beginWithLease(&writer, at: now)
            // What no disk has taken is offered to it again.
            let again = writer.hasBacklog ? now + .seconds(5) : nil
            return (begun, [deadline, again].compactMap { $0 }.min())
        }
    }

    /// What waited until now goes on; without automatic retry it fails, whoever let it wait.
    private func endWaits(_ writer: inout JournalWriter, at now: Timestamp) {
        let isManual = drainer.rule == .manual
        var released: [MutationID] = []
        var unattended: Set<MutationID> = []
        state.withLock { state in
            for id in state.outbox.takeDue(at: now) {
                guard let entry = state.outbox.entries[id] else { continue }
                if entry.state.isHeld {
                    released.append(id)
                } else if isManual {
                    unattended.insert(id)
                    continue
                }
                if let woken = entry.state.after(.woken) {
                    // The wait's end is not written: the beginning of the attempt is.
                    var keepsDelay = woken
                    keepsDelay.delays = entry.state.delays
                    state.set(id, to: keepsDelay)
                }
            }
        }
        mergeWithEarlier(released, &writer)
        if !unattended.isEmpty { change(&writer) { $0.batch($0.states(after: .unattended, of: unattended)) } }
    }

    /// Begins what can be begun, if this process may send.
    private func beginWithLease(
        _ writer: inout JournalWriter, at now: Timestamp
    ) -> (begun: [(AnyMutation, Attempt, UInt64)], deadline: Timestamp?) {
        let hasWork = state.withLock { state in
            let sending = drainer.sending
            return state.outbox.hasReady || !sending.isEmpty || state.outbox.hasInFlight(besides: sending)
        }
        guard hasWork else {
            writer.releaseLease()
            return ([], state.withLock { $0.outbox.nextDeadline })
        }
        switch writer.claimLease(at: now) {
        case .refused: return ([], now + .seconds(1))
        case .held: break
        case .taken:
            _ = catchUp(&writer)
            takeOverInterrupted(&writer)
        }
        guard let begun = beginReady(&writer, at: now) else { return ([], now + .seconds(1)) }
        let deadline = state.withLock { $0.outbox.nextDeadline }
        return (begun, [deadline, writer.nextHeartbeat].compactMap { $0 }.min())
    }

    /// Takes heads of lanes, drops what is already so, and writes the attempts before a byte leaves.
    ///
    /// - Returns: nil if another process writes for so long that this has to be tried again in a moment.
    private func beginReady(
        _ writer: inout JournalWriter, at now: Timestamp
    ) -> [(AnyMutation, Attempt, UInt64)]? {
        var batch = Batch()
        var ids: [MutationID] = []
        state.withLock { state in
            while ids.count + drainer.sendingCount < Self.lanesAtOnce, let id = state.outbox.nextReady() {
                // A head can have been offered several times; it is taken once.
                guard batch.updated[id] == nil, batch.removed[id] == nil,
                    let entry = state.outbox.entries[id], let mutation = entry.mutation,
                    let begun = entry.state.after(.begun)
                else { continue }
                if entry.state.attempts == 0, !entry.state.mayHaveArrived,
                    mutation.isAlreadySo(in: state)
                {
                    batch.removed[id] = .superseded
                } else {
                    batch.updated[id] = begun
                    ids.append(id)
                }
            }
        }
        guard !batch.isEmpty else { return [] }
        batch.needsLease = writer.isLeaseStored
        // What is sent is what stands in the journal: another process may have given it another text.
        batch.basis = writer.knownRevision
        let written = writer.write(batch)
        switch written {
        case .saved, .notSaved: break
        case .leaseLost, .overtaken, .busy:
            state.withLock { state in
                for id in batch.updated.keys { state.outbox.offer(id) }
                for id in batch.removed.keys { state.outbox.offer(id) }
            }
            if case .busy = written { return nil }
            if case .overtaken = written, !catchUp(&writer) { return nil }
            drainer.signal.ring()
            return []
        }
        return state.withLock { state in
            apply(batch, written, in: state)
            defer { state.publish() }
            if !batch.removed.isEmpty { drainer.signal.ring() }
            return ids.compactMap { id in
                guard let entry = state.outbox.entries[id], let content = entry.content,
                    let mutation = content.mutation
                else { return nil }
                let stamp = state.nextStamp()
                drainer.started(id, entry.state.attempts)
                let attempt = Attempt(
                    id: id, number: entry.state.attempts, enqueuedAt: content.enqueuedAt, startedAt: now,
                    mayHaveArrived: entry.state.mayHaveArrived, serverIDs: state.tables.serverIDs(of: entry.parents))
                return (mutation, attempt, stamp)
            }
        }
    }

    /// The lease is new here: whatever is in flight and not of this process was left behind. Not what has been answered
    /// since this process last looked: whoever held the lease may have given it back with its last answer.
    func takeOverInterrupted(_ writer: inout JournalWriter) {
        let failure = Failure(code: Failure.interruptedCode, mayHaveArrived: true, isTransient: true)
        let isManual = drainer.rule == .manual
        change(&writer) { state in
            let abandoned = state.outbox.inFlight.filter { id in
                // A later attempt than that which is under way here was another's.
                state.outbox.entries[id].map { !drainer.isSending(id, attempt: $0.state.attempts) } ?? false
            }
            var states = state.states(after: .interrupted(failure), of: abandoned)
            if isManual { states = states.mapValues { $0.after(.unattended) ?? $0 } }
            return state.batch(states)
        }
    }
}

extension Mutation {
    fileprivate func sent(_ attempt: Attempt, toAny service: Service) async -> Outcome {
        await send(attempt, to: service)
    }
}
