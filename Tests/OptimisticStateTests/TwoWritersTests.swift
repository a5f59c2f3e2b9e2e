import OptimisticState
import TestSupport
import Testing

/// Two windows of one person that both write, while either is stopped, stands on a slow network, or hears of the other
/// late, and others are opened and left beside them: the last text of each note is what the server has in the end, once,
/// and nothing waits any more, in the windows or on disk.
@Suite struct TwoWritersTests {
    @Test func theLastTextOfEachNoteArrivesWhoeverWroteIt() throws {
        for seed in UInt64(0)..<600 {
            let history = try TwoWriters(seed: seed)
            defer { history.end() }
            for _ in 0..<50 { history.step() }
            history.settle()
            let faults = history.faults
            guard faults.isEmpty else {
                Issue.record("seed \(seed): \(faults.joined(separator: "; "))\n\(history.log.joined(separator: "\n"))")
                return
            }
        }
    }
}

private final class TwoWriters {
    /// A note as it was written, and what its text may be in the end.
    private struct Wish {
        var texts: [String]
        var allowed: Set<String>
    }

    private let disk = MemoryDisk<Desk>()
    private let time = ManualTime()
    private let windows: [Process]
    /// Stopped as by SIGSTOP: it does nothing, and what it had sent is done or lost without it.
    private var isStopped = [false, false]
    private var server = NotebookServer()
    /// What the server did with requests of a window that is stopped.
    private var fates: [Request: NotebookServer.Answer?] = [:]

    private struct Request: Hashable {
        let window: Int
        let id: MutationID
        let attempt: Int

        init(_ window: Int, _ attempt: Attempt) {
            (self.window, id, self.attempt) = (window, attempt.id, attempt.number)
        }
    }

    private var wishes: [MutationID: Wish] = [:]
    private var order: [MutationID] = []
    private var chance: SeededGenerator
    private var count = 0
    private var isGlancing = false
    private(set) var log: [String] = []

    init(seed: UInt64) throws {
        chance = SeededGenerator(seed: seed)
        let (disk, time) = (disk, time)
        windows = try ["x", "y"].map { try Process(on: disk, time: time, name: $0) }
    }

    func end() { for window in windows { window.end() } }

    func step() {
        let index = Int.random(in: 0..<2, using: &chance)
        let what = Int.random(in: 0..<100, using: &chance)
        guard !isStopped[index] else {
            if what < 30 { goOn(index) } else { advance(.milliseconds(Int64(what) * 100)) }
            return
        }
        switch what {
        case 0..<12: add(index)
        case 12..<35: edit(index)
        case 35..<43: discardAnEdit(index)
        case 43..<75: answer(index)
        case 75..<82: hear(index)
        case 82..<90: advance(.milliseconds(Int64.random(in: 1...20_000, using: &chance)))
        case 90..<94: stop(index)
        case 94..<97: suspend(index)
        case _: glance()
        }
        run()
    }

    /// Another one is opened, and left at once, as whoever lists the outbox does. Much can happen between the moment in
    /// which it reads the outbox and that in which it asks whether anybody sends.
    private func glance() {
        guard !isGlancing else { return }
        isGlancing = true
        say("another is opened")
        let meanwhile = Meanwhile { [unowned self] in
            for _ in 0..<Int.random(in: 0..<12, using: &chance) { step() }
            say("it asks for the lease")
        }
        let journal = InterruptedJournal(inner: disk.open(), meanwhile: meanwhile)
        _ = try? OptimisticStore<Desk>(journal: journal, time: time, makeID: { MutationID("z") }, jitter: { 0 })
        isGlancing = false
    }

    // MARK: What the person does

    private func add(_ index: Int) {
        count += 1
        let text = "t\(count)"
        let id = windows[index].store.enqueue(AddNote(folder: .server("a"), text: text))
        say("\(index) adds \(text) as \(id)")
        wishes[id] = Wish(texts: [text], allowed: [text])
        order.append(id)
    }

    private func edit(_ index: Int) {
        guard let id = order.randomElement(using: &chance),
            windows[index].store.read({ $0.item(Ref<Note>.created(by: id)) }) != nil
        else { return }
        count += 1
        let text = "t\(count)"
        let edit = windows[index].store.enqueue(EditNote(note: .created(by: id), text: text))
        say("\(index) edits \(id) to \(text) as \(edit)")
        wishes[id]?.texts.append(text)
        wishes[id]?.allowed = [text]
    }

    private func discardAnEdit(_ index: Int) {
        let store = windows[index].store
        let edits = store.read { visible in
            visible.outbox.compactMap { entry in (entry.mutation as? EditNote).map { (entry.id, $0) } }
        }
        guard let (id, edit) = edits.randomElement(using: &chance), let note = edit.note.creator else { return }
        let gone = store.discard(id)
        say("\(index) discards \(id), \(edit.text): \(gone.count)")
        guard !gone.isEmpty, let wish = wishes[note], wish.allowed.contains(edit.text) else { return }
        // What it had taken the place of is not known here; nothing newer was written.
        wishes[note]?.allowed = Set(wish.texts)
    }

