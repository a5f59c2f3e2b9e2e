import OptimisticState
import TestSupport
import Testing

/// What is done to a note that the server does not have yet, and what is not understood.
@Suite struct PendingItemTests {
    let disk = MemoryDisk<Desk>()

    @Test func whatIsDoneToAPendingNoteShowsAtOnceAndLeavesBehindIt() throws {
        let process = try Process(on: disk)
        let note = process.enqueue(AddNote(folder: inbox, text: "x"))
        let ref = Ref<Note>.created(by: note)
        let edit = process.enqueue(EditNote(note: ref, text: "y"))
        let star = process.enqueue(StarNote(note: ref, wish: true))
        let reply = process.enqueue(AddNote(folder: inbox, under: ref, text: "reply"))
        #expect(process.texts(in: inbox) == ["y", "reply"])
        #expect(process.item(ref)?.record.isStarred == true)
        #expect(process.item(ref)?.mutations == [note, edit, star])
        for id in [edit, star, reply] {
            #expect(process.store.read { $0.entry(id)?.loadingState } == .loading(.blocked(on: note)))
        }
        #expect(process.inFlight == [note])
        #expect(process.store.dependents(on: note) == [edit, star, reply])
        process.answer(note, .accepted(serverID: "n1", said: [.record(Note.sent("n1", "x", number: 1), echoOf: note)]))
        #expect(Set(process.inFlight) == [edit, star, reply])
        for call in process.desk.open { #expect(call.attempt.serverID(of: ref) == "n1") }
        #expect(process.texts(in: inbox) == ["y", "reply"])
    }

    @Test func theChildrenOfAFailedNoteWaitAlsoAfterARestart() throws {
        let before = try Process(on: disk)
        let note = before.enqueue(AddNote(folder: inbox, text: "x"))
        let star = before.enqueue(StarNote(note: .created(by: note), wish: true))
        before.answer(note, .rejected(.refused))
        #expect(before.inFlight.isEmpty)
        before.kill()
        let after = try Process(on: disk)
        #expect(after.store.read { $0.entry(star)?.loadingState } == .loading(.blocked(on: note)))
        after.store.retry(note)
        after.run()
        after.answer(note, .accepted(serverID: "n1", said: []))
        #expect(after.inFlight == [star])
        #expect(after.desk.open.first?.attempt.serverID(of: Ref<Note>.created(by: note)) == "n1")
    }

    @Test func aChildFindsTheNameThatItsParentGotBeforeTheRestart() throws {
        let time = ManualTime()
        let before = try Process(on: disk, time: time)
        let note = before.enqueue(AddNote(folder: inbox, text: "x"))
        let star = before.enqueue(StarNote(note: .created(by: note), wish: true))
        before.answer(note, .accepted(serverID: "n1", said: [.record(Note.sent("n1", "x", number: 1), echoOf: note)]))
        #expect(before.inFlight == [star])
        before.kill()
        let after = try Process(on: disk, time: time)
        #expect(after.desk.open.first?.attempt.serverID(of: Ref<Note>.created(by: note)) == "n1")
    }

    @Test(arguments: [true, false]) func anEchoThatComesTwiceAndTheReplyInAnyOrderShowOneNote(echoFirst: Bool) throws {
        let process = try Process(on: disk)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        let echo = Confirmed.record(Note.sent("n1", "x", number: 1), echoOf: id)
        if !echoFirst { process.answer(id, .accepted(serverID: "n1", said: [])) }
        for _ in 0..<2 {
            process.store.confirm([echo])
            #expect(process.texts(in: inbox) == ["x"])
            #expect(process.item(.server("n1"))?.id == .created(by: id))
        }
        if echoFirst { process.answer(id, .accepted(serverID: "n1", said: [])) }
        process.store.confirm([echo])
        #expect(process.texts(in: inbox) == ["x"] && disk.rows.isEmpty)
        #expect(process.item(.created(by: id))?.loadingState == nil)
    }

    @Test func whatIsNotUnderstoodIsShownAndNeverDeleted() throws {
        let future = try disk.open().writeRowOfANewerVersion(id: "future")
        let process = try Process(on: disk)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        #expect(process.inFlight == [id], "it holds no one back")
        let entry = process.store.read { $0.entry(future) }
        #expect(entry?.loadingState == .loading(.quarantined) && entry?.kindName == "from-the-future")
        #expect(process.store.read { $0.outbox.map(\.id) } == [future, id])
        process.store.retry(future)
        process.store.wake(future)
        #expect(process.store.discard(future).isEmpty)
        #expect(process.store.keep(future, as: "n1").isEmpty)
        process.store.enqueue(AddNote(folder: inbox, text: "y"), discarding: [future])
        process.store.setRetries(.manual)
        process.advance(by: .seconds(100_000))
        #expect(disk.rows.map(\.id).contains(future))
        #expect(process.store.read { $0.entry(future)?.loadingState } == .loading(.quarantined))
    }
}
