/// What one account sees and has under way: confirmed state, the outbox, and the fold of both, shared by every view.
///
/// `visible = fold(confirmed, pending mutations in sequence order)`. Confirmed state is written with what a server said
/// and nothing else; a failure takes its own effect away and no one else's. Any thread may call it. Writes are made one
/// at a time, durable before they are visible; reading never waits for a disk.
public final class OptimisticStore<Service: Sendable>: Sendable {
    let time: any Timekeeper
    private let makeID: @Sendable () -> MutationID
    /// Uniform in 0..<1.
    let jitter: @Sendable () -> Double

    /// Taken by whoever writes, for as long as the disk takes; always before `state`.
    let writer: Locked<JournalWriter<Service>>
    /// Taken for moments: never while something blocks.
    let state: Locked<StoreState<Service>>
    let drainer = Drainer()

    /// Opens the account's outbox and shows what waits and what failed.
    ///
    /// What was in flight when its process ended waits with an unknown outcome; what another living process is sending
    /// stays in flight.
    ///
    /// - Parameters:
    ///   - makeID: a new, unique id at each call.
    ///   - jitter: numbers uniform in 0..<1, for the backoff.
    /// - Throws: what the journal throws when it can't be read. Nothing is changed then.
    public init(
        journal: any Journal<Service>, time: any Timekeeper, makeID: @escaping @Sendable () -> MutationID,
        jitter: @escaping @Sendable () -> Double
    ) throws {
        self.time = time
        self.makeID = makeID
        self.jitter = jitter
        let contents = try journal.load()
        let loaded = StoreState<Service>()
        for alias in contents.aliases { loaded.learn(alias) }
        for row in contents.rows { loaded.insert(row, isSaved: true) }
        loaded.publish()
        state = Locked(loaded)
        writer = Locked(JournalWriter(journal, knownRevision: contents.revision))
        if contents.rows.contains(where: { $0.state.stage == .inFlight }) {
            interruptIfAbandoned()
        }
    }

    private func interruptIfAbandoned() {
        writer.withLock { writer in
            guard writer.claimLease(at: time.now()) != .refused else { return }
            takeOverInterrupted(&writer)
            writer.releaseLease()
        }
    }

    // MARK: Reading

    /// Reads any number of windows in one frame: no two of them can differ.
    ///
    /// `body` runs under the store's lock: it must be quick and must not call the store.
    public func read<T>(_ body: (borrowing Visible<Service>) throws -> T) rethrows -> T {
        try state.withLock { state in try body(Visible(state: state)) }
    }

