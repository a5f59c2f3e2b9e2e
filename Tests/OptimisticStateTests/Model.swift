import OptimisticState

/// What the store has to do, said a second time as plainly as can be: arrays that are searched, and everything folded
/// anew whenever someone looks. It knows one account's outbox, the requests on the wire, and what the server said.
///
/// It shares nothing with the store but the values of its public face. What it is told are the same calls with the
/// same answers; ``picture`` is what must be seen then.
struct Model {
    struct Entry {
        let id: MutationID
        let sequence: Int
        let enqueuedAt: Timestamp
        var mutation: any Mutation<Desk>
        var stage: Stage
        var attempts = 0
        /// The n of the backoff.
        var delays = 0
        var mayHaveArrived = false
        /// The end of a wait is not written: the journal still has this.
        var stillStored: Stage?
        /// When the server's answer was heard, in the order of ``moment``.
        var acknowledged: Int?
        /// The notes that its effect is folded into: all until it is acknowledged, then those not confirmed since.
        var shows: [Ref<Note>]
        /// The same of its folder's count.
        var isCounted: Bool
        /// Whether the journal has a row of it.
        var isStored = true
    }

    struct Request: Equatable {
        let id: MutationID
        let number: Int
        let mayHaveArrived: Bool
        /// What the server calls the notes that it names.
        let serverIDs: [String?]
        let payload: String
        /// When it was begun.
        let moment: Int
    }

    /// In the order of the user.
    var entries: [Entry] = []
    var wire: [Request] = []
    /// How the requests that were answered before anyone waited for it were answered.
    var promptReplies: [String: Reply] = [:]
    var now: Timestamp
    var rule: RetryRule
    /// The process: its mutations are called "a1.1", "a1.2", …
    private var process: String
    private var idCount = 0

    // What the server said.
    var notes: [Ref<Note>: Note] = [:]
    var counts: [Ref<Folder>: Int] = [:]
    /// Older readings of a record are not believed.
    var noteMoments: [Ref<Note>: Int] = [:]
    var folderMoments: [Ref<Folder>: Int] = [:]
    /// Who made the note that the server calls so.
    var makers: [String: MutationID] = [:]
    /// The same, as far as it is stored.
    var storedMakers: [String: MutationID] = [:]

    var moment = 0
    var lastSequence = 0

    init(process: String, now: Timestamp, rule: RetryRule) {
        self.process = process
        self.now = now
        self.rule = rule
    }

    // MARK: The user

    mutating func enqueue(_ mutation: any Mutation<Desk>, notBefore: Timestamp?, discarding: [MutationID]) {
        idCount += 1
        let id = MutationID("\(process).\(idCount)")
        let new = Entry(
            id: id, sequence: lastSequence + 1, enqueuedAt: now, mutation: mutation,
            stage: notBefore.map { .waiting(until: $0, .heldForTheUser) } ?? .queued,
            shows: notesChanged(by: mutation, id), isCounted: mutation is AddNote)
        for id in discarding { remove(id) }
        let fewer = notBefore == nil ? becomesOne(mutation, nil) : nil
        // A new act ends the wait of the one at the head, unless the user may still undo that.
        if let head = turns(in: mutation).first, !head.isHeld, !head.waitsForTheServersMoment {
            change(head.id) { $0.endWait() }
        }
        if let fewer { carryOut(fewer) }
        guard fewer?.keepsLater != false else { return }
        lastSequence += 1
        entries.append(new)
    }

    mutating func retry(_ id: MutationID) {
        change(id) { entry in
            entry.endWait()
            guard case .failed(let failure) = entry.stage else { return }
            entry.stage = .queued
            entry.delays = 0
            if failure.isUndecided { entry.mayHaveArrived = false }
        }
    }

    mutating func wake(_ id: MutationID) {
        let wasHeld = entry(id)?.isHeld == true
        change(id) { $0.endWait() }
        if wasHeld { nowMayBecomeOne(id) }
    }

    mutating func discard(_ id: MutationID) {
        for id in dependents(on: id) + [id] { remove(id) }
    }

