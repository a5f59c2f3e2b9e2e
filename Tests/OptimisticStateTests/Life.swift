@testable import OptimisticState
import TestSupport

/// One account in a random history: its user, its server, a network that does everything wrong, and its processes.
final class Life {
    let account: String
    let disk: MemoryDisk<Desk>
    let time: ManualTime
    var server = NotebookServer()
    var process: Process
    /// What ought to be seen.
    var model: Model
    /// A process that was stopped, and whose lease another one took: it may hear its replies late.
    var stopped: Process?
    /// Processes that have ended, by a kill.
    private var ended: [Process] = []
    var rule = RetryRule.standard
    /// Readings under way: begun, perhaps read, not delivered.
    var readings: [(fetch: ReadingBegun, said: [Said]?)] = []
    private var textCount = 0
    /// What happened, in words.
    private(set) var log: [String] = []

    // What the user knows.

    /// Every text that the user wrote last under each mutation.
    var written: [MutationID: String] = [:]
    /// What the user gave each note as its text, in order.
    var intents: [Ref<Note>: [(id: MutationID, text: String)]] = [:]
    var discarded: Set<MutationID> = []
    /// Notes that the user deleted.
    var deleted: Set<Ref<Note>> = []
    /// Notes that this life of the process was told of: from then on they are on screen.
    var toldOf: Set<Ref<Note>> = []
    /// The names that the server gave, and someone heard.
    var names: [String: MutationID] = [:]
    /// The number of the newest text of a note that the server has acknowledged: no older one may show again.
    var textFloor: [Ref<Note>: Int] = [:]
    var markFloor: [Ref<Note>: Int] = [:]
    /// The user's last word on a note's star.
    var wishes: [Ref<Note>: (id: MutationID, wish: Bool)] = [:]
    /// Notes whose stars were changed behind this machine's back: a wish is compared with what it knows.
    var starredElsewhere: Set<MutationID> = []
    /// The attempts that are known to be under way.
    var begun: Set<String> = []
    /// What failed, or stands behind what did, when last looked at: one event may both let others pass it and end that.
    var waitForTheUser: Set<MutationID> = []
    var marks = 0
    /// How many requests are still to be answered at once.
    var promptAnswers = 0

    init(account: String, disk: MemoryDisk<Desk>, time: ManualTime, isManual: Bool) throws {
        self.account = account
        self.disk = disk
        self.time = time
        rule = isManual ? .manual : .standard
        process = try Process(on: disk, time: time, retries: rule, name: account, account: account)
        model = Model(process: "\(account)\(process.journal.processNumber)", now: time.now(), rule: rule)
    }

    /// A reading under way, as the store and as the model know it.
    typealias ReadingBegun = (store: Fetch, model: Int)

    /// The history is over: nothing of it is kept.
    func end() {
        for process in ended + [stopped, process].compactMap({ $0 }) { process.end() }
    }

    func note(_ what: @autoclosure () -> String) {
        if isLogging { log.append(isAlone ? what() : "\(account): \(what())") }
    }
    var isLogging = false
    /// Whether there is no other account in this history.
    var isAlone = true

