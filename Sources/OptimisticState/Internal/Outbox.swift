/// The pending mutations in their lanes: who may be sent next, who waits until when, who waits for whom.
///
/// It holds no clock, no task and no lock, and does no I/O: `now` comes in, deadlines go out. It and its entries are
/// objects because each look at a value in a dictionary, or in another object, would copy the whole of it.
final class Outbox {
    final class Entry: Comparable {
        let id: MutationID
        let sequence: Int64
        fileprivate(set) var queue: LaneQueue
        let parents: [MutationID]
        /// What the mutation is: nothing to the outbox, but found together with where it stands.
        var content: StoreState.Content?
        /// A permanent failure holds back those behind it.
        let blocksLane: Bool
        /// A row of another version keeps its place, and is never sent.
        let isUnderstood: Bool
        fileprivate(set) var state: MutationState
        /// It waits for what failed, or for what itself waits so: nothing of it can be sent before the user acts.
        fileprivate(set) var isStuck = false
        fileprivate(set) var standing = Standing.out
        /// Whether it stands among those that can be sent, or could when they were put there.
        fileprivate var isOffered = false
        /// Whether it has left the outbox.
        fileprivate var isGone = false

        init(
            id: MutationID, sequence: Int64, queue: LaneQueue, parents: [MutationID], blocksLane: Bool,
            isUnderstood: Bool, state: MutationState, content: StoreState.Content? = nil
        ) {
            self.id = id
            self.sequence = sequence
            self.queue = queue
            self.parents = parents
            self.content = content
            self.blocksLane = blocksLane
            self.isUnderstood = isUnderstood
            self.state = state
        }

        var lane: Lane { queue.lane }

        static func == (first: Entry, second: Entry) -> Bool { first === second }
        static func < (first: Entry, second: Entry) -> Bool {
            first.sequence != second.sequence ? first.sequence < second.sequence : first.id < second.id
        }

        /// What depends on it is stuck.
        fileprivate var strandsDependents: Bool {
            if case .failed = state.stage { return true }
            return isStuck || !isUnderstood
        }

        /// How it takes part in its lane's order. What is stuck holds back nobody, unless its kind does.
        fileprivate var ownStanding: Standing {
            guard isUnderstood else { return .out }
            switch state.stage {
            case .queued: return isStuck && !blocksLane ? .aside : .turn
            case .inFlight, .waiting, .needsSignIn: return .turn
            case .failed: return blocksLane ? .turn : .out
            case .acknowledged: return .out
            }
        }
    }

    enum Standing { case out, turn, aside }

    private struct Due: Comparable {
        let moment: Int64
        let id: MutationID
        static func < (first: Due, second: Due) -> Bool { (first.moment, first.id) < (second.moment, second.id) }
    }

    /// Every mutation that has not gone, acknowledged ones too.
    private(set) var entries: [MutationID: Entry] = [:]
    private var lanes: [Lane: LaneQueue] = [:]
    /// The names of lanes that stand on records: few, and the same for all records.
    private var laneNames: Set<String> = []
    private var children: [MutationID: Set<MutationID>] = [:]
    /// Heads of lanes that could be sent when they were put in; asked again when they come out.
    private var ready = Heap<Entry>()
    private var due = Heap<Due>()
    private(set) var inFlight: Set<MutationID> = []
    /// What was taken out of the outbox while a request for it was on its way.
    private var orphans: [MutationID: LaneQueue] = [:]
    private(set) var waiting: Set<MutationID> = []
    /// What waits for the place to be reachable.
    private(set) var unreachable: Set<MutationID> = []
    private(set) var failed: Set<MutationID> = []
    private(set) var signedOut: Set<MutationID> = []
    private(set) var quarantined: Set<MutationID> = []
    private(set) var queuedCount = 0

    var pendingCount: Int { queuedCount + inFlight.count + waiting.count + signedOut.count }