    /// The user says that the server has it, as `serverID` if it is a note.
    mutating func keep(_ id: MutationID, as serverID: String?) {
        guard let entry = entry(id), case .failed = entry.stage else { return }
        if entry.mutation is AddNote, serverID == nil { return discard(id) }
        acknowledge(id, as: serverID)
    }

    mutating func signedIn() {
        changeAll { entry in
            guard entry.stage == .needsSignIn else { return }
            entry.stage = .queued
            entry.delays = 0
        }
    }

    mutating func reachable() { changeAll { if $0.isUnreachable { $0.endWait() } } }

    mutating func setRetries(_ rule: RetryRule) {
        self.rule = rule
        for entry in entries where entry.isPending {
            switch (rule, entry.stage) {
            case (.manual, .waiting(_, let failure)) where !entry.isHeld: fail(entry.id, failure.asTemporary)
            case (.automatic, .failed(let failure)) where failure.isTransient: retry(entry.id)
            case _: continue
            }
        }
    }

    // MARK: Processes

    /// The process has ended, and another one is started.
    mutating func restart(as process: String) {
        self.process = process
        idCount = 0
        wire = []
        notes = [:]
        counts = [:]
        noteMoments = [:]
        folderMoments = [:]
        makers = storedMakers
        entries.removeAll { !$0.isStored }
        for index in entries.indices {
            let mutation = entries[index].mutation
            entries[index].shows = notesChanged(by: mutation, entries[index].id)
            entries[index].isCounted = mutation is AddNote
            // Every reading from now on is younger.
            if !entries[index].isPending { entries[index].acknowledged = tick() }
            entries[index].stage = entries[index].stillStored ?? entries[index].stage
            entries[index].stillStored = nil
            guard entries[index].stage == .inFlight else { continue }
            entries[index].stage = .waiting(until: nil, .leftBehind)
            entries[index].mayHaveArrived = true
        }
        setRetries(rule)
    }

    /// Another process, which had been stopped, heard this, and wrote it down.
    mutating func lateReply(_ id: MutationID, _ reply: Reply) {
        // It may confirm, never fail.
        guard case .accepted(let serverID, _) = reply.outcome else { return }
        if entry(id) != nil { acknowledge(id, as: serverID) }
        changeAll { entry in
            guard case .waiting(_, let failure) = entry.stillStored ?? entry.stage, failure.isOffline else { return }
            entry.stage = .queued
            entry.delays = 0
        }
    }

    // MARK: Sending

    /// Sends what may be sent, the oldest first, four at once.
    mutating func run() {
        while true {
            endWaits()
            var begun: [Request] = []
            var hasDropped = false
            for entry in entries where mayBeSent(entry) {
                guard begun.count + wire.count < 4 else { break }
                if isAlreadySo(entry) {
                    remove(entry.id)
                    hasDropped = true
                } else {
                    begun.append(begin(entry))
                }
            }
            wire += begun
            for request in begun {
                guard let reply = promptReplies.removeValue(forKey: "\(request.id) \(request.number)") else { continue }
                settle(request.id, reply)
            }
            if begun.isEmpty && !hasDropped { return }
        }
    }

    mutating func endWaits() {
        var released: [MutationID] = []
        for entry in entries {
            guard case .waiting(let until, _) = entry.stage, until ?? now <= now, entry.isPending else { continue }
            if entry.isHeld { released.append(entry.id) }
            change(entry.id) {
                $0.stage = .queued
                $0.stillStored = entry.stage
            }
        }
        for id in released { nowMayBecomeOne(id) }
    }

    /// The head of its lane, in which nothing is in flight; the server has whatever it names; the user is signed in.
    func mayBeSent(_ entry: Entry) -> Bool {
        entry.isPending && entry.stage == .queued && !isSignedOut && blockingParent(of: entry) == nil
            && turns(in: entry.mutation).first?.id == entry.id && flying(beside: entry) == nil
    }

    /// A wish that was never sent is compared with what the server has, not with what is shown.
    func isAlreadySo(_ entry: Entry) -> Bool {
        guard let star = entry.mutation as? StarNote, entry.attempts == 0, !entry.mayHaveArrived else { return false }
        return fold(identity(star.note), { !$0.isPending })?.isStarred == star.wish
    }

