import OptimisticState
import TestSupport
import Testing

/// What survives a kill, and what two processes make of one journal.
@Suite struct RestartTests {
    let disk = MemoryDisk<Desk>()
    let time = ManualTime()

    @Test func whatWaitedAndWhatFailedAreThereAfterAKill() throws {
        let before = try Process(on: disk, time: time)
        let refused = before.enqueue(AddNote(folder: inbox, text: "refused"))
        before.answer(refused, .rejected(.refused))
        let flying = before.enqueue(AddNote(folder: inbox, text: "flying"))
        let waiting = before.enqueue(AddNote(folder: inbox, text: "waiting"))
        before.kill()

        let after = try Process(on: disk, time: time, retries: nil)
        #expect(after.texts(in: inbox) == ["refused", "flying", "waiting"])
        #expect(after.item(.created(by: refused))?.loadingState == .failure(.refused))
        guard case .loading(.waiting(_, let failure)) = after.item(.created(by: flying))?.loadingState else {
            Issue.record("what was in flight waits with an unknown outcome")
            return
        }
        #expect(failure.code == Failure.interruptedCode && failure.mayHaveArrived)
        after.start(.standard)
        #expect(after.desk.open.map(\.attempt.id) == [flying])
        #expect(after.desk.open.first?.attempt.mayHaveArrived == true)
        #expect(after.desk.open.first?.attempt.number == 2)
        after.store.retry(refused)
        after.answer(flying, .accepted(serverID: "f", said: []))
        #expect(after.inFlight == [refused], "the oldest first, under its old id")
        after.answer(refused, .accepted(serverID: "r", said: []))
        #expect(after.inFlight == [waiting])
    }

    @Test func withAutomaticRetryOffWhatWasInFlightFailsAndMayHaveBeenPosted() throws {
        let before = try Process(on: disk, time: time, retries: .manual)
        let id = before.enqueue(AddNote(folder: inbox, text: "x"))
        before.kill()
        let after = try Process(on: disk, time: time, retries: .manual)
        guard case .failure(let failure) = after.item(.created(by: id))?.loadingState else {
            Issue.record("it should have failed")
            return
        }
        #expect(failure.mayHaveArrived)
        #expect(after.inFlight.isEmpty)
    }

    @Test func anAliasSurvivesARestartSoThatTheRowKeepsItsIdentity() throws {
        let before = try Process(on: disk, time: time)
        let id = before.enqueue(AddNote(folder: inbox, text: "x"))
        before.answer(id, .accepted(serverID: "n1", said: [.record(Note.sent("n1", "x", number: 1), echoOf: id)]))
        #expect(disk.rows.isEmpty)
        let after = try Process(on: disk, time: time)
        after.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        #expect(after.item(.server("n1"))?.id == .created(by: id))
        #expect(after.store.read { $0.serverID(of: Ref<Note>.created(by: id)) } == "n1")
    }

    @Test func anAcknowledgedNoteThatNoOneConfirmedIsStillShownAfterARestart() throws {
        let before = try Process(on: disk, time: time)
        let id = before.enqueue(AddNote(folder: inbox, text: "x"))
        before.answer(id, .accepted(serverID: "n1", said: []))
        before.kill()
        let after = try Process(on: disk, time: time)
        #expect(after.texts(in: inbox) == ["x"])
        #expect(after.item(.created(by: id))?.loadingState == nil)
        after.store.confirm([.record(Note.sent("n1", "x", number: 1))], from: after.store.beginFetch())
        #expect(after.texts(in: inbox) == ["x"])
        #expect(disk.rows.isEmpty)
    }

    @Test func anAcknowledgedDeletionNeedsItsRowNoLongerAfterARestart() throws {
        let before = try Process(on: disk, time: time)
        before.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        before.answer(before.enqueue(DeleteNote(note: .server("n1"))), .accepted(serverID: nil, said: []))
        #expect(disk.rows.count == 1, "a reading that began before may still come")
        before.kill()
        let after = try Process(on: disk, time: time)
        after.store.confirm([.complete(Scope<Note>(.folder(inbox)))], from: after.store.beginFetch())
        #expect(disk.rows.isEmpty)
    }

