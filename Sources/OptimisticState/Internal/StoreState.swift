/// Everything that one store holds in memory; touched under its lock alone.
@usableFromInline
final class StoreState {
    /// What a mutation is, beside where it stands in the outbox.
    struct Content {
        let mutation: AnyMutation?
        let kindName: String
        let enqueuedAt: Timestamp
        let touches: [Touch]
        var isSaved: Bool
    }

    @usableFromInline let tables = Tables()
    let outbox = Outbox()

    /// What the server has and no view could see otherwise, though no reading has said so: goes with the next frame.
    private var idle: Set<MutationID> = []
    /// What the disk refused so far.
    private var unsaved: Set<MutationID> = []
    /// Whether the disk has refused anything that it has not taken since.
    private(set) var isBehind = false
    /// The highest sequence seen: what a mutation gets that could not be stored yet comes after it.
    private(set) var lastSequence: Int64 = 0
    /// The order of acknowledgements and readings.
    private var stamp: UInt64 = 0
    private(set) var revision: UInt64 = 0
    private var subscribers: [UInt64: Subscriber] = [:]
    private var nextSubscriber: UInt64 = 0
    private var isOutboxChanged = false
    private var waiters: [MutationID: [CheckedContinuation<Settled, Never>]] = [:]
    /// How the latest ended, for whoever asks late.
    private var endings = RecentEndings()

    private struct Subscriber {
        let scopes: [AnyScope]
        let continuation: AsyncStream<Revision>.Continuation
    }

    func nextStamp() -> UInt64 {
        stamp += 1
        return stamp
    }

    // MARK: Mutations

    /// Shows a mutation and gives it its place.
    func insert(_ row: Row, isSaved: Bool) {
        let touches = install(
            row.mutation, row.id, sequence: row.sequence, enqueuedAt: row.enqueuedAt, row.state.stage)
        lastSequence = max(lastSequence, row.sequence)
        let content = Content(
            mutation: row.mutation, kindName: row.kindName, enqueuedAt: row.enqueuedAt, touches: touches,
            isSaved: isSaved)
        let entry = entry(of: content, row.id, sequence: row.sequence, row.state)
        outbox.insert(entry)
        if !isSaved { markUnsaved([row.id]) }
        if row.state.stage.isAcknowledged, !entry.isUnconfirmed { idle.insert(row.id) }
        isOutboxChanged = true
    }

    /// Puts the effects of a mutation on its records.
    private func install(
        _ mutation: AnyMutation?, _ id: MutationID, sequence: Int64, enqueuedAt: Timestamp, _ stage: Stage
    ) -> [Touch] {
        guard let mutation else { return [] }
        let origin = Origin(id: id, sequence: sequence, enqueuedAt: enqueuedAt)
        let acknowledged = stage.isAcknowledged ? nextStamp() : nil
        let isFolded = mutation.isFolded(in: stage)
        return mutation.base.effects(from: origin).map {
            $0.install(origin, acknowledged, isFolded, tables)
        }
    }

    private func entry(
        of content: Content, _ id: MutationID, sequence: Int64, _ state: MutationState
    ) -> Outbox.Entry {
        let mutation = content.mutation
        let lane = mutation.map { tables.canonical($0.lane) } ?? Lane("quarantine")
        return Outbox.Entry(
            id: id, sequence: sequence, queue: outbox.queue(of: lane), parents: mutation?.base.parents ?? [],
            blocksLane: mutation?.kind.afterFailure == .blocks, isUnderstood: mutation != nil, state: state,
            content: content)
    }

    /// Moves a mutation on; what it shows follows.
    func set(_ id: MutationID, to state: MutationState) {
        guard let entry = outbox.entries[id] else { return }
        outbox.set(entry, to: state)
        isOutboxChanged = true
        if case .acknowledged = state.stage {
            let stamp = nextStamp()
            for touch in entry.touches { touch.move(.acknowledged(at: stamp)) }
        } else {
            let isFolded = entry.mutation?.isFolded(in: state.stage) ?? false
            for touch in entry.touches {
                touch.move(.folded(isFolded))
                touch.move(.staged)
            }
        }
        if case .failed(let failure) = state.stage { end(id, .failed(failure)) }
    }

    /// Gives a mutation another payload under its own id, in its own place.
    func rewrite(_ id: MutationID, as mutation: AnyMutation) {
        guard let known = outbox.entries[id], let old = known.content else { return }
        for touch in old.touches { touch.move(.dropped) }
        let content = Content(
            mutation: mutation, kindName: mutation.kind.name, enqueuedAt: old.enqueuedAt,
            touches: install(mutation, id, sequence: known.sequence, enqueuedAt: old.enqueuedAt, known.state.stage),
            isSaved: old.isSaved)
        outbox.replace(entry(of: content, id, sequence: known.sequence, known.state))
        isOutboxChanged = true
    }

    /// Takes a mutation and all that it shows away.
    ///
    /// - Parameter isBeingSent: Whether a request for it is on its way from here: its lane waits for that.
    func remove(_ id: MutationID, isBeingSent: Bool) {
        guard let entry = outbox.remove(id, isBeingSent: isBeingSent) else { return }
        for touch in entry.touches { touch.move(.dropped) }
        isOutboxChanged = true
    }

