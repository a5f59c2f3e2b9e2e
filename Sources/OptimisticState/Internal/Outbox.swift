/// The pending mutations in their lanes: who may be sent next, who waits until when, who waits for whom.
///
/// It holds no clock, no task and no lock, and does no I/O: `now` comes in, deadlines go out.
struct Outbox {
    struct Entry {
        let id: MutationID
        let sequence: Int64
        let lane: Lane
        let parents: [MutationID]
        /// A permanent failure holds back those behind it.
        let blocksLane: Bool
        /// A row of another version keeps its place, and is never sent.
        let isUnderstood: Bool
        var state: MutationState

        var member: LaneQueue.Member { LaneQueue.Member(sequence: sequence, id: id) }

        /// Whether it takes part in its lane's order.
        var isInLane: Bool {
            guard isUnderstood else { return false }
            switch state.stage {
            case .queued, .inFlight, .waiting, .needsSignIn: return true
            case .failed: return blocksLane
            case .acknowledged: return false
            }
        }
    }

    private struct Due: Comparable {
        let moment: Int64
        let id: MutationID
        static func < (first: Due, second: Due) -> Bool { (first.moment, first.id) < (second.moment, second.id) }
    }

    /// Every mutation that has not gone, acknowledged ones too.
    private(set) var entries: [MutationID: Entry] = [:]
    private var lanes: [Lane: LaneQueue] = [:]
    private var children: [MutationID: [MutationID]] = [:]
    /// Heads of lanes that could be sent when they were put in; asked again when they come out.
    private var ready = Heap<LaneQueue.Member>()
    private var due = Heap<Due>()
    private(set) var inFlight: Set<MutationID> = []
    private(set) var waiting: Set<MutationID> = []
    private(set) var failed: Set<MutationID> = []
    private(set) var signedOut: Set<MutationID> = []
    private(set) var quarantined: Set<MutationID> = []
    private(set) var queuedCount = 0

    var pendingCount: Int { queuedCount + inFlight.count + waiting.count + signedOut.count }

    // MARK: Entries

    mutating func insert(_ entry: Entry) {
        entries[entry.id] = entry
        for parent in entry.parents { children[parent, default: []].append(entry.id) }
        count(entry, 1)
        if entry.isInLane { lanes[entry.lane, default: LaneQueue()].insert(entry.member) }
        offerHead(of: entry.lane)
        schedule(entry)
    }

    mutating func set(_ id: MutationID, to state: MutationState) {
        guard var entry = entries[id] else { return }
        let wasPaused = !signedOut.isEmpty
        let wasInLane = entry.isInLane
        count(entry, -1)
        entry.state = state
        entries[id] = entry
        count(entry, 1)
        if wasInLane && !entry.isInLane { leaveLane(entry) }
        if !wasInLane && entry.isInLane { lanes[entry.lane, default: LaneQueue()].insert(entry.member) }
        schedule(entry)
        offerHead(of: entry.lane)
        if case .acknowledged = state.stage { release(childrenOf: id) }
        if wasPaused && signedOut.isEmpty { offerAll() }
    }

    mutating func remove(_ id: MutationID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        let wasPaused = !signedOut.isEmpty
        count(entry, -1)
        if entry.isInLane { leaveLane(entry) }
        for parent in entry.parents { children[parent]?.removeAll { $0 == id } }
        offerHead(of: entry.lane)
        release(childrenOf: id)
        if wasPaused && signedOut.isEmpty { offerAll() }
    }

    /// The lane of a record goes on under the record's other name.
    mutating func rename(_ resolve: (Lane) -> Lane) {
        for (lane, queue) in lanes {
            let resolved = resolve(lane)
            guard resolved != lane else { continue }
            lanes[lane] = nil
            for id in queue.ids {
                guard let old = entries[id] else { continue }
                let moved = Entry(
                    id: old.id, sequence: old.sequence, lane: resolved, parents: old.parents,
                    blocksLane: old.blocksLane, isUnderstood: old.isUnderstood, state: old.state)
                entries[id] = moved
                lanes[resolved, default: LaneQueue()].insert(moved.member)
            }
            offerHead(of: resolved)
        }
    }

