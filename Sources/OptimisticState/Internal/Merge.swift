/// How a mutation and an earlier one become fewer.
struct Merge {
    let earlier: MutationID
    let how: AnyCoalescing
    /// What depended on the earlier one and goes with it.
    var withIt: [MutationID] = []

    /// Whether the later mutation goes on under an id of its own.
    var keepsLater: Bool {
        switch how {
        case .keepBoth, .supersedes: true
        case .rewrites, .bothVanish: false
        }
    }

    func write(into batch: inout Batch) {
        switch how {
        case .keepBoth: return
        case .supersedes: batch.removed[earlier] = .superseded
        case .rewrites(let payload): batch.rewritten[earlier] = payload
        case .bothVanish: for id in [earlier] + withIt { batch.removed[id] = .superseded }
        }
        for id in batch.removed.keys { batch.updated[id] = nil }
    }
}

/// What a new mutation comes to.
struct EnqueuePlan {
    var batch = Batch()
    /// The id under which it can be waited for.
    var id: MutationID
    /// It and an earlier one were for nothing.
    var hasVanished = false
}

extension StoreState {
    func plan(_ new: Batch.New, discarding: [MutationID]) -> EnqueuePlan {
        var plan = EnqueuePlan(id: new.id)
        plan.batch = self.discarding(discarding).batch
        let lane = tables.canonical(new.mutation.lane)
        // A new action ends the wait of the head of its lane, unless that is not ours to end.
        let (head, last) = outbox.ends(of: lane)
        if let head, plan.batch.removed[head.id] == nil, !head.state.waitsAsAsked, let woken = head.state.after(.woken)
        {
            plan.batch.updated[head.id] = woken
        }
        guard !new.state.isHeld, let merge = merge(of: new.mutation, behind: last),
            plan.batch.removed[merge.earlier] == nil
        else {
            plan.batch.appended = [new]
            return plan
        }
        merge.write(into: &plan.batch)
        if merge.keepsLater {
            plan.batch.appended = [new]
        } else if case .rewrites = merge.how {
            plan.id = merge.earlier
        } else {
            plan.hasVanished = true
        }
        return plan
    }

    /// How a mutation, new or `id`, becomes one with what it amends, or else with the one before it in its lane.
    func merge(of mutation: AnyMutation, itself id: MutationID? = nil, behind before: Outbox.Entry?) -> Merge? {
        if let amended = mutation.base.amends, let merge = merge(of: mutation, intoCreation: amended, itself: id) {
            // An edit that is under way must not be overtaken by a newer one that hides in the creation.
            guard case .rewrites = merge.how, before != nil else { return merge }
        }
        guard let before, before.state.isUntouched, let earlier = before.mutation else { return nil }
        let how = earlier.coalesced(with: mutation)
        if case .keepBoth = how { return nil }
        return Merge(earlier: before.id, how: how)
    }

    private func merge(
        of mutation: AnyMutation, intoCreation amended: MutationID, itself id: MutationID?
    ) -> Merge? {
        guard let entry = outbox.entries[amended], entry.state.isUntouched, let creation = entry.mutation else {
            return nil
        }
        let how = creation.coalesced(with: mutation)
        switch how {
        case .keepBoth: return nil
        case .supersedes, .rewrites: return Merge(earlier: amended, how: how)
        case .bothVanish:
            let lane = tables.canonical(mutation.lane)
            let dependents = outbox.dependents(on: amended).filter { $0 != id }
            // A flag goes with its record, an edit with its deletion; a reply is someone's text.
            let isForNothing = dependents.allSatisfy { dependent in
                guard let entry = outbox.entries[dependent], let mutation = entry.mutation else { return false }
                return entry.state.isUntouched && (mutation.leavesWhenFailed || entry.lane == lane)
            }
            return isForNothing ? Merge(earlier: amended, how: how, withIt: dependents) : nil
        }
    }

    /// Whether all of these are there, failed, and nothing of them can have arrived.
    func haveCertainlyFailed(_ ids: [MutationID]) -> Bool {
        ids.allSatisfy { id in
            guard let state = outbox.entries[id]?.state, case .failed(let failure) = state.stage else { return false }
            return !state.mayHaveArrived && !failure.mayHaveArrived
        }
    }

    /// Whether all of these are there, and nothing of them can have left.
    func areCertainlyUnsent(_ ids: [MutationID]) -> Bool {
        ids.allSatisfy { id in
            guard let state = outbox.entries[id]?.state, !state.mayHaveArrived else { return false }
            return switch state.stage {
            case .inFlight, .acknowledged: false
            case .waiting(_, let failure), .failed(let failure): !failure.mayHaveArrived
            case .queued, .needsSignIn: true
            }
        }
    }

    /// These and all that depends on them, each once.
    func withDependents(_ ids: [MutationID]) -> [MutationID] {
        var seen: Set<MutationID> = []
        return (ids + ids.flatMap(outbox.dependents(on:))).filter { seen.insert($0).inserted }
    }

    /// The write that takes these out of the outbox, and what they were. What the server has stays, and what this
    /// version does not understand.
    func discarding(_ ids: [MutationID]) -> (batch: Batch, mutations: [AnyMutation]) {
        var batch = Batch()
        var mutations: [AnyMutation] = []
        for id in ids {
            guard let entry = outbox.entries[id], !entry.state.stage.isAcknowledged, let mutation = entry.mutation
            else { continue }
            batch.removed[id] = .discarded
            mutations.append(mutation)
        }
        return (batch, mutations)
    }
}

extension MutationState {
    /// Still to be undone by the user: not before its moment.
    var isHeld: Bool {
        guard case .waiting(_, .notBefore) = stage else { return false }
        return true
    }

    /// Waits for a moment that the user or the server has named: of itself nothing ends that sooner.
    var waitsAsAsked: Bool {
        guard case .waiting(_, let failure) = stage else { return false }
        return failure == .notBefore || failure.namesMoment
    }

    /// Nothing of it has left: never attempted, or all that was found is that the place can't be reached.
    var isUntouched: Bool {
        switch stage {
        case .queued: attempts == 0
        case .waiting(_, let failure): !mayHaveArrived && (failure.isOffline || failure == .notBefore)
        case .inFlight, .needsSignIn, .failed, .acknowledged: false
        }
    }
}
