import OptimisticState

/// What the model makes of itself whenever someone looks.
extension Model {
    // MARK: Fewer

    struct Fewer {
        enum How { case supersedes, bothVanish, rewrites(any Mutation<Desk>) }
        let earlier: MutationID
        let how: How
        var keepsLater: Bool { if case .supersedes = how { true } else { false } }
    }

    /// How it and one of which nothing has left yet become fewer: the creation that it amends, or the one before it.
    func becomesOne(_ mutation: any Mutation<Desk>, _ own: Entry?) -> Fewer? {
        let before = line(of: mutation).last { $0.id != own?.id && $0.sequence < own?.sequence ?? .max }
        if let amended = mutation.amends.flatMap(entry), amended.isUntouched, let add = amended.mutation as? AddNote {
            if let edit = mutation as? EditNote, before == nil {
                let whole = AddNote(folder: add.folder, under: add.under, text: edit.text)
                return Fewer(earlier: amended.id, how: .rewrites(whole))
            }
            // A star goes with its note; an answer to it is someone's text.
            let others = dependents(on: amended.id).filter { $0 != own?.id }.compactMap(entry)
            if mutation is DeleteNote,
                others.allSatisfy({ $0.isUntouched && ($0.leavesWhenFailed || lane($0.mutation) == lane(mutation)) })
            {
                return Fewer(earlier: amended.id, how: .bothVanish)
            }
        }
        guard let before, before.isUntouched, supersedes(before.mutation, mutation) else { return nil }
        return Fewer(earlier: before.id, how: .supersedes)
    }

    func supersedes(_ earlier: any Mutation<Desk>, _ later: any Mutation<Desk>) -> Bool {
        switch earlier {
        case is EditNote: later is EditNote || later is DeleteNote
        case is DeleteNote: later is DeleteNote
        case is StarNote: later is StarNote
        case _: false
        }
    }

    mutating func carryOut(_ fewer: Fewer) {
        switch fewer.how {
        case .supersedes: remove(fewer.earlier)
        case .bothVanish: discard(fewer.earlier)
        case .rewrites(let mutation): change(fewer.earlier) { $0.mutation = mutation }
        }
    }

    /// Until now it could be undone, and stood for itself.
    mutating func nowMayBecomeOne(_ id: MutationID) {
        guard let own = entry(id), let fewer = becomesOne(own.mutation, own) else { return }
        carryOut(fewer)
        if !fewer.keepsLater { remove(id) }
    }

    // MARK: What is seen

    /// The note as it is shown: what the server said, with all that still shows folded in, in the order of the user.
    func fold(_ ref: Ref<Note>, _ isMeant: (Entry) -> Bool = { !$0.isFailed || !$0.leavesWhenFailed }) -> Note? {
        var note = notes[ref]
        for entry in entries where entry.shows.contains(ref) && isMeant(entry) {
            switch entry.mutation {
            case let add as AddNote:
                let place = Note.Place(isPending: true, number: Int64(entry.sequence))
                note = note ?? Note(ref: ref, folder: add.folder, under: add.under, place: place, text: add.text)
            case let edit as EditNote: note?.text = edit.text
            case is DeleteNote: note = nil
            case let mark as MarkNotes: note?.mark = mark.mark
            case let star as StarNote:
                if let shown = note, shown.isStarred != star.wish {
                    note?.stars = max(0, shown.stars + (star.wish ? 1 : -1))
                }
                note?.isStarred = star.wish
            case _: continue
            }
        }
        return note
    }

    /// Every note that is to be seen, each folder's in its order.
    var shown: [(ref: Ref<Note>, note: Note)] {
        everyNote.compactMap { ref in fold(ref).map { (ref, $0) } }.sorted { $0.note.place < $1.note.place }
    }

    func count(of folder: Ref<Folder>) -> Int? {
        counts[folder].map { count in
            max(0, count + entries.count { $0.isCounted && ($0.mutation as? AddNote)?.folder == folder })
        }
    }