    /// The server has it: what it created is known by the server's name from now on, it leaves the outbox, and goes on
    /// showing until what it touches is confirmed.
    func acknowledge(_ id: MutationID, serverID: String?) {
        guard let entry = outbox.entries[id] else { return }
        if let serverID {
            for alias in entry.aliases(serverID: serverID) { learn(alias) }
        }
        var state = entry.state
        state.stage = .acknowledged(serverID: serverID)
        outbox.set(entry, to: state)
        isOutboxChanged = true
        let stamp = nextStamp()
        for touch in entry.touches { touch.move(.acknowledged(at: stamp)) }
        if !entry.isUnconfirmed { idle.insert(id) }
        end(id, .accepted(serverID: serverID))
    }

    /// An acknowledged mutation is confirmed wherever a view could see it: the outbox lets it go. What it still
    /// shows on records that no one has read stays until they are read.
    func forget(_ id: MutationID) {
        outbox.remove(id)
        idle.remove(id)
    }

    func takeIdle() -> Set<MutationID> {
        defer { idle = [] }
        return idle
    }

    func aliases(of id: MutationID, serverID: String) -> [Alias] {
        outbox.entries[id]?.aliases(serverID: serverID) ?? []
    }

    func learn(_ alias: Alias) {
        guard let (named, identity) = tables.learn(alias) else { return }
        outbox.rename(named, to: identity)
    }

    /// Whether an acknowledged mutation still changes something that a view could see otherwise.
    func isUnconfirmed(_ id: MutationID) -> Bool {
        outbox.entries[id]?.isUnconfirmed ?? false
    }

    /// Whether `said` confirms an acknowledged mutation wherever it shows.
    func isConfirmed(_ id: MutationID, by said: [Confirmed], serverID: String?) -> Bool {
        outbox.entries[id]?.touches.allSatisfy {
            $0.isConfirmed(by: said, echoOf: id, serverID: serverID, in: tables)
        } ?? true
    }

    /// The disk has taken everything.
    func markAllSaved() {
        guard isBehind else { return }
        for id in unsaved { outbox.entries[id]?.content?.isSaved = true }
        unsaved.removeAll()
        isBehind = false
        isOutboxChanged = true
    }

    /// The disk has refused a write, in which these had a text.
    func markUnsaved(_ ids: some Sequence<MutationID>) {
        isBehind = true
        for id in ids {
            guard let entry = outbox.entries[id] else { continue }
            entry.content?.isSaved = false
            unsaved.insert(id)
        }
        isOutboxChanged = true
    }

    // MARK: Waiters

    func end(_ id: MutationID, _ settled: Settled) {
        endings.remember(id, settled)
        for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.resume(returning: settled) }
    }

    func wait(for id: MutationID, _ continuation: CheckedContinuation<Settled, Never>) {
        switch outbox.entries[id]?.state.stage {
        case .failed(let failure)?: continuation.resume(returning: .failed(failure))
        case .acknowledged(let serverID)?: continuation.resume(returning: .accepted(serverID: serverID))
        case .queued?, .inFlight?, .waiting?, .needsSignIn?: waiters[id, default: []].append(continuation)
        case nil: continuation.resume(returning: endings.ending(of: id) ?? .discarded)
        }
    }

    // MARK: Subscribers

    func subscribe(_ scopes: [AnyScope], _ continuation: AsyncStream<Revision>.Continuation) -> UInt64 {
        nextSubscriber += 1
        subscribers[nextSubscriber] = Subscriber(scopes: scopes, continuation: continuation)
        continuation.yield(Revision(number: revision))
        return nextSubscriber
    }

    func unsubscribe(_ subscriber: UInt64) {
        subscribers[subscriber] = nil
    }

    /// Ends a frame: whoever sees something of what changed is told once.
    func publish() {
        revision += 1
        for subscriber in subscribers.values where subscriber.scopes.contains(where: isChanged) {
            subscriber.continuation.yield(Revision(number: revision))
        }
        tables.endFrame()
        isOutboxChanged = false
    }

    private func isChanged(_ scope: AnyScope) -> Bool {
        switch scope.what {
        case .outbox: isOutboxChanged
        case .list(let list): list.isChanged(tables)
        }
    }
}

extension Outbox.Entry {
    var mutation: AnyMutation? { content?.mutation }
    var touches: [Touch] { content?.touches ?? [] }

    /// Whether it still changes something that a view could see otherwise.
    var isUnconfirmed: Bool { touches.contains(where: \.isUnconfirmed) }

    /// The names of what it created, once the server calls that `serverID`.
    func aliases(serverID: String) -> [Alias] {
        touches.compactMap(\.createdName).map { Alias(recordName: $0, mutation: id, serverID: serverID) }
    }
}

extension AnyMutation {
    /// Whether its effect is on screen in this stage.
    func isFolded(in stage: Stage) -> Bool {
        guard case .failed = stage else { return true }
        return !leavesWhenFailed
    }

    var leavesWhenFailed: Bool { kind.whenFailed == .leaves }
}
