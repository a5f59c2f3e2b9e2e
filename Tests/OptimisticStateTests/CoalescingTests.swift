import OptimisticState
import TestSupport
import Testing

/// What becomes of two acts of which nothing has left yet, and of those that were attempted.
@Suite struct CoalescingTests {
    let disk = MemoryDisk<Desk>()

    @Test func anEditOfANoteThatWasNeverAttemptedChangesItInPlace() throws {
        let process = try Process(on: disk, retries: nil)
        let id = process.enqueue(AddNote(folder: inbox, text: "old"))
        let reply = process.enqueue(AddNote(folder: inbox, under: .created(by: id), text: "reply"))
        let edit = process.enqueue(EditNote(note: .created(by: id), text: "new"))
        #expect(edit == id, "it is the same mutation still")
        #expect(disk.rows.map(\.id) == [id, reply])
        #expect((disk.rows.first?.mutation as? AddNote)?.text == "new")
        #expect(process.texts(in: inbox) == ["new", "reply"])
        #expect(process.store.dependents(on: id) == [reply])
        process.start(.standard)
        #expect((process.desk.open.first?.mutation as? AddNote)?.text == "new")
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(process.inFlight == [reply], "who depended on it still does")
    }

    @Test func aDeletionOfANoteThatWasNeverAttemptedLeavesNothing() throws {
        let process = try Process(on: disk, retries: nil)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        let star = process.enqueue(StarNote(note: .created(by: id), wish: true))
        let deletion = process.enqueue(DeleteNote(note: .created(by: id)))
        #expect(disk.rows.isEmpty)
        #expect(process.texts(in: inbox).isEmpty)
        for id in [id, star, deletion] {
            #expect(process.ending(of: id) == .superseded)
        }
    }

    @Test func aNoteThatSomeoneAnsweredIsSentBeforeItIsDeleted() throws {
        let process = try Process(on: disk, retries: nil)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        let reply = process.enqueue(AddNote(folder: inbox, under: .created(by: id), text: "reply"))
        let deletion = process.enqueue(DeleteNote(note: .created(by: id)))
        #expect(disk.rows.map(\.id) == [id, reply, deletion], "the answer is someone's text")
    }

    @Test func whatMayHaveArrivedIsNeverRewrittenTheEditIsChained() throws {
        let process = try Process(on: disk)
        let id = process.enqueue(AddNote(folder: inbox, text: "old"))
        process.answer(id, .unknown(.timeout))
        let first = process.enqueue(EditNote(note: .created(by: id), text: "new"))
        let second = process.enqueue(EditNote(note: .created(by: id), text: "newer"))
        #expect(first != id && disk.rows.map(\.id) == [id, second])
        #expect(process.texts(in: inbox) == ["newer"], "seen at once")
        #expect(process.store.read { $0.entry(second)?.loadingState } == .loading(.blocked(on: id)))
        process.advance(by: .seconds(1))
        #expect((process.desk.open.first?.mutation as? AddNote)?.text == "old", "the same text under the same key")
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(process.inFlight == [second])
        #expect(process.desk.open.first?.attempt.serverID(of: Ref<Note>.created(by: id)) == "n1")
        let deletion = process.enqueue(DeleteNote(note: .created(by: id)))
        #expect(process.texts(in: inbox).isEmpty)
        process.answer(second, .accepted(serverID: nil, said: []))
        #expect(process.inFlight == [deletion])
    }

    @Test func whatFoundNoWayOutIsStillRewritten() throws {
        let process = try Process(on: disk)
        let id = process.enqueue(AddNote(folder: inbox, text: "old"))
        process.answer(id, .offline(.offline))
        #expect(process.enqueue(EditNote(note: .created(by: id), text: "new")) == id)
        process.advance(by: .seconds(1))
        #expect((process.desk.open.first?.mutation as? AddNote)?.text == "new")
    }

    @Test func ofEditsTheLastIsSentAndADeletionMakesThemPointless() throws {
        let process = try Process(on: disk, retries: nil)
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        let note = Ref<Note>.server("n1")
        let first = process.enqueue(EditNote(note: note, text: "y"))
        let second = process.enqueue(EditNote(note: note, text: "z"))
        #expect(disk.rows.map(\.id) == [second] && disk.endings[first] == .superseded)
        let deletion = process.enqueue(DeleteNote(note: note))
        #expect(disk.rows.map(\.id) == [deletion])
    }

    @Test func aCreationThatAnotherProcessHasBegunIsNotRewrittenBehindItsBack() throws {
        let time = ManualTime()
        let first = try Process(on: disk, time: time)
        let id = first.enqueue(AddNote(folder: inbox, text: "old"))
        first.answer(id, .transient(.busy, retryAfter: .seconds(60)))
        let sender = try Process(on: disk, time: time, retries: nil)
        let other = sender.store.enqueue(AddNote(folder: .server("other"), text: "sent"))
        // The first has heard nothing of it; the second begins it under the first one's eyes.
        first.kill()
        sender.start(.standard)
        #expect(sender.inFlight.contains(other))
        let late = first.store.enqueue(EditNote(note: .created(by: other), text: "edited"))
        #expect(late != other)
        #expect((disk.rows.first { $0.id == other }?.mutation as? AddNote)?.text == "sent")
    }

    @Test func whatIsSentIsWhatStandsInTheJournal() throws {
        let time = ManualTime()
        let sender = try Process(on: disk, time: time)
        let writer = try Process(on: disk, time: time, retries: nil)
        let id = writer.store.enqueue(AddNote(folder: inbox, text: "old"))
        sender.store.suspendSending()
        try sender.store.reload()
        writer.store.enqueue(EditNote(note: .created(by: id), text: "new"))
        sender.store.resumeSending()
        sender.run()
        #expect((sender.desk.open.first?.mutation as? AddNote)?.text == "new")
        #expect(sender.texts(in: inbox) == ["new"])
    }

    /// A window was stopped while its comment waited for the network; the comment got another text in another window.
    @Test func whatWaitedOfflineIsSentAsItStandsInTheJournalToo() throws {
        let time = ManualTime()
        let sender = try Process(on: disk, time: time)
        let writer = try Process(on: disk, time: time, retries: nil)
        let id = sender.enqueue(AddNote(folder: inbox, text: "old"))
        sender.answer(id, .offline(.offline))
        sender.store.suspendSending()
        try writer.store.reload()
        writer.store.enqueue(EditNote(note: .created(by: id), text: "new"))
        time.advance(by: .seconds(60))
        sender.store.resumeSending()
        sender.run()
        #expect((sender.desk.open.last?.mutation as? AddNote)?.text == "new")
        #expect(sender.texts(in: inbox) == ["new"])
    }
}
