/// The pending mutations in their lanes: who may be sent next, who waits until when, who waits for whom.
///
/// It holds no clock, no task and no lock, and does no I/O: `now` comes in, deadlines go out. It and its entries are
/// objects because each look at a value in a dictionary, or in another object, would copy the whole of it.
final class Outbox {
    final class Entry {
        let id: MutationID
        let sequence: Int64
        fileprivate(set) var lane: Lane
        let parents: [MutationID]
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

        init(
            id: MutationID, sequence: Int64, lane: Lane, parents: [MutationID], blocksLane: Bool, isUnderstood: Bool,
            state: MutationState
        ) {
            self.id = id
            self.sequence = sequence
            self.lane = lane
            self.parents = parents
            self.blocksLane = blocksLane
            self.isUnderstood = isUnderstood
            self.state = state
        }

        var member: LaneQueue.Member { LaneQueue.Member(sequence: sequence, id: id) }

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
    private var ready = Heap<LaneQueue.Member>()
    private var due = Heap<Due>()
    private(set) var inFlight: Set<MutationID> = []
    /// What is in flight in each lane: a head that comes back to its old place waits for it all the same. Two only where
    /// two lanes have become one.
    private var flying: [Lane: (first: MutationID, others: [MutationID])] = [:]
    /// What was taken out of the outbox while a request for it was on its way.
    private var orphans: [MutationID: Lane] = [:]
    private(set) var waiting: Set<MutationID> = []
    /// What waits for the place to be reachable.
    private(set) var unreachable: Set<MutationID> = []
    private(set) var failed: Set<MutationID> = []
    private(set) var signedOut: Set<MutationID> = []
    private(set) var quarantined: Set<MutationID> = []
    private(set) var queuedCount = 0

    var pendingCount: Int { queuedCount + inFlight.count + waiting.count + signedOut.count }

    // MARK: Entries

    func insert(_ entry: Entry) { insert(entry, strandedDependents: false) }

    private func insert(_ entry: Entry, strandedDependents: Bool) {
        entries[entry.id] = entry
        for parent in entry.parents { children[parent, default: []].insert(entry.id) }
        count(entry, 1)
        settle(entry, strandedDependents: strandedDependents)
        schedule(entry)
    }

    func set(_ id: MutationID, to state: MutationState) {
        guard let entry = entries[id] else { return }
        let wasPaused = !signedOut.isEmpty
        count(entry, -1)
        let strandedDependents = entry.strandsDependents
        entry.state = state
        count(entry, 1)
        settle(entry, strandedDependents: strandedDependents)
        schedule(entry)
        offerHead(of: entry.lane)
        if case .acknowledged = state.stage { release(childrenOf: id) }
        if wasPaused && signedOut.isEmpty { offerAll() }
    }

    /// - Parameter isBeingSent: Whether a request for it is on its way from here: the next in its lane would overtake it.
    ///   It is waited for until ``ended(_:)``.
    func remove(_ id: MutationID, isBeingSent: Bool = false) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        let wasPaused = !signedOut.isEmpty
        count(entry, -1)
        if isBeingSent {
            beginFlight(of: id, in: entry.lane)
            orphans[id] = entry.lane
        }
        leaveLane(entry)
        forgetParents(of: entry)
        offerHead(of: entry.lane)
        release(childrenOf: id)
        if wasPaused && signedOut.isEmpty { offerAll() }
    }

    /// A request has come back, or was given up: what was taken out of the outbox meanwhile holds its lane no more.
    func ended(_ id: MutationID) {
        guard let lane = orphans.removeValue(forKey: id) else { return }
        endFlight(of: id, in: lane)
        offerHead(of: lane)
    }

    /// Another payload under the same id, in the same place: who depends on it goes on depending on it.
    func replace(_ entry: Entry) {
        guard let old = entries[entry.id] else { return }
        leaveLane(old)
        forgetParents(of: old)
        count(old, -1)
        insert(entry, strandedDependents: old.strandsDependents)
    }

    private func forgetParents(of entry: Entry) {
        for parent in entry.parents {
            children[parent]?.remove(entry.id)
            if children[parent]?.isEmpty == true { children[parent] = nil }
        }
    }

    /// The lanes of a record go on under the record's other name, with what will come back to them.
    ///
    /// - Complexity: O(names of lanes), all that failed, and O(log n) for each that stands in the lanes that move.
    func rename(_ target: AnyRef, to other: AnyRef) {
        for id in failed {
            guard let entry = entries[id], entry.standing == .out, entry.lane.target == target else { continue }
            entry.lane = Lane(name: entry.lane.name, target: other)
        }
        for name in laneNames {
            let resolved = Lane(name: name, target: other)
            if let flight = flying.removeValue(forKey: Lane(name: name, target: target)) {
                for id in [flight.first] + flight.others {
                    beginFlight(of: id, in: resolved)
                    if orphans[id] != nil { orphans[id] = resolved }
                }
            }
            guard let queue = lanes.removeValue(forKey: Lane(name: name, target: target)) else { continue }
            for id in queue.ids {
                guard let moved = entries[id] else { continue }
                moved.lane = resolved
                joinLane(moved)
            }
            offerHead(of: resolved)
        }
    }