    // MARK: What happens to it

    private func answer(_ index: Int) {
        guard let call = windows[index].desk.open.randomElement(using: &chance) else { return }
        let outcome: Outcome
        if let fate = fates.removeValue(forKey: Request(index, call.attempt)) {
            outcome = fate.map(outcomeOf) ?? .unknown(.timeout)
        } else {
            switch Int.random(in: 0..<10, using: &chance) {
            case 0: outcome = .offline(.offline)
            case 1: outcome = .transient(.busy, retryAfter: .seconds(3))
            case 2: outcome = .unknown(.timeout)
            case 3:
                _ = server.perform(call.mutation, call.attempt)
                outcome = .unknown(.timeout)
            case _: outcome = outcomeOf(server.perform(call.mutation, call.attempt))
            }
        }
        say("\(index) hears of \(call.attempt.id): \(outcome)")
        windows[index].desk.answer(call.attempt.id, outcome)
    }

    private func outcomeOf(_ answer: NotebookServer.Answer) -> Outcome {
        switch answer {
        case .accepted(let id):
            .accepted(serverID: id, said: id.flatMap { server.copy(of: $0) }.map { [$0.confirmed] } ?? [])
        case .refused: .rejected(.refused)
        }
    }

    private func hear(_ index: Int) {
        say("\(index) hears of the other")
        try? windows[index].store.reload()
    }

    /// In small steps: who is not stopped keeps its lease, and gives a request up in time.
    private func advance(_ duration: Duration) {
        say("\(duration) later")
        var left = duration
        while left > .zero {
            time.advance(by: min(left, .seconds(1)))
            left -= .seconds(1)
            for index in windows.indices where !isStopped[index] { giveUp(index) }
            run()
        }
    }

    /// What was not answered within the time of a submit: the server may have done it or not.
    private func giveUp(_ index: Int) {
        for call in windows[index].desk.open where time.now() - call.attempt.startedAt >= .seconds(15) {
            if fates.removeValue(forKey: Request(index, call.attempt)) == nil, Bool.random(using: &chance) {
                _ = server.perform(call.mutation, call.attempt)
            }
            say("\(index) gives \(call.attempt.id) up")
            windows[index].desk.answer(call.attempt.id, .unknown(.timeout))
        }
    }

    private func stop(_ index: Int) {
        say("\(index) is stopped")
        isStopped[index] = true
        for call in windows[index].desk.open where fates[Request(index, call.attempt)] == nil {
            let isDone = Bool.random(using: &chance)
            fates[Request(index, call.attempt)] = .some(isDone ? server.perform(call.mutation, call.attempt) : nil)
        }
    }

    /// As Ctrl-Z does.
    private func suspend(_ index: Int) {
        windows[index].store.suspendSending()
        stop(index)
    }

    private func goOn(_ index: Int) {
        say("\(index) goes on")
        isStopped[index] = false
        windows[index].store.resumeSending()
        run()
    }

    private func run() {
        for (index, window) in windows.enumerated() where !isStopped[index] { window.run() }
    }

    // MARK: The end

    /// The network is well, and both windows go on until nothing waits.
    func settle() {
        for index in windows.indices where isStopped[index] { goOn(index) }
        for _ in 0..<300 {
            for (index, window) in windows.enumerated() {
                for call in window.desk.open {
                    let outcome: Outcome =
                        if let fate = fates.removeValue(forKey: Request(index, call.attempt)) {
                            fate.map(outcomeOf) ?? .unknown(.timeout)
                        } else {
                            outcomeOf(server.perform(call.mutation, call.attempt))
                        }
                    say("\(index) hears of \(call.attempt.id) in the end: \(outcome)")
                    window.desk.answer(call.attempt.id, outcome)
                }
                try? window.store.reload()
                window.run()
            }
            time.advance(by: .seconds(7))
            run()
            let isDone = windows.allSatisfy { $0.desk.open.isEmpty && $0.store.read { $0.outbox.isEmpty } }
            if isDone { return }
        }
    }

    var faults: [String] {
        var faults: [String] = []
        for (index, window) in windows.enumerated() {
            let left = window.store.read { $0.outbox.map { "\($0.id) \($0.loadingState)" } }
            if !left.isEmpty { faults.append("\(index) still has \(left)") }
        }
        let kept = disk.rows.filter { if case .acknowledged = $0.state.stage { false } else { true } }
        if !kept.isEmpty { faults.append("on disk there is still \(kept.map { "\($0.id) \($0.state)" })") }
        for id in order {
            let made = server.notes.filter { server.origin(of: $0.key) == id }
            guard made.count == 1, let note = made.first?.value else {
                faults.append("\(id) is there \(made.count) times")
                continue
            }
            guard let wish = wishes[id], !wish.allowed.contains(note.text) else { continue }
            faults.append("\(id) is \(note.text), not \(wish.allowed.sorted())")
        }
        return faults
    }

    private func say(_ words: String) { log.append(words) }
}