    /// What is pending on a note, in order, and the state that it is marked with: a failure before all else.
    func pending(on ref: Ref<Note>) -> (ids: [MutationID], state: LoadingState?) {
        let pending = outbox.filter { $0.shows.contains(ref) }
        let states = pending.map(loadingState)
        return (pending.map(\.id), states.first { if case .failure = $0 { true } else { false } } ?? states.first)
    }

    var outbox: [Entry] { entries.filter(\.isPending) }

    func loadingState(_ entry: Entry) -> LoadingState {
        switch entry.stage {
        case .queued:
            if isSignedOut { return .loading(.needsSignIn) }
            if let parent = blockingParent(of: entry) { return .loading(.blocked(on: parent)) }
            let line = turns(in: entry.mutation)
            if let head = line.first, head.isFailed { return .loading(.blocked(on: head.id)) }
            let before = line.last { $0.sequence < entry.sequence } ?? flying(beside: entry)
            return .loading(.queued(behind: before?.id))
        case .inFlight: return .loading(.sending)
        case .waiting(let until, let failure): return .loading(.waiting(until: until, failure))
        case .needsSignIn: return .loading(.needsSignIn)
        case .failed(let failure): return .failure(failure)
        case .acknowledged: preconditionFailure("it is not in the outbox any longer")
        }
    }

    // MARK: Looking things up

    mutating func tick() -> Int {
        moment += 1
        return moment
    }

    func identity(_ ref: Ref<Note>) -> Ref<Note> {
        if case .server(let id) = ref, let maker = makers[id] { .created(by: maker) } else { ref }
    }

    func serverID(of ref: Ref<Note>) -> String? {
        switch ref {
        case .server(let id): id
        case .created(let id): makers.first { $0.value == id }?.key
        }
    }

    /// The mutation as long as the server does not have it.
    func entry(_ id: MutationID) -> Entry? { entries.first { $0.id == id && $0.isPending } }

    mutating func remove(_ id: MutationID) { entries.removeAll { $0.id == id && $0.isPending } }

    mutating func change(_ id: MutationID, _ body: (inout Entry) -> Void) {
        for index in entries.indices where entries[index].id == id { entries[index].write(body) }
    }

    mutating func changeAll(_ body: (inout Entry) -> Void) {
        for index in entries.indices where entries[index].isPending { entries[index].write(body) }
    }

    /// Those of its lane that have their turn, or will: the oldest first. What waits for a failure has none before the
    /// user acts, unless its kind holds back all behind it.
    func turns(in mutation: any Mutation<Desk>) -> [Entry] {
        line(of: mutation).filter { $0.blocksWhenFailed || !isStuck($0) }
    }

    func isStuck(_ entry: Entry) -> Bool {
        entry.stage == .queued
            && entry.mutation.parents.compactMap { self.entry($0) }.contains { $0.isFailed || isStuck($0) }
    }

    /// Those of its lane that may be sent, in order. A failure stands in the way if its kind says so.
    func line(of mutation: any Mutation<Desk>) -> [Entry] {
        let own = lane(mutation)
        return entries.filter { $0.isPending && lane($0.mutation) == own && (!$0.isFailed || $0.blocksWhenFailed) }
    }

    enum Line: Equatable { case adds(Ref<Folder>), changes(Ref<Note>), stars(Ref<Note>), marks }

    func lane(_ mutation: any Mutation<Desk>) -> Line {
        switch mutation {
        case let add as AddNote: .adds(add.folder)
        case let edit as EditNote: .changes(identity(edit.note))
        case let delete as DeleteNote: .changes(identity(delete.note))
        case let star as StarNote: .stars(identity(star.note))
        case _: .marks
        }
    }

    func flying(beside entry: Entry) -> Entry? {
        entries.first { $0.stage == .inFlight && $0.id != entry.id && lane($0.mutation) == lane(entry.mutation) }
    }

    var isSignedOut: Bool { entries.contains { $0.stage == .needsSignIn } }

    /// A mutation on what the server does not have yet waits for whoever makes that.
    func blockingParent(of entry: Entry) -> MutationID? { entry.mutation.parents.first { self.entry($0) != nil } }

    func dependents(on id: MutationID) -> [MutationID] {
        let children = outbox.filter { $0.mutation.parents.contains(id) }.map(\.id)
        return children + children.flatMap(dependents)
    }