    mutating func begin(_ entry: Entry) -> Request {
        change(entry.id) {
            $0.stage = .inFlight
            $0.attempts += 1
        }
        return Request(
            id: entry.id, number: entry.attempts + 1, mayHaveArrived: entry.mayHaveArrived,
            serverIDs: named(by: entry.mutation).map(serverID), payload: payload(of: entry.mutation), moment: tick())
    }

    /// The newest request of this mutation is answered.
    mutating func settle(_ id: MutationID, _ reply: Reply) {
        guard let index = wire.firstIndex(where: { $0.id == id }) else { return }
        let request = wire.remove(at: index)
        let entry = entry(id)
        if case .accepted(let serverID, _) = reply.outcome {
            if entry != nil {
                acknowledge(id, as: serverID)
                if isSaidWhole(id, by: reply.said) { change(id) { $0.isStored = false } }
            }
            // The server answered: what waits for it to be reachable goes on.
            reachable()
            return confirm(reply.said, from: request.moment)
        }
        // Only the newest attempt may fail it.
        guard let entry, entry.stage == .inFlight, entry.attempts == request.number else { return }
        switch reply.outcome {
        case .accepted: return
        case .offline(let failure): return postpone(entry, failure.asOffline, nil)
        case .unknown(let failure): return postpone(entry, failure.asPerhapsArrived, nil)
        case .transient(let failure, let after): postpone(entry, failure.naming(moment: after != nil), after)
        case .needsSignIn: change(id) { $0.stage = .needsSignIn }
        case .rejected(let failure): fail(id, failure)
        case .cannotTell(let failure): fail(id, failure.asUndecided)
        }
        reachable()
    }

    mutating func postpone(_ entry: Entry, _ failure: Failure, _ retryAfter: Duration?) {
        guard case .automatic(let base, let limit, let patience) = rule else {
            return fail(entry.id, failure.asTemporary.naming(moment: false))
        }
        if now - entry.enqueuedAt >= patience {
            return fail(
                entry.id,
                Failure(code: Failure.gaveUpCode, words: failure.words, mayHaveArrived: failure.mayHaveArrived))
        }
        // Without jitter, which the test takes out.
        let until = now + (retryAfter ?? min(limit, base * (1 << min(entry.delays, 30))))
        change(entry.id) {
            $0.stage = .waiting(until: until, failure)
            $0.mayHaveArrived = $0.mayHaveArrived || failure.mayHaveArrived
            $0.delays += 1
        }
    }

    mutating func fail(_ id: MutationID, _ failure: Failure) {
        guard let entry = entry(id) else { return }
        let mayHaveArrived = entry.mayHaveArrived || failure.mayHaveArrived
        // A wish that fails while a newer one stands behind it is no failure to act upon.
        if let next = line(of: entry.mutation).first(where: { $0.sequence > entry.sequence }), entry.leavesWhenFailed,
            supersedes(entry.mutation, next.mutation)
        {
            remove(id)
            return change(next.id) { $0.mayHaveArrived = $0.mayHaveArrived || mayHaveArrived }
        }
        change(id) {
            $0.stage = .failed(failure)
            $0.mayHaveArrived = mayHaveArrived
        }
    }

    // MARK: What the server said

    mutating func beginFetch() -> Int { tick() }

    /// One frame. `fetch` is when the reading began.
    mutating func confirm(_ said: [Said], from fetch: Int) {
        let frameMoment = tick()
        var echoes: [(MutationID, String?)] = []
        for case .note(let note, let echo?) in said {
            guard case .server(let id) = note.ref else { continue }
            let isMade = isKnown(.created(by: echo)) || makers[id] == echo
            if isMade { learn(id, echo) }
            echoes.append((echo, isMade ? id : nil))
        }
        for statement in said {
            switch statement {
            case .note(let note, let echo): confirm(identity(note.ref), note, fetch, echo, frameMoment)
            case .folder(let folder): confirm(folder, fetch)
            case .complete: continue
            }
        }
        let present = said.compactMap { if case .note(let note, _) = $0 { identity(note.ref) } else { nil } }
        for case .complete(let folder) in said {
            for ref in knownNotes(in: folder) where !present.contains(ref) {
                confirm(ref, nil, fetch, nil, frameMoment)
            }
        }
        for (id, serverID) in echoes where entry(id) != nil && serverID != nil { acknowledge(id, as: serverID) }
        for index in entries.indices where !entries[index].isPending && !isUnconfirmed(entries[index]) {
            entries[index].isStored = false
        }
        entries.removeAll { !$0.isPending && $0.shows.isEmpty && !$0.isCounted }
    }