    /// Tells that something in these scopes changed since it last told; the newest wins, nothing queues up.
    ///
    /// The stream tells once at the beginning, so that a change between subscribing and the first read can't be missed.
    public func changes(in scopes: [AnyScope]) -> AsyncStream<Revision> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let subscriber = state.withLock { $0.subscribe(scopes, continuation) }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.unsubscribe(subscriber) }
            }
        }
    }

    // MARK: The user's acts

    /// Does it: durable and visible on return.
    ///
    /// What is in `discarding` goes in the same write: the refused wish that a new one replaces, the failed comment
    /// whose text is sent anew. If the disk refuses, the mutation is shown and sent all the same, marked as not saved.
    ///
    /// - Returns: the id under which it can be waited for. After coalescing with one that was never attempted, it may
    ///   be that one's.
    /// - Complexity: O(mutations on the records that it names + log n) and one durable write.
    @discardableResult
    public func enqueue(_ mutation: any Mutation<Service>, discarding: [MutationID] = []) -> MutationID {
        let now = time.now()
        var id = makeID()
        writer.withLock { writer in
            var batch = JournalBatch<Service>()
            let (earlier, woken) = state.withLock { state in plan(mutation, in: state) }
            for discarded in discarding { batch.removed[discarded] = .discarded }
            if let woken { batch.updated[woken.id] = woken.state }
            var isAppended = true
            switch earlier {
            case nil, .some((_, .keepBoth)): break
            case .some((let other, .supersedes)): batch.removed[other] = .superseded
            case .some((let other, .rewrites(let payload))):
                batch.rewritten[other] = payload
                id = other
                isAppended = false
            case .some((let other, .bothVanish)):
                batch.removed[other] = .superseded
                isAppended = false
            }
            let new = NewMutation(id: id, enqueuedAt: now, mutation: mutation, state: MutationState())
            if isAppended { batch.appended = [new] }
            let written = writer.write(batch)
            state.withLock { state in
                apply(batch, written, in: state)
                if !isAppended, batch.rewritten.isEmpty { state.end(id, .superseded) }
                state.publish()
            }
        }
        drainer.signal.ring()
        return id
    }

    /// What a new mutation meets in its lane: an earlier one that it could become one with, and a head to wake.
    private func plan(
        _ mutation: any Mutation<Service>, in state: StoreState<Service>
    ) -> (earlier: (MutationID, Coalescing<Service>)?, woken: (id: MutationID, state: MutationState)?) {
        let ends = state.outbox.ends(of: state.tables.canonical(mutation.lane))
        var woken: (id: MutationID, state: MutationState)?
        if let head = ends.head, let entry = state.outbox.entries[head], let next = entry.state.after(.woken) {
            woken = (head, next)
        }
        guard let last = ends.last, let entry = state.outbox.entries[last], entry.state.isUntouched,
            let earlier = state.contents[last]?.mutation
        else { return (nil, woken) }
        return ((last, earlier.coalesced(withAny: mutation)), woken)
    }

    /// Puts what a batch wrote into memory.
    func apply(_ batch: JournalBatch<Service>, _ written: JournalWriter<Service>.Written, in state: StoreState<Service>)
    {
        for (id, settled) in batch.removed {
            if case .accepted(let serverID) = settled {
                state.acknowledge(id, serverID: serverID)
                if !state.isUnconfirmed(id) { state.forget(id) }
            } else {
                state.remove(id)
                state.end(id, settled)
            }
        }
        for alias in batch.aliases { state.learn(alias) }
        for (id, mutation) in batch.rewritten { state.rewrite(id, as: mutation) }
        for (id, change) in batch.updated {
            if case .acknowledged(let serverID) = change.stage {
                state.acknowledge(id, serverID: serverID)
            } else {
                state.set(id, to: change)
            }
        }
        var sequences: [Int64] = []
        var isSaved = false
        if case .saved(let assigned) = written {
            sequences = assigned
            isSaved = true
            state.markAllSaved()
        }
        for (index, new) in batch.appended.enumerated() {
            let sequence = index < sequences.count ? sequences[index] : state.lastSequence + 1
            state.insert(
                StoredMutation(
                    id: new.id, sequence: sequence, enqueuedAt: new.enqueuedAt,
                    kindName: type(of: new.mutation).kind.name, mutation: new.mutation, state: new.state),
                isSaved: isSaved)
        }
    }

    /// Sends a failed mutation again, under the same id, in its old place. A wait ends; what is in flight is left
    /// alone, and a second retry does nothing.
    public func retry(_ id: MutationID) { act(.retried, on: id) }

    /// Ends a wait: sends now what would be sent later.
    public func wake(_ id: MutationID) { act(.woken, on: id) }

    private func act(_ event: MutationEvent, on id: MutationID) {
        change { state in
            state.batch(state.states(after: event, of: [id]))
        }
        drainer.signal.ring()
    }

    /// The mutations that can't be sent without this one, in sequence order.
    public func dependents(on id: MutationID) -> [MutationID] {
        state.withLock { $0.outbox.dependents(on: id) }
    }

    /// Takes a mutation and its dependents out of the outbox and off the screen.
    ///
    /// - Returns: what they were, so that no text is lost. Empty if the server has it already or it is not there.
    @discardableResult
    public func discard(_ id: MutationID) -> [any Mutation<Service>] {
        let discarded: [any Mutation<Service>] = writer.withLock { writer in
            let (batch, mutations) = state.withLock { state in
                var batch = JournalBatch<Service>()
                var mutations: [any Mutation<Service>] = []
                for id in [id] + state.outbox.dependents(on: id) {
                    guard let entry = state.outbox.entries[id], !entry.state.stage.isAcknowledged,
                        let mutation = state.contents[id]?.mutation
                    else { continue }
                    batch.removed[id] = .discarded
                    mutations.append(mutation)
                }
                return (batch, mutations)
            }
            guard !batch.removed.isEmpty else { return [] }
            let written = writer.write(batch)
            state.withLock { state in
                apply(batch, written, in: state)
                state.publish()
            }
            return mutations
        }
        drainer.signal.ring()
        return discarded
    }

    /// Waits until the mutation is accepted, failed, superseded or discarded. At once if it already is.
    public func settled(_ id: MutationID) async -> Settled {
        await withCheckedContinuation { continuation in
            state.withLock { $0.wait(for: id, continuation) }
        }
    }

    // MARK: What the world tells

    /// The place can be reached: what waits only for that goes on now.
    public func reachable() {
        change { $0.batch($0.states(after: .woken, of: $0.outbox.unreachable)) }
        drainer.signal.ring()
    }

    /// The user has signed in as this account again: everything of it goes on.
    public func signedIn() {
        change { $0.batch($0.states(after: .signedIn, of: $0.outbox.signedOut)) }
        drainer.signal.ring()
    }

    /// Writes and shows new stages in one step.
    func change(_ plan: (StoreState<Service>) -> JournalBatch<Service>) {
        writer.withLock { writer in
            let batch = state.withLock { plan($0) }
            guard !batch.isEmpty else { return }
            let written = writer.write(batch)
            state.withLock { state in
                apply(batch, written, in: state)
                state.publish()
            }
        }
    }
}

extension Mutation {
    func coalesced(withAny next: any Mutation<Service>) -> Coalescing<Service> { coalesced(with: next) }
}

extension MutationState {
    /// Never attempted, and not settled either: it may still become something else.
    var isUntouched: Bool { stage == .queued && attempts == 0 }
}

extension Stage {
    var isAcknowledged: Bool {
        if case .acknowledged = self { return true }
        return false
    }
}