    private mutating func leaveLane(_ entry: Entry) {
        lanes[entry.lane]?.remove(entry.member)
        if lanes[entry.lane]?.isEmpty == true { lanes[entry.lane] = nil }
    }

    private mutating func release(childrenOf id: MutationID) {
        for child in children.removeValue(forKey: id) ?? [] {
            if let lane = entries[child]?.lane { offerHead(of: lane) }
        }
    }

    private mutating func count(_ entry: Entry, _ change: Int) {
        func mark(_ set: inout Set<MutationID>) {
            if change > 0 { set.insert(entry.id) } else { set.remove(entry.id) }
        }
        guard entry.isUnderstood else { return mark(&quarantined) }
        switch entry.state.stage {
        case .queued: queuedCount += change
        case .inFlight: mark(&inFlight)
        case .waiting: mark(&waiting)
        case .needsSignIn: mark(&signedOut)
        case .failed: mark(&failed)
        case .acknowledged: break
        }
    }

    // MARK: Whose turn it is

    private mutating func offerHead(of lane: Lane) {
        guard let head = lanes[lane]?.head, let entry = entries[head], isReady(entry) else { return }
        ready.insert(entry.member)
    }

    private func isReady(_ entry: Entry) -> Bool {
        entry.state.stage == .queued && signedOut.isEmpty && lanes[entry.lane]?.head == entry.id
            && blockingParent(of: entry) == nil
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
    mutating func nextReady() -> MutationID? {
        while let member = ready.popFirst() {
            if let entry = entries[member.id], isReady(entry) { return member.id }
        }
        return nil
    }

    /// What waits for the place to be reachable.
    var unreachable: Set<MutationID> {
        waiting.filter { id in
            if case .waiting(_, let failure) = entries[id]?.state.stage { return failure.isOffline }
            return false
        }
    }

    /// Whether something is in flight that is not in `sending`: of another process, or left behind by one.
    func hasInFlight(besides sending: Set<MutationID>) -> Bool {
        inFlight.count > sending.count || !inFlight.isSubset(of: sending)
    }

    /// Whether something could be sent now.
    var hasReady: Bool {
        mutating get {
            while let member = ready.first {
                if let entry = entries[member.id], isReady(entry) { return true }
                _ = ready.popFirst()
            }
            return false
        }
    }

    mutating func offer(_ id: MutationID) {
        if let lane = entries[id]?.lane { offerHead(of: lane) }
    }

    mutating func offerAll() {
        for lane in lanes.keys { offerHead(of: lane) }
    }

    // MARK: Waiting

    private mutating func schedule(_ entry: Entry) {
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
        mutating get {
            while let first = due.first {
                if isStillDue(first) { return Timestamp(milliseconds: first.moment) }
                _ = due.popFirst()
            }
            return nil
        }
    }

    /// The mutations whose wait is over.
    mutating func takeDue(at now: Timestamp) -> [MutationID] {
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

    /// The one that stands directly behind it in its lane.
    func successor(of id: MutationID) -> MutationID? {
        entries[id].flatMap { lanes[$0.lane]?.successor(of: $0.member) }
    }

    /// Whether no earlier mutation of its lane may have arrived without an answer, so that what is confirmed is what
    /// the server has.
    ///
    /// - Complexity: O(failed ones): it is asked only of those that could be dropped.
    func isCertain(before entry: Entry) -> Bool {
        !entry.state.mayHaveArrived
            && !failed.contains { id in
                entries[id].map { $0.lane == entry.lane && $0.state.mayHaveArrived } ?? false
            }
    }

    /// The mutations that depend on this one, and those that depend on them, in sequence order.
    func dependents(on id: MutationID) -> [MutationID] {
        var found: [MutationID] = []
        var open = children[id] ?? []
        while let next = open.popLast() {
            guard !found.contains(next) else { continue }
            found.append(next)
            open += children[next] ?? []
        }
        return found.sorted { (entries[$0]?.sequence ?? 0) < (entries[$1]?.sequence ?? 0) }
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
            return .loading(.queued(behind: queue.predecessor(of: entry.member)))
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
