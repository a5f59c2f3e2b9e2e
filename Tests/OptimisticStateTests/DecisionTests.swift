import OptimisticState
import TestSupport
import Testing

/// What only the user decides: whether something was posted, and what is undone in time.
@Suite struct DecisionTests {
    let disk = MemoryDisk<Desk>()

    /// A note whose time-out no one can explain: the service has no idempotency key.
    private func undecided(likely: String? = nil) throws -> (Process, MutationID) {
        let process = try Process(on: disk)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(id, .unknown(.timeout))
        process.advance(by: .seconds(1))
        #expect(process.desk.open.first?.attempt.mayHaveArrived == true, "it is looked for")
        process.answer(id, .cannotTell(Failure(code: "cannot-tell", likelyCopy: likely)))
        guard case .failure(let failure) = process.item(.created(by: id))?.loadingState else {
            Issue.record("it is for the user to decide")
            return (process, id)
        }
        #expect(failure.isUndecided && failure.mayHaveArrived && failure.likelyCopy == likely)
        process.advance(by: .seconds(100_000))
        process.store.setRetries(.standard)
        process.store.reachable()
        process.run()
        #expect(process.inFlight.isEmpty, "it is not sent again by itself")
        return (process, id)
    }

    @Test func sendAgainSendsAgainAndDoesNotLookForEver() throws {
        let (process, id) = try undecided()
        process.store.retry(id)
        process.run()
        #expect(process.desk.open.map(\.attempt.id) == [id])
        #expect(process.desk.open.first?.attempt.mayHaveArrived == false)
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(process.item(.created(by: id))?.loadingState == nil)
    }

    @Test func keepMakesThePendingNoteAndItsLikelyCopyOne() throws {
        let (process, id) = try undecided(likely: "n7")
        process.store.confirm([.record(Note.sent("n7", "x", number: 7))])
        #expect(process.texts(in: inbox) == ["x", "x"], "never merged silently")
        let reply = process.enqueue(AddNote(folder: inbox, under: .created(by: id), text: "reply"))
        #expect(process.store.keep(id).isEmpty)
        process.run()
        #expect(process.texts(in: inbox) == ["x", "reply"])
        #expect(process.item(.server("n7"))?.id == .created(by: id))
        #expect(process.item(.created(by: id))?.loadingState == nil)
        #expect(process.inFlight == [reply])
        #expect(process.desk.open.first?.attempt.serverID(of: Ref<Note>.created(by: id)) == "n7")
        let after = try Process(on: disk, retries: nil)
        #expect(after.store.read { $0.serverID(of: Ref<Note>.created(by: id)) } == "n7", "for ever")
    }

    @Test func keepWithoutACopyLeavesTheScreenToTheServersRecord() throws {
        let (process, id) = try undecided()
        process.enqueue(AddNote(folder: inbox, under: .created(by: id), text: "reply"))
        let back = process.store.keep(id)
        #expect(back.compactMap { ($0 as? AddNote)?.text } == ["reply"])
        #expect(process.texts(in: inbox).isEmpty && disk.rows.isEmpty)
    }

    @Test func keepMeansNothingToWhatHasNotFailed() throws {
        let process = try Process(on: disk)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        #expect(process.store.keep(id, as: "n1").isEmpty)
        #expect(process.inFlight == [id] && disk.rows.map(\.id) == [id])
    }

    // MARK: Not before

    @Test(arguments: [RetryRule.standard, .manual]) func aDeletionCanBeUndoneUntilItsTimeHasCome(rule: RetryRule) throws
    {
        let process = try Process(on: disk, retries: rule)
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        let moment = process.time.now() + .seconds(5)
        let undone = process.store.enqueue(DeleteNote(note: .server("n1")), notBefore: moment)
        process.run()
        #expect(process.texts(in: inbox).isEmpty && process.inFlight.isEmpty)
        #expect(process.store.read { $0.entry(undone)?.loadingState.isHeld(until: moment) } == true)
        process.store.discard(undone)
        #expect(process.texts(in: inbox) == ["x"] && disk.rows.isEmpty)
        let meant = process.store.enqueue(DeleteNote(note: .server("n1")), notBefore: process.time.now() + .seconds(5))
        process.run()
        process.store.setRetries(rule)
        process.advance(by: .milliseconds(4_999))
        #expect(process.inFlight.isEmpty)
        process.advance(by: .milliseconds(1))
        #expect(process.inFlight == [meant])
    }

    @Test func wakingItSendsItAtOnceAndAKillForgetsNothingOfIt() throws {
        let time = ManualTime()
        let before = try Process(on: disk, time: time)
        before.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        let id = before.store.enqueue(DeleteNote(note: .server("n1")), notBefore: time.now() + .seconds(5))
        before.run()
        before.kill()
        let after = try Process(on: disk, time: time)
        #expect(after.inFlight.isEmpty)
        after.store.wake(id)
        after.run()
        #expect(after.inFlight == [id])
    }

    @Test func whatIsUndoneBringsBackAllThatThereWas() throws {
        let process = try Process(on: disk, retries: nil)
        let note = process.enqueue(AddNote(folder: inbox, text: "x"))
        let deletion = process.store.enqueue(
            DeleteNote(note: .created(by: note)), notBefore: process.time.now() + .seconds(5))
        #expect(process.texts(in: inbox).isEmpty)
        process.store.discard(deletion)
        #expect(process.texts(in: inbox) == ["x"] && disk.rows.map(\.id) == [note])
    }

    @Test func aNeverSentNoteVanishesWhenItsDeletionCanNoLongerBeUndone() throws {
        let process = try Process(on: disk)
        let note = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(note, .offline(.offline))
        process.store.suspendSending()
        process.store.enqueue(DeleteNote(note: .created(by: note)), notBefore: process.time.now() + .milliseconds(100))
        process.store.resumeSending()
        process.advance(by: .milliseconds(100))
        #expect(disk.rows.isEmpty && process.inFlight.isEmpty)
        let other = process.enqueue(AddNote(folder: inbox, text: "y"))
        process.answer(other, .offline(.offline))
        let deletion = process.store.enqueue(
            DeleteNote(note: .created(by: other)), notBefore: process.time.now() + .seconds(5))
        process.store.wake(deletion)
        process.run()
        #expect(disk.rows.isEmpty && process.inFlight.isEmpty)
    }
}

extension LoadingState {
    func isHeld(until moment: Timestamp) -> Bool {
        guard case .loading(.waiting(moment, let failure)) = self else { return false }
        return failure.code == Failure.notBeforeCode
    }
}