    func apply(_ event: Event) throws {
        switch event {
        case .add(let folder): add(to: server.folders[folder % server.folders.count], under: nil)
        case .reply(let pick): pickItem(pick).map { add(to: $0.record.folder, under: $0.id) }
        case .edit(let pick): edit(pick)
        case .delete(let pick, let isHeld): delete(pick, isHeld: isHeld)
        case .star(let pick): star(pick)
        case .mark(let first, let second): mark(first, second)
        case .starElsewhere(let pick): starElsewhere(pick)
        case .answer(let pick, let answer): self.answer(pick, answer)
        case .answerAtOnce(let count): answerAtOnce(count)
        case .lateAnswer(let pick, let answer): try lateAnswer(pick, answer)
        case .beginReading, .read, .deliver, .echo: hear(event)
        case .retry(let pick):
            act(pick, "retry") {
                $0.isFailed
            } _: { id in
                process.store.retry(id)
                model.retry(id)
            }
        case .keep(let pick): keep(pick)
        case .discard(let pick): discard(pick)
        case .wake(let pick):
            act(pick, "wake") {
                !$0.isFailed
            } _: { id in
                process.store.wake(id)
                model.wake(id)
            }
        case .pass(let seconds):
            note("\(seconds) s pass")
            advance(by: .seconds(seconds))
        case .signIn:
            note("sign in")
            process.store.signedIn()
            model.signedIn()
        case .reachable:
            note("reachable")
            process.store.reachable()
            model.reachable()
        case .toggleRetries:
            rule = rule == .manual ? .standard : .manual
            note("retries \(rule == .manual ? "off" : "on")")
            process.store.setRetries(rule)
            model.setRetries(rule)
        case .kill(let arrived): try kill(arrived)
        case .takeOver(let arrived): try takeOver(arrived)
        case .switchAccount: break
        }
        run()
    }

    /// Lets everything happen that happens by itself.
    func run() {
        process.run()
        model.now = time.now()
        model.run()
    }

    func advance(by duration: Duration) {
        process.advance(by: duration)
        run()
    }

    private func enqueue(
        _ mutation: any Mutation<Desk>, notBefore moment: Timestamp? = nil, discarding: [MutationID] = []
    ) -> MutationID {
        model.enqueue(mutation, notBefore: moment, discarding: discarding)
        return process.store.enqueue(mutation, notBefore: moment, discarding: discarding)
    }

    func beginReading() -> ReadingBegun { (process.store.beginFetch(), model.beginFetch()) }

    func confirm(_ said: [Said], from reading: ReadingBegun) {
        process.store.confirm(said.map(\.confirmed), from: reading.store)
        model.confirm(said, from: reading.model)
    }

    // MARK: The user

    private func newText() -> String {
        textCount += 1
        return "text \(textCount)"
    }

    private func add(to folder: Ref<Folder>, under: Ref<Note>?) {
        let text = newText()
        let id = enqueue(AddNote(folder: folder, under: under, text: text))
        written[id] = text
        intents[.created(by: id)] = [(id, text)]
        note("add \(id) “\(text)” to \(folder.called)" + (under.map { " under \($0.called)" } ?? ""))
    }

    var items: [Item<Note>] {
        process.store.read { visible in
            server.folders.flatMap { visible.items(in: Scope<Note>(.folder($0)), 0..<10_000) }
        }
    }

    var outbox: [OutboxEntry<Desk>] { process.store.read { $0.outbox } }

    private func pickItem(_ pick: Int) -> Item<Note>? {
        let items = items
        return items.isEmpty ? nil : items[pick % items.count]
    }

    private func edit(_ pick: Int) {
        guard let item = pickItem(pick) else { return }
        let text = newText()
        let id = enqueue(EditNote(note: item.id, text: text))
        written[id] = text
        intents[item.id, default: []].append((id, text))
        note("edit \(id) “\(text)” of \(item.id.called)")
    }

    private func delete(_ pick: Int, isHeld: Bool) {
        guard let item = pickItem(pick) else { return }
        deleted.insert(item.id)
        let id = enqueue(DeleteNote(note: item.id), notBefore: isHeld ? time.now() + .seconds(5) : nil)
        note("delete \(id) of \(item.id.called)" + (isHeld ? ", to be undone for 5 s" : ""))
    }

    private func star(_ pick: Int) {
        guard let item = pickItem(pick) else { return }
        let refused = process.store.read { visible in
            item.mutations.filter { visible.entry($0)?.mutation is StarNote && visible.entry($0)?.isFailed == true }
        }
        let wish = !item.record.isStarred
        let id = enqueue(StarNote(note: item.id, wish: wish), discarding: refused)
        wishes[item.id] = (id, wish)
        note("\(wish ? "star" : "unstar") \(id) on \(item.id.called)")
    }