    deinit {
        // A lane and those that stand in it hold each other.
        for queue in lanes.values { queue.removeAll() }
    }

    // MARK: Entries

    func insert(_ entry: Entry) { insert(entry, strandedDependents: false) }

    private func insert(_ entry: Entry, strandedDependents: Bool) {
        entries[entry.id] = entry
        entry.queue.residentCount += 1
        for parent in entry.parents { children[parent, default: []].insert(entry.id) }
        count(entry, 1)
        settle(entry, strandedDependents: strandedDependents)
        schedule(entry)
    }

    func set(_ entry: Entry, to state: MutationState) {
        let wasPaused = !signedOut.isEmpty
        count(entry, -1)
        let strandedDependents = entry.strandsDependents
        entry.state = state
        count(entry, 1)
        settle(entry, strandedDependents: strandedDependents)
        schedule(entry)
        offerHead(of: entry.queue)
        if case .acknowledged = state.stage { release(childrenOf: entry.id) }
        if wasPaused && signedOut.isEmpty { offerAll() }
    }

    /// - Parameter isBeingSent: Whether a request for it is on its way from here: the next in its lane would overtake it.
    ///   It is waited for until ``ended(_:)``.
    @discardableResult
    func remove(_ id: MutationID, isBeingSent: Bool = false) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        let wasPaused = !signedOut.isEmpty
        count(entry, -1)
        if isBeingSent {
            entry.queue.beginFlight(of: id)
            orphans[id] = entry.queue
        }
        takeOut(entry)
        closeIfUnused(entry.queue)
        offerHead(of: entry.queue)
        release(childrenOf: id)
        if wasPaused && signedOut.isEmpty { offerAll() }
        return entry
    }

    /// A request has come back, or was given up: what was taken out of the outbox meanwhile holds its lane no more.
    func ended(_ id: MutationID) {
        guard let queue = orphans.removeValue(forKey: id) else { return }
        queue.endFlight(of: id)
        closeIfUnused(queue)
        offerHead(of: queue)
    }

    /// Another payload under the same id, in the same place: who depends on it goes on depending on it.
    func replace(_ entry: Entry) {
        guard let old = entries[entry.id] else { return }
        count(old, -1)
        takeOut(old)
        insert(entry, strandedDependents: old.strandsDependents)
        closeIfUnused(old.queue)
    }

    private func takeOut(_ entry: Entry) {
        entry.isGone = true
        leaveLane(entry)
        entry.queue.residentCount -= 1
        for parent in entry.parents {
            children[parent]?.remove(entry.id)
            if children[parent]?.isEmpty == true { children[parent] = nil }
        }
    }

    // MARK: Lanes

    /// The lane of this name. Who asks for it enters it: it is kept while a mutation is of it.
    func queue(of lane: Lane) -> LaneQueue {
        if let known = lanes[lane] { return known }
        let queue = LaneQueue(lane)
        lanes[lane] = queue
        if lane.target != nil { laneNames.insert(lane.name) }
        return queue
    }

    private func closeIfUnused(_ queue: LaneQueue) {
        guard queue.residentCount == 0, queue.flight == nil, lanes[queue.lane] === queue else { return }
        lanes[queue.lane] = nil
    }

    /// The lanes of a record go on under the record's other name, with what will come back to them.
    ///
    /// - Complexity: O(names of lanes). Where both names have one: all that failed, and O(log n) for each that moves.
    func rename(_ target: AnyRef, to other: AnyRef) {
        for name in laneNames {
            guard let queue = lanes.removeValue(forKey: Lane(name: name, target: target)) else { continue }
            let resolved = Lane(name: name, target: other)
            if let joined = lanes[resolved] {
                move(queue, into: joined)
                offerHead(of: joined)
            } else {
                queue.lane = resolved
                lanes[resolved] = queue
            }
        }
    }

    private func move(_ queue: LaneQueue, into other: LaneQueue) {
        for id in queue.flights {
            other.beginFlight(of: id)
            if orphans[id] != nil { orphans[id] = other }
        }
        let thatMayComeBack = failed.compactMap { entries[$0] }.filter { $0.queue === queue && $0.standing == .out }
        for entry in queue.members + thatMayComeBack {
            entry.queue = other
            other.residentCount += 1
            joinLane(entry)
        }
        queue.removeAll()
    }

    /// Gives it the place in its lane that its stage asks for, and those that depend on it theirs.
    ///
    /// - Complexity: O(log n), and as much for each dependent once it has failed, is retried, or goes.
    private func settle(_ entry: Entry, strandedDependents: Bool) {
        var open = [(entry: entry, strandedDependents: strandedDependents)]
        while let (entry, strandedDependents) = open.popLast() {
            stand(entry)
            guard entry.strandsDependents != strandedDependents else { continue }
            for child in children[entry.id] ?? [] {
                if let child = entries[child] { open.append((child, child.strandsDependents)) }
            }
        }
    }

    private func stand(_ entry: Entry) {
        entry.isStuck =
            entry.state.isQueued && entry.parents.contains { entries[$0]?.strandsDependents == true }
        guard entry.standing != entry.ownStanding else { return }
        leaveLane(entry)
        entry.standing = entry.ownStanding
        joinLane(entry)
        offerHead(of: entry.queue)
    }

    private func joinLane(_ entry: Entry) {
        switch entry.standing {
        case .out: break
        case .turn: entry.queue.insert(entry)
        case .aside: entry.queue.insertAside(entry)
        }
    }

    private func leaveLane(_ entry: Entry) {
        if entry.standing != .out { entry.queue.remove(entry) }
    }

    private func release(childrenOf id: MutationID) {
        for child in children.removeValue(forKey: id) ?? [] {
            guard let child = entries[child] else { continue }
            settle(child, strandedDependents: child.strandsDependents)
            offerHead(of: child.queue)
        }
    }

    private func count(_ entry: Entry, _ change: Int) {
        func mark(_ set: inout Set<MutationID>) {
            if change > 0 { set.insert(entry.id) } else { set.remove(entry.id) }
        }
        guard entry.isUnderstood else { return mark(&quarantined) }
        switch entry.state.stage {
        case .queued: queuedCount += change
        case .inFlight:
            mark(&inFlight)
            if change > 0 { entry.queue.beginFlight(of: entry.id) } else { entry.queue.endFlight(of: entry.id) }
        case .waiting(_, let failure):
            mark(&waiting)
            if failure.isOffline { mark(&unreachable) }
        case .needsSignIn: mark(&signedOut)
        case .failed: mark(&failed)
        case .acknowledged: break
        }
    }

    // MARK: Whose turn it is

    private func offerHead(of queue: LaneQueue) {
        guard let head = queue.head, isReady(head) else { return }
        // Once is enough, however often its lane is looked at before it is sent.
        guard !head.isOffered else { return }
        head.isOffered = true
        ready.insert(head)
    }

    private func isReady(_ entry: Entry) -> Bool {
        entry.state.isQueued && signedOut.isEmpty && entry.queue.head === entry
            && entry.queue.flight == nil && blockingParent(of: entry) == nil
    }

    private func blockingParent(of entry: Entry) -> MutationID? {
        entry.parents.first { parent in
            guard let parent = entries[parent] else { return false }
            if case .acknowledged = parent.state.stage { return false }
            return true
        }
    }

    /// Takes the next mutation that may be sent, the oldest first. It is to be begun or removed before this is asked
    /// again; put back with ``offer(_:)`` otherwise.
    func nextReady() -> MutationID? {
        while let entry = ready.popFirst() {
            entry.isOffered = false
            if !entry.isGone, isReady(entry) { return entry.id }
        }
        return nil
    }

    /// Whether something is in flight that is not in `sending`: of another process, or left behind by one.
    func hasInFlight(besides sending: Set<MutationID>) -> Bool {
        inFlight.count > sending.count || !inFlight.isSubset(of: sending)
    }

    /// Whether something could be sent now.
    var hasReady: Bool {
        while let entry = ready.first {
            if !entry.isGone, isReady(entry) { return true }
            entry.isOffered = false
            _ = ready.popFirst()
        }
        return false
    }

    func offer(_ id: MutationID) {
        if let queue = entries[id]?.queue { offerHead(of: queue) }
    }

    func offerAll() {
        for queue in lanes.values { offerHead(of: queue) }
    }

    // MARK: Waiting

    private func schedule(_ entry: Entry) {
        if case .waiting(let until, _) = entry.state.stage {
            due.insert(Due(moment: until.dueMoment, id: entry.id))
        }
    }

    private func isStillDue(_ due: Due) -> Bool {
        if case .waiting(let until, _) = entries[due.id]?.state.stage { return until.dueMoment == due.moment }
        return false
    }

    /// The moment at which the next wait ends.
    var nextDeadline: Timestamp? {
        while let first = due.first {
            if isStillDue(first) { return Timestamp(milliseconds: first.moment) }
            _ = due.popFirst()
        }
        return nil
    }

    /// The mutations whose wait is over.
    func takeDue(at now: Timestamp) -> [MutationID] {
        var ended: [MutationID] = []
        while let first = due.first, first.moment <= now.milliseconds {
            _ = due.popFirst()
            if isStillDue(first) { ended.append(first.id) }
        }
        return ended
    }

    // MARK: What views ask

    /// The head of the lane, and the last that stands in it.
    func ends(of lane: Lane) -> (head: Entry?, last: Entry?) {
        let queue = lanes[lane]
        return (queue?.head, queue?.last)
    }

    /// The one that stands directly before it in its lane.
    func predecessor(of id: MutationID) -> Entry? {
        entries[id].flatMap { $0.queue.predecessor(of: $0) }
    }

    /// The one that stands directly behind it in its lane.
    func successor(of id: MutationID) -> Entry? {
        entries[id].flatMap { $0.queue.successor(of: $0) }
    }

    /// The mutations that depend on this one, and those that depend on them, in sequence order.
    func dependents(on id: MutationID) -> [MutationID] {
        var found: Set<MutationID> = []
        var open = children[id] ?? []
        while let next = open.popFirst() {
            guard found.insert(next).inserted else { continue }
            open.formUnion(children[next] ?? [])
        }
        return found.compactMap { entries[$0] }.sorted().map(\.id)
    }

    /// Nil when the server has it.
    ///
    /// - Complexity: O(log n).
    func loadingState(of id: MutationID) -> LoadingState? {
        guard let entry = entries[id] else { return nil }
        guard entry.isUnderstood else { return .loading(.quarantined) }
        switch entry.state.stage {
        case .queued:
            if !signedOut.isEmpty { return .loading(.needsSignIn) }
            if let parent = blockingParent(of: entry) { return .loading(.blocked(on: parent)) }
            let queue = entry.queue
            if let head = queue.head, head !== entry, case .failed = head.state.stage {
                return .loading(.blocked(on: head.id))
            }
            return .loading(.queued(behind: queue.turn(before: entry)?.id ?? queue.flight))
        case .inFlight: return .loading(.sending)
        case .waiting(let until, let failure): return .loading(.waiting(until: until, failure))
        case .needsSignIn: return .loading(.needsSignIn)
        case .failed(let failure): return .failure(failure)
        case .acknowledged: return nil
        }
    }
}

extension MutationState {
    /// As a comparison with the stage, without one of what the other stages carry.
    fileprivate var isQueued: Bool {
        if case .queued = stage { return true }
        return false
    }
}

extension Timestamp? {
    /// A wait without a moment is over as soon as anything can be sent.
    fileprivate var dueMoment: Int64 { self?.milliseconds ?? 0 }
}