    var everyNote: Set<Ref<Note>> { Set(notes.keys).union(entries.flatMap(\.shows)) }

    func isKnown(_ ref: Ref<Note>) -> Bool {
        noteMoments[ref] != nil || entries.contains { $0.shows.contains(ref) }
    }

    /// Every note of the folder that the server is known to have, also one that is being taken away.
    func knownNotes(in folder: Ref<Folder>) -> [Ref<Note>] {
        everyNote.filter { ref in
            let made = entries.first { !$0.isPending && $0.mutation is AddNote && $0.shows.contains(ref) }
            return notes[ref]?.folder == folder || (made?.mutation as? AddNote)?.folder == folder
        }
    }

    /// The notes that it is about, as its payload has them.
    func named(by mutation: any Mutation<Desk>) -> [Ref<Note>] {
        switch mutation {
        case let add as AddNote: add.under.map { [$0] } ?? []
        case let edit as EditNote: [edit.note]
        case let delete as DeleteNote: [delete.note]
        case let star as StarNote: [star.note]
        case let mark as MarkNotes: [mark.first, mark.second]
        case _: []
        }
    }

    /// The notes that its effect changes.
    func notesChanged(by mutation: any Mutation<Desk>, _ id: MutationID) -> [Ref<Note>] {
        mutation is AddNote ? [.created(by: id)] : named(by: mutation).map(identity)
    }

    /// What is sent, or shown in the outbox, in a word.
    func payload(of mutation: any Mutation<Desk>) -> String {
        switch mutation {
        case let add as AddNote: add.text
        case let edit as EditNote: edit.text
        case is DeleteNote: "delete"
        case let star as StarNote: star.wish ? "star" : "no star"
        case let mark as MarkNotes: "mark \(mark.mark)"
        case _: "?"
        }
    }
}

extension Model.Entry {
    var isPending: Bool { acknowledged == nil }

    var isFailed: Bool {
        if case .failed = stage { true } else { false }
    }

    /// Still to be undone by the user.
    var waitsForTheServersMoment: Bool {
        if case .waiting(_, let failure) = stage { failure.namesMoment } else { false }
    }

    var isHeld: Bool {
        if case .waiting(_, .heldForTheUser) = stage { true } else { false }
    }

    var isUnreachable: Bool {
        if case .waiting(_, let failure) = stage { failure.isOffline } else { false }
    }

    /// Nothing of it has left the machine.
    var isUntouched: Bool {
        switch stage {
        case .queued: attempts == 0
        case .waiting(_, let failure): !mayHaveArrived && (failure.isOffline || isHeld)
        case .inFlight, .needsSignIn, .failed, .acknowledged: false
        }
    }

    /// An edit and a mark hold back those behind them.
    var blocksWhenFailed: Bool { mutation is EditNote || mutation is MarkNotes }
    /// A new note and an edit stay on screen.
    var leavesWhenFailed: Bool { !(mutation is AddNote || mutation is EditNote) }

    mutating func endWait() {
        guard case .waiting = stage else { return }
        stage = .queued
        delays = 0
    }

    /// Changes it in memory and in the journal.
    mutating func write(_ body: (inout Model.Entry) -> Void) {
        let before = stage
        body(&self)
        if stage != before, stillStored != nil, stage != .queued { stillStored = nil }
    }
}

extension Failure {
    static let heldForTheUser = Failure(code: notBeforeCode)
    static let leftBehind = Failure(code: interruptedCode, mayHaveArrived: true, isTransient: true)

    var asTemporary: Failure { with { $0.isTransient = true } }
    var asOffline: Failure { with { $0.isOffline = true } }
    var asPerhapsArrived: Failure { with { $0.mayHaveArrived = true } }
    func naming(moment isNamed: Bool) -> Failure { with { $0.namesMoment = isNamed } }
    var asUndecided: Failure {
        with {
            $0.mayHaveArrived = true
            $0.isUndecided = true
            $0.isTransient = false
        }
    }

    private func with(_ change: (inout Failure) -> Void) -> Failure {
        var copy = self
        change(&copy)
        return copy
    }
}