    private func mark(_ first: Int, _ second: Int) {
        guard let one = pickItem(first), let other = pickItem(second), one.id != other.id else { return }
        marks += 1
        let id = enqueue(MarkNotes(first: one.id, second: other.id, mark: marks))
        note("mark \(id) \(marks) on \(one.id.called) and \(other.id.called)")
    }

    private func starElsewhere(_ pick: Int) {
        let ids = server.notes.keys.sorted()
        guard !ids.isEmpty else { return }
        let id = ids[pick % ids.count]
        note("\(id) is starred or unstarred on another machine")
        server.starElsewhere(id)
        if let origin = server.origin(of: id) { starredElsewhere.insert(origin) }
    }

    private func act(
        _ pick: Int, _ name: String, _ isMeant: (OutboxEntry<Desk>) -> Bool, _ body: (MutationID) -> Void
    ) {
        let ids = outbox.filter(isMeant).map(\.id)
        guard !ids.isEmpty else { return }
        note("\(name) \(ids[pick % ids.count])")
        body(ids[pick % ids.count])
    }

    private func discard(_ pick: Int) {
        act(pick, "discard") {
            $0.isFailed || $0.loadingState.isHeld
        } _: { id in
            let dependents = process.store.dependents(on: id)
            let entry = process.store.read { $0.entry(id) }
            if let deletion = entry?.mutation as? DeleteNote, entry?.attempts == 0 { deleted.remove(deletion.note) }
            process.store.discard(id)
            model.discard(id)
            discarded.formUnion([id] + dependents)
        }
    }

    /// The user looked, and says truly that it is there.
    private func keep(_ pick: Int) {
        act(pick, "keep") {
            $0.isUndecided && server.done[$0.id] != nil
        } _: { id in
            let name = server.done[id] ?? nil
            process.store.keep(id, as: name)
            model.keep(id, as: name)
            if let name { names[name] = id }
        }
    }

    // MARK: Processes

    private func kill(_ arrived: Int) throws {
        note("kill")
        performSome(arrived)
        process.kill()
        ended.append(process)
        try start()
    }

    private func performSome(_ arrived: Int) {
        for (index, call) in process.desk.open.enumerated() where arrived >> index & 1 == 1 {
            note("  \(call.attempt.id) had arrived")
            _ = server.perform(call.mutation, call.attempt)
        }
    }

    private func takeOver(_ arrived: Int) throws {
        note("the process is stopped past its lease, another one takes over")
        performSome(arrived)
        stopped?.kill()
        if let stopped { ended.append(stopped) }
        stopped = process
        time.advance(by: .seconds(6))
        try start()
    }

    private func start() throws {
        readings = []
        toldOf = []
        begun = []
        process = try Process(on: disk, time: time, retries: rule, name: account, account: account)
        model.restart(as: "\(account)\(process.journal.processNumber)")
        model.now = time.now()
        model.run()
        seeWhatWaitsForTheUser(scene())
        confirm(server.everything, from: beginReading())
    }
}

extension OutboxEntry {
    var isFailed: Bool {
        if case .failure = loadingState { return true }
        return false
    }

    var isUndecided: Bool {
        if case .failure(let failure) = loadingState { return failure.isUndecided }
        return false
    }

    /// Waits for one that failed, or for one that waits for such a one.
    func isBlockedByFailure(in visible: borrowing Visible<Service>) -> Bool {
        switch loadingState {
        case .loading(.blocked(let other)), .loading(.queued(behind: let other?)):
            guard let entry = visible.entry(other) else { return false }
            return entry.isFailed || entry.isBlockedByFailure(in: visible)
        case _: return false
        }
    }
}

extension LoadingState {
    var isHeld: Bool {
        guard case .loading(.waiting(_, let failure)) = self else { return false }
        return failure.code == Failure.notBeforeCode
    }

    var isUnreachable: Bool {
        guard case .loading(.waiting(_, let failure)) = self else { return false }
        return failure.isOffline
    }
}

extension Ref {
    /// As a person calls it.
    var called: String {
        switch self {
        case .server(let id): id
        case .created(let id): "what \(id) made"
        }
    }
}