    @Test func whatWasAcknowledgedOnANoteThatNoOneConfirmedIsStillShownAfterARestart() throws {
        let before = try Process(on: disk, time: time)
        let id = before.enqueue(AddNote(folder: inbox, text: "x"))
        before.answer(id, .accepted(serverID: "n1", said: []))
        before.answer(
            before.enqueue(EditNote(note: .created(by: id), text: "y")), .accepted(serverID: nil, said: []))
        before.kill()
        let after = try Process(on: disk, time: time)
        #expect(after.texts(in: inbox) == ["y"])
        after.store.confirm([.record(Note.sent("n1", "y", number: 1))], from: after.store.beginFetch())
        #expect(after.texts(in: inbox) == ["y"] && disk.rows.isEmpty)
    }

    /// The answer comes, and the lease goes back, between the moments in which another process reads what is in flight and
    /// finds that nobody holds the lease.
    @Test func whoOpensWhileTheLastAnswerComesTakesNothingForLeftBehind() throws {
        let sender = try Process(on: disk, time: time)
        let id = sender.enqueue(AddNote(folder: inbox, text: "x"))
        let (desk, executor) = (sender.desk, sender.executor)
        let journal = InterruptedJournal(
            inner: disk.open(),
            meanwhile: Meanwhile {
                desk.answer(id, .accepted(serverID: "n1", said: []))
                executor.run()
            })
        _ = try OptimisticStore<Desk>(journal: journal, time: time, makeID: { MutationID("m") }, jitter: { 0 })
        #expect(disk.rows.map(\.state.stage) == [.acknowledged(serverID: "n1")])
    }

    @Test func ofTwoProcessesOneSendsAndBothShow() throws {
        let first = try Process(on: disk, time: time)
        let second = try Process(on: disk, time: time)
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        try second.store.reload()
        second.run()
        #expect(second.texts(in: inbox) == ["x"])
        #expect(second.item(.created(by: id))?.loadingState == .loading(.sending))
        #expect(second.inFlight.isEmpty)
        let theirs = second.enqueue(AddNote(folder: .server("other"), text: "y"))
        #expect(second.inFlight.isEmpty, "the first holds the lease")
        try first.store.reload()
        first.run()
        #expect(Set(first.inFlight) == [id, theirs])
        first.answer(id, .accepted(serverID: "n1", said: [.record(Note.sent("n1", "x", number: 1), echoOf: id)]))
        first.answer(theirs, .rejected(.refused))
        try second.store.reload()
        #expect(second.item(.created(by: id))?.loadingState == nil)
        #expect(second.texts(in: inbox) == ["x"])
        #expect(second.item(.created(by: theirs))?.loadingState == .failure(.refused))
    }

    @Test func whenTheHolderIsKilledTheOtherSends() throws {
        let first = try Process(on: disk, time: time)
        let second = try Process(on: disk, time: time)
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        try second.store.reload()
        second.run()
        first.kill()
        second.advance(by: .seconds(1))
        #expect(second.desk.open.map(\.attempt.id) == [id])
        #expect(second.desk.open.first?.attempt.mayHaveArrived == true)
    }

    @Test func aHolderThatWasStoppedPastItsLeaseCannotSend() throws {
        let first = try Process(on: disk, time: time)
        let second = try Process(on: disk, time: time)
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        try second.store.reload()
        second.run()
        // The first is stopped: its heartbeat does not come.
        time.advance(by: .seconds(6))
        second.run()
        #expect(second.inFlight == [id])
        let next = first.store.enqueue(AddNote(folder: .server("other"), text: "y"))
        first.run()
        #expect(!first.inFlight.contains(next))
    }

    @Test func aHolderThatWasStoppedPastItsLeaseFailsNothingThatAnotherIsSending() throws {
        let first = try Process(on: disk, time: time)
        let ids = ["a", "b"].map { first.enqueue(AddNote(folder: .server($0), text: "x")) }
        time.advance(by: .seconds(6))
        let second = try Process(on: disk, time: time)
        #expect(second.inFlight == ids)
        // It goes on, and hears of both, one after the other.
        for id in ids { first.answer(id, .rejected(.refused)) }
        #expect(disk.rows.allSatisfy { $0.state.stage == .inFlight && $0.state.attempts == 2 })
        try second.store.reload()
        #expect(second.inFlight == ids)
    }

    @Test func sendingIsGivenUpBeforeAStopAndTakenUpAfterwards() throws {
        let first = try Process(on: disk, time: time)
        let second = try Process(on: disk, time: time)
        first.store.suspendSending()
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        #expect(first.inFlight.isEmpty)
        try second.store.reload()
        second.run()
        #expect(second.inFlight == [id])
    }
}