    private func beginFlight(of id: MutationID, in lane: Lane) {
        if flying[lane] == nil { flying[lane] = (id, []) } else { flying[lane]?.others.append(id) }
    }

    private func endFlight(of id: MutationID, in lane: Lane) {
        guard var flight = flying[lane] else { return }
        if flight.first != id {
            flight.others.removeAll { $0 == id }
        } else if let next = flight.others.popLast() {
            flight.first = next
        } else {
            flying[lane] = nil
            return
        }
        flying[lane] = flight
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
            entry.state.stage == .queued && entry.parents.contains { entries[$0]?.strandsDependents == true }
        guard entry.standing != entry.ownStanding else { return }
        leaveLane(entry)
        entry.standing = entry.ownStanding
        joinLane(entry)
        offerHead(of: entry.lane)
    }

    private func joinLane(_ entry: Entry) {
        if entry.lane.target != nil { laneNames.insert(entry.lane.name) }
        switch entry.standing {
        case .out: break
        case .turn: lanes[entry.lane, default: LaneQueue()].insert(entry.member)
        case .aside: lanes[entry.lane, default: LaneQueue()].insertAside(entry.member)
        }
    }

    private func leaveLane(_ entry: Entry) {
        guard entry.standing != .out else { return }
        lanes[entry.lane]?.remove(entry.member)
        if lanes[entry.lane]?.isEmpty == true { lanes[entry.lane] = nil }
    }

    private func release(childrenOf id: MutationID) {
        for child in children.removeValue(forKey: id) ?? [] {
            guard let child = entries[child] else { continue }
            settle(child, strandedDependents: child.strandsDependents)
            offerHead(of: child.lane)
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
            if change > 0 { beginFlight(of: entry.id, in: entry.lane) } else { endFlight(of: entry.id, in: entry.lane) }
        case .waiting(_, let failure):
            mark(&waiting)
            if failure.isOffline { mark(&unreachable) }
        case .needsSignIn: mark(&signedOut)
        case .failed: mark(&failed)
        case .acknowledged: break
        }
    }

    // MARK: Whose turn it is

    private func offerHead(of lane: Lane) {
        guard let head = lanes[lane]?.head, let entry = entries[head], isReady(entry) else { return }
        // Once is enough, however often its lane is looked at before it is sent.
        guard !entry.isOffered else { return }
        entry.isOffered = true
        ready.insert(entry.member)
    }

    private func isReady(_ entry: Entry) -> Bool {
        entry.state.stage == .queued && signedOut.isEmpty && lanes[entry.lane]?.head == entry.id
            && flying[entry.lane] == nil && blockingParent(of: entry) == nil
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
        while let member = ready.popFirst() {
            guard let entry = entries[member.id] else { continue }
            entry.isOffered = false
            if isReady(entry) { return member.id }
        }
        return nil
    }

    /// Whether something is in flight that is not in `sending`: of another process, or left behind by one.
    func hasInFlight(besides sending: Set<MutationID>) -> Bool {
        inFlight.count > sending.count || !inFlight.isSubset(of: sending)
    }

    /// Whether something could be sent now.
    var hasReady: Bool {
        while let member = ready.first {
            let entry = entries[member.id]
            if let entry, isReady(entry) { return true }
            entry?.isOffered = false
            _ = ready.popFirst()
        }
        return false
    }

    func offer(_ id: MutationID) {
        if let lane = entries[id]?.lane { offerHead(of: lane) }
    }

    func offerAll() {
        for lane in lanes.keys { offerHead(of: lane) }
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
    func ends(of lane: Lane) -> (head: MutationID?, last: MutationID?) {
        (lanes[lane]?.head, lanes[lane]?.last)
    }

    /// The one that stands directly before it in its lane.
    func predecessor(of id: MutationID) -> MutationID? {
        entries[id].flatMap { lanes[$0.lane]?.predecessor(of: $0.member) }
    }

    /// The one that stands directly behind it in its lane.
    func successor(of id: MutationID) -> MutationID? {
        entries[id].flatMap { lanes[$0.lane]?.successor(of: $0.member) }
    }

    /// The mutations that depend on this one, and those that depend on them, in sequence order.
    func dependents(on id: MutationID) -> [MutationID] {
        var found: Set<MutationID> = []
        var open = children[id] ?? []
        while let next = open.popFirst() {
            guard found.insert(next).inserted else { continue }
            open.formUnion(children[next] ?? [])
        }
        return found.compactMap { entries[$0]?.member }.sorted().map(\.id)
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
            guard let queue = lanes[entry.lane] else { return .loading(.queued(behind: nil)) }
            if let head = queue.head, head != id, case .failed = entries[head]?.state.stage {
                return .loading(.blocked(on: head))
            }
            return .loading(.queued(behind: queue.turn(before: entry.member) ?? flying[entry.lane]?.first))
        case .inFlight: return .loading(.sending)
        case .waiting(let until, let failure): return .loading(.waiting(until: until, failure))
        case .needsSignIn: return .loading(.needsSignIn)
        case .failed(let failure): return .failure(failure)
        case .acknowledged: return nil
        }
    }
}

extension Timestamp? {
    /// A wait without a moment is over as soon as anything can be sent.
    fileprivate var dueMoment: Int64 { self?.milliseconds ?? 0 }
}
