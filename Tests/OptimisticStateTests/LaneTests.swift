@testable import OptimisticState
import TestSupport
import Testing

/// Who is sent when, what is on disk then, and what shows of what no longer has a target.
@Suite struct LaneTests {
    let disk = MemoryDisk<Desk>()
    let time = ManualTime()

    @Test func fourLanesAreSentAtOnceAndTheOldestNextIsTheFifth() throws {
        let process = try Process(on: disk)
        let ids = (0..<6).map { process.enqueue(AddNote(folder: .server("f\($0)"), text: "x")) }
        #expect(process.inFlight == Array(ids[0..<4]))
        process.answer(ids[2], .accepted(serverID: "1", said: []))
        #expect(process.inFlight == [ids[0], ids[1], ids[3], ids[4]])
    }

    @Test func anEditThatFailedLetsTheNextGoWhenItIsRetriedAndDone() throws {
        let process = try Process(on: disk)
        process.store.confirm([.record(Note.sent("n1", "old", number: 1))])
        let first = process.enqueue(EditNote(note: .server("n1"), text: "new"))
        process.answer(first, .rejected(.refused))
        let second = process.enqueue(EditNote(note: .server("n1"), text: "newer"))
        process.store.retry(first)
        process.run()
        #expect(process.inFlight == [first])
        #expect(process.store.read { $0.entry(second)?.loadingState } == .loading(.queued(behind: first)))
        process.answer(first, .accepted(serverID: nil, said: []))
        #expect(process.inFlight == [second] && process.texts(in: inbox) == ["newer"])
    }

    /// Discarding takes back nothing that is on the wire: the next edit must not arrive before it.
    @Test func whatIsDiscardedOnItsWayHoldsItsLaneUntilTheRequestIsOver() throws {
        let process = try Process(on: disk)
        process.store.confirm([.record(Note.sent("n1", "old", number: 1))])
        let first = process.enqueue(EditNote(note: .server("n1"), text: "one"))
        #expect(process.inFlight == [first])
        process.store.discard(first)
        process.run()
        let second = process.enqueue(EditNote(note: .server("n1"), text: "two"))
        #expect(process.inFlight == [first], "its request is still on its way")
        process.answer(first, .accepted(serverID: nil, said: [.record(Note.sent("n1", "one", number: 1))]))
        #expect(process.inFlight == [second] && process.texts(in: inbox) == ["two"])
        process.answer(second, .accepted(serverID: nil, said: [.record(Note.sent("n1", "two", number: 1))]))
        #expect(process.store.read { $0.outbox.isEmpty } && process.texts(in: inbox) == ["two"])
    }

    @Test func soDoesWhatAnotherProcessDiscards() throws {
        let process = try Process(on: disk, time: time)
        let other = try Process(on: disk, time: time, retries: nil)
        process.store.confirm([.record(Note.sent("n1", "old", number: 1))])
        let first = process.enqueue(EditNote(note: .server("n1"), text: "one"))
        try other.store.reload()
        other.store.discard(first)
        try process.store.reload()
        let second = process.enqueue(EditNote(note: .server("n1"), text: "two"))
        #expect(process.inFlight == [first])
        process.answer(first, .unknown(.timeout))
        #expect(process.inFlight == [second])
    }

    @Test func whatWaitsForARefusedNoteHoldsBackNobodyElse() throws {
        let process = try Process(on: disk)
        let refused = process.enqueue(AddNote(folder: inbox, text: "refused"))
        process.answer(refused, .rejected(.refused))
        let reply = process.enqueue(AddNote(folder: inbox, under: .created(by: refused), text: "to it"))
        let answer = process.enqueue(AddNote(folder: inbox, under: .created(by: reply), text: "to that"))
        let other = process.enqueue(AddNote(folder: inbox, text: "of its own"))
        #expect(process.inFlight == [other])
        #expect(process.store.read { $0.entry(answer)?.loadingState } == .loading(.blocked(on: reply)))
        let next = process.enqueue(AddNote(folder: inbox, text: "and another"))
        #expect(process.store.read { $0.entry(next)?.loadingState } == .loading(.queued(behind: other)))

        process.store.retry(refused)
        process.answer(other, .accepted(serverID: "n1", said: []))
        #expect(process.inFlight == [refused], "in its old place, and before what was written later")
        process.answer(refused, .accepted(serverID: "n2", said: []))
        #expect(process.inFlight == [reply])
    }

