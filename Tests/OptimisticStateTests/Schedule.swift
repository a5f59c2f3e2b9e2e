@testable import OptimisticState
import TestSupport

/// One random history of a notebook: a user, a server, a network that does everything wrong, and kills. Every choice
/// comes from the seed.
final class Schedule {
    private var chance: SeededGenerator
    private let disk = MemoryDisk<Desk>()
    private let time = ManualTime()
    private var server = NotebookServer()
    private var process: Process
    /// Readings under way: begun, perhaps read, not delivered.
    private var readings: [(fetch: Fetch, said: [Confirmed]?)] = []
    private let retries: RetryRule
    private var textCount = 0
    /// Every text that the user wrote, by the mutation that carries it.
    private var written: [MutationID: String] = [:]
    private var discarded: Set<MutationID> = []
    /// Notes that the user deleted.
    private var deleted: Set<Ref<Note>> = []
    /// Notes that this life of the process was told of: from then on they are on screen.
    private var toldOf: Set<Ref<Note>> = []
    /// The number of the newest text of a note that the server has acknowledged: no older one may show again.
    private var floor: [Ref<Note>: Int] = [:]
    /// The user's last word on a note's star.
    private var wishes: [Ref<Note>: (id: MutationID, wish: Bool)] = [:]
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
        chance = SeededGenerator(seed: seed)
        retries = seed % 4 == 0 ? .manual : .standard
        process = try Process(on: disk, time: time, retries: retries)
    }

    /// - Returns: what was wrong, if anything was.
    func run(steps: Int) throws -> String? {
        for _ in 0..<steps {
            try step()
            if let fault = faultNow() { return fault }
        }
        try settleEverything()
        return faultNow() ?? faultAtTheEnd()
    }

    // MARK: Steps

    private func step() throws {
        switch Int.random(in: 0..<100, using: &chance) {
        case 0..<18: add()
        case 18..<26: edit()
        case 26..<29: delete()
        case 29..<37: star()
        case 37..<70: answer()
        case 70..<78: beginOrDeliverReading()
        case 78..<84: echo()
        case 84..<88: retry()
        case 88..<90: discard()
        case 90..<95: advance()
        case 95..<97: signIn()
        default: try killAndRestart()
        }
    }

    private func note(_ what: String) { log.append(what) }

    private func newText() -> String {
        textCount += 1
        return "text \(textCount)"
    }

    private func add() {
        guard let folder = server.folders.randomElement(using: &chance) else { return }
        let text = newText()
        let id = process.enqueue(AddNote(folder: folder, text: text))
        written[id] = text
        note("add \(id) “\(text)” to \(folder)")
    }

    /// A note that the server is known to have, as its user sees it.
    private func anySentNote() -> Item<Note>? {
        let items = server.folders.flatMap { folder in
            process.store.read { $0.items(in: Scope<Note>(.folder(folder)), 0..<10_000) }
        }
        return items.filter { item in process.store.read { $0.serverID(of: item.id) != nil } }
            .randomElement(using: &chance)
    }

    private func edit() {
        guard let item = anySentNote() else { return }
        let text = newText()
        let id = process.enqueue(EditNote(note: item.id, text: text))
        written[id] = text
        note("edit \(id) “\(text)” of \(item.id)")
    }

    private func delete() {
        guard let item = anySentNote() else { return }
        let id = process.enqueue(DeleteNote(note: item.id))
        deleted.insert(item.id)
        note("delete \(id) of \(item.id)")
    }

    private func star() {
        guard let item = anySentNote() else { return }
        let refused = process.store.read { visible in
            item.mutations.filter { visible.entry($0)?.mutation is StarNote && visible.entry($0)?.isFailed == true }
        }
        let id = process.store.enqueue(StarNote(note: item.id, wish: !item.record.isStarred), discarding: refused)
        process.run()
        wishes[item.id] = (id, !item.record.isStarred)
        note("star \(id) \(!item.record.isStarred) on \(item.id)")
    }

    private func answer() {
        guard let call = process.desk.open.randomElement(using: &chance) else { return }
        let kind = Int.random(in: 0..<100, using: &chance)
        note("answer \(call.attempt.id) attempt \(call.attempt.number): \(kind)")
        let failure = Failure(code: "test", status: kind)
        switch kind {
        case 0..<55: process.answer(call.attempt.id, accepted(call, withCopy: kind < 40))
        case 55..<64: process.answer(call.attempt.id, .rejected(failure))
        case 64..<73: process.answer(call.attempt.id, .offline(failure))
        case 73..<80: process.answer(call.attempt.id, .unknown(failure))
        case 80..<90:
            _ = server.perform(call.mutation, call.attempt)
            process.answer(call.attempt.id, .unknown(failure))
        case 90..<97: process.answer(call.attempt.id, .transient(failure, retryAfter: .seconds(3)))
        default: process.answer(call.attempt.id, .needsSignIn(failure))
        }
    }

    private func accepted(_ call: Desk.Call, withCopy: Bool) -> Outcome {
        switch server.perform(call.mutation, call.attempt) {
        case .refused: return .rejected(Failure(code: "gone", status: 404))
        case .accepted(let id):
            remember(call, id)
            let copy = withCopy ? (id ?? target(of: call)).flatMap { server.copy(of: $0) } : nil
            return .accepted(serverID: id, said: copy.map { [$0] } ?? [])
        }
    }

    /// The answer is about to be heard.
    private func remember(_ call: Desk.Call, _ id: String?) {
        switch call.mutation {
        case is AddNote: toldOf.insert(.created(by: call.attempt.id))
        case let edit as EditNote: floor[edit.note] = max(floor[edit.note] ?? 0, number(of: edit.text))
        case _: break
        }
    }

    private func number(of text: String) -> Int { Int(text.dropFirst(5)) ?? 0 }

    private func target(of call: Desk.Call) -> String? {
        switch call.mutation {
        case let edit as EditNote: call.attempt.serverID(of: edit.note)
        case let star as StarNote: call.attempt.serverID(of: star.note)
        case _: nil
        }
    }

    /// A reading is begun, reads the server some time later, and is delivered later still, in any order.
    private func beginOrDeliverReading() {
        guard let index = readings.indices.randomElement(using: &chance), Bool.random(using: &chance) else {
            readings.append((process.store.beginFetch(), nil))
            return note("begin a reading")
        }
        if let said = readings[index].said {
            note("deliver reading \(index) of \(readings.count)")
            process.store.confirm(said, from: readings[index].fetch)
            readings.remove(at: index)
        } else {
            note("reading \(index) is read")
            readings[index].said = server.everything
        }
        process.run()
    }

    private func echo() {
        guard let id = server.notes.keys.sorted().randomElement(using: &chance), let copy = server.copy(of: id) else {
            return
        }
        note("echo of \(id)")
        process.store.confirm([copy], from: process.store.beginFetch())
        process.run()
    }

    private func retry() {
        guard let id = outbox().filter(\.isFailed).map(\.id).randomElement(using: &chance) else { return }
        note("retry \(id)")
        process.store.retry(id)
        if Bool.random(using: &chance) { process.store.retry(id) }
        process.run()
    }

    private func discard() {
        guard let id = outbox().filter(\.isFailed).map(\.id).randomElement(using: &chance) else { return }
        note("discard \(id)")
        let dependents = process.store.dependents(on: id)
        process.store.discard(id)
        discarded.formUnion([id] + dependents)
        process.run()
    }

    private func advance() {
        let seconds = Int.random(in: 1...40, using: &chance)
        note("\(seconds) s pass")
        process.advance(by: .seconds(seconds))
    }

    private func signIn() {
        note("sign in")
        process.store.signedIn()
        process.run()
    }

    private func killAndRestart() throws {
        note("kill")
        for call in process.desk.open where Bool.random(using: &chance) {
            note("  \(call.attempt.id) had arrived")
            _ = server.perform(call.mutation, call.attempt)
        }
        process.kill()
        readings = []
        process = try Process(on: disk, time: time, retries: retries)
        toldOf = []
        readAll()
    }

    private func readAll() {
        let fetch = process.store.beginFetch()
        process.store.confirm(server.everything, from: fetch)
        process.run()
    }

    private func settleEverything() throws {
        note("settle everything")
        for reading in readings { process.store.confirm(reading.said ?? server.everything, from: reading.fetch) }
        readings = []
        for _ in 0..<1_000 {
            process.store.signedIn()
            process.run()
            for call in process.desk.open { process.answer(call.attempt.id, accepted(call, withCopy: true)) }
            guard outbox().contains(where: { !$0.isFailed && !$0.isBlockedByFailure(in: process.store) }) else { break }
            process.advance(by: .seconds(60))
        }
        readAll()
    }

    private func outbox() -> [OutboxEntry<Desk>] { process.store.read { $0.outbox } }

    // MARK: What must hold

    /// In every frame: each note that the user wrote stands once, unless it is discarded or deleted.
    private func faultNow() -> String? {
        let items = server.folders.flatMap { folder in
            process.store.read { $0.items(in: Scope<Note>(.folder(folder)), 0..<10_000) }
        }
        let ids = items.map(\.id)
        if Set(ids).count != ids.count { return "an item stands twice" }
        for (id, text) in written {
            let ref = Ref<Note>.created(by: id)
            guard case .some = process.store.read({ $0.entry(id)?.mutation as? AddNote }), !ids.contains(ref) else {
                continue
            }
            return "“\(text)” waits in the outbox and is not on screen"
        }
        for item in items {
            guard let serverID = process.store.read({ $0.serverID(of: item.id) }) else { continue }
            if ids.contains(.server(serverID)), item.id != .server(serverID) { return "\(serverID) stands twice" }
        }
        for folder in server.folders {
            let orders = items.filter { $0.record.folder == folder }.map(\.record.order)
            if zip(orders, orders.dropFirst()).contains(where: { $1 < $0 }) { return "\(folder) is out of order" }
        }
        return faultOfMemory(items) ?? faultOfFold(items) ?? faultOfJournal()
    }

    /// What was acknowledged once does not vanish, and does not go back to what it was before.
    private func faultOfMemory(_ items: [Item<Note>]) -> String? {
        let ids = Set(items.map(\.id))
        for ref in toldOf where !ids.contains(ref) && !deleted.contains(ref) { return "\(ref) has vanished" }
        for item in items {
            if let floor = floor[item.id], number(of: item.record.text) < floor {
                return "\(item.id) shows “\(item.record.text)” again; “text \(floor)” was acknowledged"
            }
            guard let (id, wish) = wishes[item.id], !discarded.contains(id) else { continue }
            let hasFailed = process.store.read { $0.entry(id)?.isFailed } ?? false
            if !hasFailed, item.record.isStarred != wish { return "\(item.id) does not show the last wish, \(wish)" }
        }
        return nil
    }

    /// What is shown of a note is what the server is known to have, with the pending effects folded in, anew.
    private func faultOfFold(_ items: [Item<Note>]) -> String? {
        for item in items {
            let expected = process.store.read { visible -> Note? in
                var note = visible.confirmed(item.id)
                for id in item.mutations {
                    guard let entry = visible.entry(id), let mutation = entry.mutation else { continue }
                    if entry.isFailed, type(of: mutation).kind.whenFailed == .leaves { continue }
                    switch mutation {
                    case is AddNote: note = note ?? item.record
                    case let edit as EditNote: note?.text = edit.text
                    case is DeleteNote: note = nil
                    case let star as StarNote:
                        note?.stars = star.wish ? 1 : 0
                        note?.isStarred = star.wish
                    case _: continue
                    }
                }
                return note
            }
            guard expected == item.record else {
                return "\(item.id) shows \(item.record), folded anew \(expected as Any)"
            }
        }
        return nil
    }

    /// What is shown as pending is what the disk has.
    private func faultOfJournal() -> String? {
        let onDisk = Set(disk.rows.filter { !$0.state.stage.isAcknowledged }.map(\.id))
        let shown = Set(outbox().map(\.id))
        return onDisk == shown ? nil : "the journal has \(onDisk), the outbox shows \(shown)"
    }

    private func faultAtTheEnd() -> String? {
        let rest = outbox()
        if let stuck = rest.first(where: { !$0.isFailed && !$0.isBlockedByFailure(in: process.store) }) {
            return "\(stuck.id) is stuck: \(stuck.loadingState)"
        }
        let shownAsSent = server.folders.flatMap { folder in
            process.store.read { $0.items(in: Scope<Note>(.folder(folder)), 0..<10_000) }
        }.filter { $0.loadingState == nil }.map(\.record.text)
        let pendingNotes = Set(
            rest.compactMap { entry -> Ref<Note>? in
                (entry.mutation as? EditNote)?.note ?? (entry.mutation as? StarNote)?.note
                    ?? (entry.mutation as? DeleteNote)?.note
            })
        let onServer = server.notes.values
            .filter { note in !process.store.read { pendingNotes.contains($0.identity(of: note.ref)) } }.map(\.text)
        if shownAsSent.sorted() != onServer.sorted() {
            return "shown as sent \(shownAsSent), on the server \(onServer)"
        }
        return faultOfTexts(rest)
    }

    /// Every text is on the server (or was replaced or deleted there), shown as failed, or discarded by the user.
    private func faultOfTexts(_ rest: [OutboxEntry<Desk>]) -> String? {
        let waiting = Set(rest.map(\.id))
        for (id, text) in written where !discarded.contains(id) && !waiting.contains(id) {
            if server.done[id] == nil, !isSuperseded(id) { return "“\(text)” of \(id) is lost" }
        }
        return nil
    }

    /// Edits that were never attempted give way to later ones.
    private func isSuperseded(_ id: MutationID) -> Bool {
        disk.endings[id] == .superseded
    }
}

extension OutboxEntry {
    fileprivate var isFailed: Bool {
        if case .failure = loadingState { return true }
        return false
    }

    fileprivate func isBlockedByFailure(in store: OptimisticStore<Service>) -> Bool {
        guard case .loading(.blocked(let other)) = loadingState else {
            guard case .loading(.queued(behind: let other?)) = loadingState else { return false }
            return store.read { $0.entry(other) }?.isBlockedByFailure(in: store) ?? false
        }
        return store.read { $0.entry(other) }?.isFailed ?? false
    }
}
