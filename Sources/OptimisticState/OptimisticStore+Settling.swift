extension OptimisticStore {
    /// A reply has come, or has failed to come.
    func settle(_ attempt: Attempt, _ outcome: Outcome, begunAt stamp: UInt64, wasCancelled: Bool) {
        drainer.ended(attempt.id, attempt.number)
        if !drainer.isSending(attempt.id) { state.withLock { $0.outbox.ended(attempt.id) } }
        if case .accepted(let serverID, let said) = outcome {
            accept(attempt.id, serverID: serverID, said: said, begunAt: stamp)
        } else {
            let now = time.now()
            let rule = drainer.rule
            let delay = jitter()
            change { state in
                guard let entry = state.outbox.entries[attempt.id], entry.state.attempts == attempt.number,
                    let event = outcome.event(
                        for: entry.state, attempt, at: now, rule: rule, jitter: delay, wasCancelled: wasCancelled),
                    let next = entry.state.after(event)
                else { return Batch() }
                var updated = outcome.isAnswer ? state.states(after: .woken, of: state.outbox.unreachable) : [:]
                updated[attempt.id] = next
                return state.batch(updated)
            }
        }
        drainer.signal.ring()
    }

    /// Acknowledges, confirms what the reply says, and lets go what that confirms: one write, one frame.
    private func accept(_ id: MutationID, serverID: String?, said: [Confirmed], begunAt stamp: UInt64) {
        writer.withLock { writer in
            let (batch, written) = write(&writer) { state in
                var batch = Batch()
                if let entry = state.outbox.entries[id], let next = entry.state.after(.accepted(serverID: serverID)) {
                    if let serverID { batch.aliases = state.aliases(of: id, serverID: serverID) }
                    if state.isConfirmed(id, by: said, serverID: serverID) {
                        batch.removed[id] = .accepted(serverID: serverID)
                    } else {
                        batch.updated[id] = next
                    }
                }
                batch.updated.merge(state.states(after: .woken, of: state.outbox.unreachable)) { own, _ in own }
                return batch
            }
            let rest = state.withLock { state in
                apply(batch, written, in: state)
                var rest = state.confirm(said, at: stamp)
                for id in batch.removed.keys { rest.removed[id] = nil }
                state.publish()
                return rest
            }
            if !rest.isEmpty { _ = writer.write(rest) }
        }
    }
}

extension Outcome {
    /// Whether the server was heard at all.
    fileprivate var isAnswer: Bool {
        switch self {
        case .accepted, .transient, .needsSignIn, .rejected, .cannotTell: true
        case .offline, .unknown: false
        }
    }

    /// What an ending that is no acceptance means, by its class and the rule of retrying. Nil for an acceptance.
    fileprivate func event(
        for state: MutationState, _ attempt: Attempt, at now: Timestamp, rule: RetryRule, jitter: Double,
        wasCancelled: Bool
    ) -> MutationEvent? {
        switch self {
        case .accepted:
            return nil
        case .rejected(let failure):
            return .refused(failure)
        case .cannotTell(let failure):
            return .refused(failure.undecided)
        case .needsSignIn:
            return .signedOut
        case .offline(var failure):
            failure.isOffline = true
            return .postponed(failure, nil, state, attempt, now, rule, jitter)
        case .unknown(let failure):
            if wasCancelled { return .interrupted(failure.arrivingPerhaps) }
            return .postponed(failure.arrivingPerhaps, nil, state, attempt, now, rule, jitter)
        case .transient(var failure, let retryAfter):
            failure.namesMoment = retryAfter != nil
            return .postponed(failure, retryAfter, state, attempt, now, rule, jitter)
        }
    }
}

extension MutationEvent {
    fileprivate static func postponed(
        _ failure: Failure, _ retryAfter: Duration?, _ state: MutationState, _ attempt: Attempt, _ now: Timestamp,
        _ rule: RetryRule, _ jitter: Double
    ) -> MutationEvent {
        switch rule {
        case .manual:
            var failure = failure.asTransient
            failure.namesMoment = false
            return .refused(failure)
        case .automatic(let base, let limit, let patience):
            if now - attempt.enqueuedAt >= patience {
                return .refused(
                    Failure(
                        code: Failure.gaveUpCode, status: failure.status, words: failure.words,
                        mayHaveArrived: failure.mayHaveArrived))
            }
            // 2ⁿ past 30 is far beyond any limit.
            let ceiling = min(limit, base * (1 << min(state.delays, 30)))
            let delay = retryAfter ?? ceiling * jitter
            return .postponed(until: now + delay, failure)
        }
    }
}