    @Test func whatStandsBehindARefusedNoteIsFoundAgainAfterARestart() throws {
        let first = try Process(on: disk)
        let refused = first.enqueue(AddNote(folder: inbox, text: "refused"))
        first.answer(refused, .rejected(.refused))
        first.store.suspendSending()
        first.enqueue(AddNote(folder: inbox, under: .created(by: refused), text: "to it"))
        let other = first.enqueue(AddNote(folder: inbox, text: "of its own"))
        let second = try Process(on: disk)
        #expect(second.inFlight == [other])
    }

    @Test func anAttemptIsOnDiskBeforeItsBytesLeaveAndAnAnswerInOneWrite() throws {
        let process = try Process(on: disk)
        let seen = Locked<[Stage?]>([])
        process.desk.answerAtOnce { [disk] attempt, _ in
            let row = disk.rows.first { $0.id == attempt.id }
            seen.withLock { $0.append(row?.state.attempts == attempt.number ? row?.state.stage : nil) }
            return attempt.number == 1 ? .unknown(.timeout) : nil
        }
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        let reply = process.enqueue(AddNote(folder: .server("other"), under: .created(by: id), text: "y"))
        process.advance(by: .seconds(1))
        #expect(seen.withLock { $0 } == [.inFlight, .inFlight])
        process.store.suspendSending()
        let writes = disk.writeCount
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(disk.writeCount == writes + 1)
        #expect(disk.rows.map(\.state.stage) == [.acknowledged(serverID: "n1"), .queued])
        let after = try Process(on: disk, retries: nil)
        #expect(after.store.read { $0.serverID(of: Ref<Note>.created(by: id)) } == "n1")
        #expect(after.store.read { $0.entry(reply)?.loadingState } == .loading(.queued(behind: nil)))
    }

    @Test func theLeaseIsHeldOnlyWhileThereIsSomethingToSend() throws {
        let first = try Process(on: disk, time: time)
        let second = try Process(on: disk, time: time)
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        first.answer(id, .accepted(serverID: "n1", said: []))
        let theirs = second.enqueue(AddNote(folder: inbox, text: "y"))
        #expect(second.inFlight == [theirs], "without a wait")
    }

    @Test func aHolderThatFallsSilentIsReplacedWithinFiveSeconds() throws {
        let first = try Process(on: disk, time: time)
        let second = try Process(on: disk, time: time)
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        try second.store.reload()
        second.run()
        for second in 1...5 {
            #expect(self.disk.rows.first?.state.attempts == 1, "after \(second - 1) s")
            time.advance(by: .seconds(1))
        }
        second.run()
        #expect(second.inFlight == [id])
    }

    // MARK: Effects

    @Test func whatIsDoneToANoteThatIsGoneShowsNothingAndHarmsNothing() throws {
        let process = try Process(on: disk, retries: nil)
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        process.enqueue(StarNote(note: .server("n1"), wish: true))
        process.enqueue(EditNote(note: .server("n1"), text: "y"))
        let reply = process.enqueue(AddNote(folder: inbox, under: .server("n1"), text: "reply"))
        process.store.confirm([.complete(Scope<Note>(.folder(inbox)))], from: process.store.beginFetch())
        #expect(process.texts(in: inbox) == ["reply"], "an answer keeps its place")
        #expect(process.item(.server("n1")) == nil)
        process.start(.standard)
        #expect(process.inFlight.contains(reply))
        process.answer(reply, .rejected(Failure(code: "gone", status: 404)))
        #expect(process.item(.created(by: reply))?.loadingState == .failure(Failure(code: "gone", status: 404)))
    }

    /// Takes three away, whatever there is.
    private struct TakeThree: NotebookMutation {
        static var kind: Kind { Kind(name: "take", version: 1, afterFailure: .skips, whenFailed: .leaves) }
        var lane: Lane { Lane("take") }
        func effects(from origin: Origin) -> [Effect] { [.add(-3, to: \Folder.notes, of: inbox)] }
    }

    @Test func aCountNeverShowsBelowNothing() throws {
        let process = try Process(on: disk)
        process.store.confirm([.record(Folder(ref: inbox, notes: 1))])
        func count() -> Int? { process.store.read { $0.item(inbox)?.record.notes } }
        let id = process.enqueue(TakeThree())
        #expect(count() == 0)
        process.answer(id, .rejected(.refused))
        #expect(count() == 1, "and what failed gives back what it took, not what was shown")
    }
}