    mutating func confirm(_ ref: Ref<Note>, _ note: Note?, _ fetch: Int, _ echo: MutationID?, _ frame: Int) {
        guard fetch >= noteMoments[ref] ?? 0 else { return }
        notes[ref] = note
        noteMoments[ref] = fetch
        // Per record: what was acknowledged before the reading began, and what the copy names, is in it.
        for index in entries.indices where entries[index].shows.contains(ref) {
            guard entries[index].id == echo || entries[index].acknowledged ?? .max < fetch else { continue }
            entries[index].shows.removeAll { $0 == ref }
            if entries[index].id == echo { noteMoments[ref] = frame }
        }
    }

    mutating func confirm(_ folder: Folder, _ fetch: Int) {
        guard fetch >= folderMoments[folder.ref] ?? 0 else { return }
        counts[folder.ref] = folder.notes
        folderMoments[folder.ref] = fetch
        for index in entries.indices where entries[index].acknowledged ?? .max < fetch {
            if (entries[index].mutation as? AddNote)?.folder == folder.ref { entries[index].isCounted = false }
        }
    }

    /// The server has it. Its effect stays until each record that it touches is confirmed.
    mutating func acknowledge(_ id: MutationID, as serverID: String?) {
        if let serverID, entry(id)?.mutation is AddNote {
            learn(serverID, id)
            storedMakers[serverID] = storedMakers[serverID] ?? id
        }
        let moment = tick()
        change(id) {
            $0.stage = .acknowledged(serverID: serverID)
            $0.acknowledged = moment
        }
    }

    /// Both names are one note from now on.
    mutating func learn(_ serverID: String, _ id: MutationID) {
        guard makers[serverID] == nil else { return }
        makers[serverID] = id
        let (named, made) = (Ref<Note>.server(serverID), Ref<Note>.created(by: id))
        let moment = noteMoments.removeValue(forKey: named)
        if let note = notes.removeValue(forKey: named), notes[made] == nil {
            notes[made] = note
            noteMoments[made] = moment
        }
        for index in entries.indices {
            entries[index].shows = entries[index].shows.map { $0 == named ? made : $0 }
        }
    }

    /// Whether the reply confirms all that a view could see of it.
    func isSaidWhole(_ id: MutationID, by said: [Said]) -> Bool {
        guard let entry = entries.first(where: { $0.id == id }) else { return false }
        let copies = said.compactMap { statement -> Ref<Note>? in
            if case .note(let note, id) = statement { identity(note.ref) } else { nil }
        }
        let isCountKnown = (entry.mutation as? AddNote).map { counts[$0.folder] != nil } ?? false
        return !isCountKnown
            && notesChanged(by: entry.mutation, id).allSatisfy { ref in
                copies.contains(ref) || (ref != .created(by: id) && !isThere(ref))
            }
    }

    func isUnconfirmed(_ entry: Entry) -> Bool {
        entry.shows.contains { $0 == .created(by: entry.id) || isThere($0) }
            || entry.isCounted && (entry.mutation as? AddNote).map { counts[$0.folder] != nil } == true
    }

    /// Whether it is shown without anything more from the server: by a copy, or as what made it was acknowledged.
    private func isThere(_ ref: Ref<Note>) -> Bool {
        notes[ref] != nil
            || entries.contains {
                !$0.isPending && $0.mutation is AddNote && ref == .created(by: $0.id) && $0.shows == [ref]
            }
    }
}
