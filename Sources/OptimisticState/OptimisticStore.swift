/// What one account sees and has under way: confirmed state, the outbox, and the fold of both, shared by every view.
///
/// `visible = fold(confirmed, pending mutations in sequence order)`. Confirmed state is written with what a server said
/// and nothing else; a failure takes its own effect away and no one else's. Any thread may call it. Writes are made one
/// at a time, durable before they are visible; reading never waits for a disk.
public final class OptimisticStore<Service: Sendable>: Sendable {
    let time: any Timekeeper
    let makeID: @Sendable () -> MutationID
    /// Uniform in 0..<1.
    let jitter: @Sendable () -> Double

    /// Taken by whoever writes, for as long as the disk takes; always before `state`.
    let writer: Locked<JournalWriter>
    /// Taken for moments: never while something blocks.
    let state: Locked<StoreState>
    let drainer = Drainer()

    /// Opens the account's outbox and shows what waits and what failed.
    ///
    /// What was in flight when its process ended waits with an unknown outcome; what another living process is sending
    /// stays in flight.
    ///
    /// - Parameters:
    ///   - journal: the account's outbox.
    ///   - time: the clock, and whoever wakes at a moment.
    ///   - makeID: a new, unique id at each call.
    ///   - jitter: numbers uniform in 0..<1, for the backoff.
    /// - Throws: what the journal throws when it can't be read. Nothing is changed then.
    /// - Complexity: O(what is stored).
    @inlinable
    public convenience init(
        journal: any Journal<Service>, time: any Timekeeper, makeID: @escaping @Sendable () -> MutationID,
        jitter: @escaping @Sendable () -> Double
    ) throws {
        try self.init(AnyJournal(journal), time: time, makeID: makeID, jitter: jitter)
    }

    @usableFromInline
    init(
        _ journal: AnyJournal, time: any Timekeeper, makeID: @escaping @Sendable () -> MutationID,
        jitter: @escaping @Sendable () -> Double
    ) throws {
        self.time = time
        self.makeID = makeID
        self.jitter = jitter

        let contents = try journal.load()
        let loaded = StoreState()
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
    ///
    /// - Complexity: O(1) and what `body` reads.
    public func read<T>(_ body: (borrowing Visible<Service>) throws -> T) rethrows -> T {
        try state.withLock { state in try body(Visible(state: state)) }
    }

    /// Tells that something in these scopes changed since it last told; the newest wins, nothing queues up.
    ///
    /// The stream tells once at the beginning, so that a change between subscribing and the first read can't be missed.
    ///
    /// - Complexity: O(scopes); each frame costs O(subscribers) more.
    public func changes(in scopes: [AnyScope]) -> AsyncStream<Revision> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let subscriber = state.withLock { $0.subscribe(scopes, continuation) }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.unsubscribe(subscriber) }
            }
        }
    }

    // MARK: What the world tells

    /// The place can be reached: what waits only for that goes on now.
    ///
    /// - Complexity: O(what waits for it) and one durable write.
    public func reachable() {
        change { $0.batch($0.states(after: .woken, of: $0.outbox.unreachable)) }
        drainer.signal.ring()
    }

    /// The user has signed in as this account again: everything of it goes on.
    ///
    /// - Complexity: O(what waits for it) and one durable write.
    public func signedIn() {
        change { $0.batch($0.states(after: .signedIn, of: $0.outbox.signedOut)) }
        drainer.signal.ring()
    }

    // MARK: Writing

    /// Writes and shows new stages in one step.
    func change(_ plan: (StoreState) -> Batch) {
        writer.withLock { change(&$0, plan) }
    }

    /// The same for who holds the writer already.
    func change(_ writer: inout JournalWriter, _ plan: (StoreState) -> Batch) {
        let (batch, written) = write(&writer, plan)
        guard !batch.isEmpty else { return }
        state.withLock { state in
            apply(batch, written, in: state)
            state.publish()
        }
    }

    /// Writes what is planned upon all that is in the journal: what another process wrote meanwhile is taken up first,
    /// and planned upon again. One that was stopped for long must not undo what was done since.
    func write(
        _ writer: inout JournalWriter, _ plan: (StoreState) -> Batch
    ) -> (batch: Batch, written: JournalWriter.Written) {
        while true {
            let basis = writer.knownRevision
            var batch = state.withLock { plan($0) }
            guard !batch.isEmpty else { return (batch, .saved([])) }
            batch.basis = basis
            let written = writer.write(batch)
            guard case .overtaken = written else { return (batch, written) }
            guard !catchUp(&writer) else { continue }
            batch.basis = nil
            return (batch, writer.write(batch))
        }
    }

    /// Puts what a batch wrote into memory. Its aliases are those of what it acknowledges, and are learnt with that.
    func apply(_ batch: Batch, _ written: JournalWriter.Written, in state: StoreState) {
        for (id, settled) in batch.removed {
            if case .accepted(let serverID) = settled {
                state.acknowledge(id, serverID: serverID)
                if !state.isUnconfirmed(id) { state.forget(id) }
            } else {
                state.remove(id, isBeingSent: drainer.isSending(id))
                state.end(id, settled)
            }
        }

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
        } else {
            state.markUnsaved(batch.rewritten.keys)
        }
        for (index, new) in batch.appended.enumerated() {
            let sequence = index < sequences.count ? sequences[index] : state.lastSequence + 1
            state.insert(
                Row(
                    id: new.id, sequence: sequence, enqueuedAt: new.enqueuedAt,
                    kindName: new.mutation.kind.name, mutation: new.mutation, state: new.state),
                isSaved: isSaved)
        }
    }
}

extension Stage {
    var isAcknowledged: Bool {
        if case .acknowledged = self { return true }
        return false
    }
}
