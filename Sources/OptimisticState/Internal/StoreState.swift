/// Everything that one store holds in memory; touched under its lock alone.
@usableFromInline
final class StoreState {
    /// What a mutation is, beside where it stands in the outbox.
    final class Content {
        let mutation: AnyMutation?
        let kindName: String
        let enqueuedAt: Timestamp
        let touches: [Touch]
        var isSaved: Bool

        init(mutation: AnyMutation?, kindName: String, enqueuedAt: Timestamp, touches: [Touch], isSaved: Bool) {
            self.mutation = mutation
            self.kindName = kindName
            self.enqueuedAt = enqueuedAt
            self.touches = touches
            self.isSaved = isSaved
        }
    }

    @usableFromInline let tables = Tables()
    let outbox = Outbox()
    var contents: [MutationID: Content] = [:]
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
        contents[row.id] = Content(
            mutation: row.mutation, kindName: row.kindName, enqueuedAt: row.enqueuedAt, touches: touches,
            isSaved: isSaved)
        if !isSaved { markUnsaved([row.id]) }
        outbox.insert(entry(of: row.mutation, row.id, sequence: row.sequence, row.state))
        if row.state.stage.isAcknowledged, !isUnconfirmed(row.id) { idle.insert(row.id) }
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
        of mutation: AnyMutation?, _ id: MutationID, sequence: Int64, _ state: MutationState
    ) -> Outbox.Entry {
        Outbox.Entry(
            id: id, sequence: sequence, lane: mutation.map { tables.canonical($0.base.lane) } ?? Lane("quarantine"),
            parents: mutation?.base.parents ?? [],
            blocksLane: mutation.map { $0.kind.afterFailure == .blocks } ?? false,
            isUnderstood: mutation != nil, state: state)
    }

    /// Moves a mutation on; what it shows follows.
    func set(_ id: MutationID, to state: MutationState) {
        guard let content = contents[id] else { return }
        outbox.set(id, to: state)
        isOutboxChanged = true
        if case .acknowledged = state.stage {
            let stamp = nextStamp()
            for touch in content.touches { touch.move(.acknowledged(at: stamp)) }
        } else {
            let isFolded = content.mutation?.isFolded(in: state.stage) ?? false
            for touch in content.touches {
                touch.move(.folded(isFolded))
                touch.move(.staged)
            }
        }
        if case .failed(let failure) = state.stage { end(id, .failed(failure)) }
    }

    /// Gives a mutation another payload under its own id, in its own place.
    func rewrite(_ id: MutationID, as mutation: AnyMutation) {
        guard let content = contents[id], let known = outbox.entries[id] else { return }
        for touch in content.touches { touch.move(.dropped) }
        contents[id] = Content(
            mutation: mutation, kindName: mutation.kind.name, enqueuedAt: content.enqueuedAt,
            touches: install(
                mutation, id, sequence: known.sequence, enqueuedAt: content.enqueuedAt, known.state.stage),
            isSaved: content.isSaved)
        outbox.replace(entry(of: mutation, id, sequence: known.sequence, known.state))
        isOutboxChanged = true
    }

    /// Takes a mutation and all that it shows away.
    ///
    /// - Parameter isBeingSent: Whether a request for it is on its way from here: its lane waits for that.
    func remove(_ id: MutationID, isBeingSent: Bool) {
        guard let content = contents.removeValue(forKey: id) else { return }
        outbox.remove(id, isBeingSent: isBeingSent)
        for touch in content.touches { touch.move(.dropped) }
        isOutboxChanged = true
    }

    /// The server has it: it leaves the outbox, and goes on showing until what it touches is confirmed.
    func acknowledge(_ id: MutationID, serverID: String?) {
        guard let entry = outbox.entries[id], let content = contents[id] else { return }
        if let serverID {
            for alias in aliases(of: id, serverID: serverID) { learn(alias) }
        }
        var state = entry.state
        state.stage = .acknowledged(serverID: serverID)
        outbox.set(id, to: state)
        isOutboxChanged = true
        let stamp = nextStamp()
        for touch in content.touches { touch.move(.acknowledged(at: stamp)) }
        if !isUnconfirmed(id) { idle.insert(id) }
        end(id, .accepted(serverID: serverID))
    }

    /// An acknowledged mutation is confirmed wherever a view could see it: the outbox lets it go. What it still
    /// shows on records that no one has read stays until they are read.
    func forget(_ id: MutationID) {
        outbox.remove(id)
        contents[id] = nil
        idle.remove(id)
    }

    func takeIdle() -> Set<MutationID> {
        defer { idle = [] }
        return idle
    }

    func aliases(of id: MutationID, serverID: String) -> [Alias] {
        contents[id]?.touches.compactMap(\.createdName)
            .map { Alias(recordName: $0, mutation: id, serverID: serverID) } ?? []
    }

    func learn(_ alias: Alias) {
        guard let (named, identity) = tables.learn(alias) else { return }
        outbox.rename(named, to: identity)
    }

    /// Whether an acknowledged mutation still changes something that a view could see otherwise.
    func isUnconfirmed(_ id: MutationID) -> Bool {
        contents[id]?.touches.contains(where: \.isUnconfirmed) ?? false
    }

    /// Whether `said` confirms an acknowledged mutation wherever it shows.
    func isConfirmed(_ id: MutationID, by said: [Confirmed], serverID: String?) -> Bool {
        contents[id]?.touches.allSatisfy {
            $0.isConfirmed(by: said, echoOf: id, serverID: serverID, in: tables)
        } ?? true
    }

    /// The disk has taken everything.
    func markAllSaved() {
        guard isBehind else { return }
        for id in unsaved { contents[id]?.isSaved = true }
        unsaved.removeAll()
        isBehind = false
        isOutboxChanged = true
    }

    /// The disk has refused a write, in which these had a text.
    func markUnsaved(_ ids: some Sequence<MutationID>) {
        isBehind = true
        for id in ids where contents[id] != nil {
            contents[id]?.isSaved = false
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

extension AnyMutation {
    /// Whether its effect is on screen in this stage.
    func isFolded(in stage: Stage) -> Bool {
        guard case .failed = stage else { return true }
        return !leavesWhenFailed
    }

    var leavesWhenFailed: Bool { kind.whenFailed == .leaves }
}
