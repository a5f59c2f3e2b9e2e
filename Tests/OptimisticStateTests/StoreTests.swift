@testable import OptimisticState
import TestSupport
import Testing

@Suite struct StoreTests {
    @Test func aNoteIsOnScreenAndOnDiskBeforeAnyRequestIsMade() throws {
        let disk = MemoryDisk<Desk>()
        let process = try Process(on: disk, retries: nil)
        let id = process.store.enqueue(AddNote(folder: inbox, text: "hello"))
        #expect(process.texts(in: inbox) == ["hello"])
        #expect(disk.rows.map(\.id) == [id])
        #expect(process.item(.created(by: id))?.loadingState == .loading(.queued(behind: nil)))
        #expect(process.inFlight.isEmpty)
    }

    @Test func anAnswerSettlesItsOwnItemWhateverTheOrder() throws {
        let process = try Process()
        let folders = (0..<4).map { Ref<Folder>.server("f\($0)") }
        let ids = folders.map { process.enqueue(AddNote(folder: $0, text: "x")) }
        #expect(process.inFlight == ids)
        process.answer(ids[2], .accepted(serverID: "c", said: []))
        process.answer(ids[0], .rejected(.refused))
        #expect(process.item(.created(by: ids[2]))?.loadingState == nil)
        #expect(process.item(.created(by: ids[0]))?.loadingState == .failure(.refused))
        #expect(process.item(.created(by: ids[1]))?.loadingState == .loading(.sending))
        #expect(process.item(.created(by: ids[3]))?.loadingState == .loading(.sending))
    }

    @Test func notesOfOneFolderLeaveOneAtATimeAndEachSaysBehindWhich() throws {
        let process = try Process()
        let ids = (0..<3).map { process.enqueue(AddNote(folder: inbox, text: "\($0)")) }
        #expect(process.inFlight == [ids[0]])
        #expect(process.item(.created(by: ids[1]))?.loadingState == .loading(.queued(behind: ids[0])))
        #expect(process.item(.created(by: ids[2]))?.loadingState == .loading(.queued(behind: ids[1])))
        process.answer(ids[0], .rejected(.refused))
        #expect(process.inFlight == [ids[1]], "a refused note holds no one back")
        process.store.retry(ids[0])
        process.run()
        process.answer(ids[1], .accepted(serverID: "1", said: []))
        #expect(process.inFlight == [ids[0]], "a retried note is back in its old place")
        #expect(process.texts(in: inbox) == ["0", "1", "2"])
    }

    @Test func anAcknowledgedNoteStaysUntilAReadingThatBeganAfterwards() throws {
        let process = try Process()
        let slow = process.store.beginFetch()
        let id = process.enqueue(AddNote(folder: inbox, text: "mine"))
        process.answer(id, .accepted(serverID: "n1", said: []))
        process.store.confirm([.complete(Scope<Note>(.folder(inbox)))], from: slow)
        #expect(process.texts(in: inbox) == ["mine"], "a slow list must not make it vanish")
        process.store.confirm(
            [.record(Note.sent("n1", "mine", number: 1)), .complete(Scope<Note>(.folder(inbox)))],
            from: process.store.beginFetch())
        #expect(process.texts(in: inbox) == ["mine"])
        #expect(process.item(.server("n1"))?.id == .created(by: id), "the row keeps its identity")
        process.store.confirm([.complete(Scope<Note>(.folder(inbox)))], from: process.store.beginFetch())
        #expect(process.texts(in: inbox).isEmpty, "and it goes when the server says so")
    }

    @Test func whatIsGoneFromTheServerDoesNotComeBackWhenItsDeletionFails() throws {
        let process = try Process()
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        let id = process.enqueue(DeleteNote(note: .server("n1")))
        process.store.confirm([.complete(Scope<Note>(.folder(inbox)))], from: process.store.beginFetch())
        process.answer(id, .rejected(.refused))
        #expect(process.texts(in: inbox).isEmpty)
    }

    @Test func aDeletionThatTheNextReadingConfirmsLeavesTheJournal() throws {
        let disk = MemoryDisk<Desk>()
        let process = try Process(on: disk)
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        process.answer(process.enqueue(DeleteNote(note: .server("n1"))), .accepted(serverID: nil, said: []))
        process.store.confirm([.complete(Scope<Note>(.folder(inbox)))], from: process.store.beginFetch())
        #expect(disk.rows.isEmpty && process.texts(in: inbox).isEmpty)
    }

    @Test func anEchoBeforeTheReplyConfirmsAndALaterErrorIsSwallowed() throws {
        let disk = MemoryDisk<Desk>()
        let process = try Process(on: disk)
        let id = process.enqueue(AddNote(folder: inbox, text: "mine"))
        process.store.confirm([.record(Note.sent("n1", "mine", number: 1), echoOf: id)])
        #expect(process.texts(in: inbox) == ["mine"])
        #expect(process.item(.created(by: id))?.loadingState == nil)
        process.answer(id, .rejected(.refused))
        #expect(process.item(.created(by: id))?.loadingState == nil)
        #expect(disk.rows.isEmpty)
    }

    /// A reply says what became of all that its mutation touched, and some of it is of the kind that it creates.
    @Test func anotherRecordThatAnAnswerNamesIsNotTakenForTheOneItMade() throws {
        let disk = MemoryDisk<Desk>()
        let process = try Process(on: disk)
        process.store.confirm([.record(Note.sent("n1", "theirs", number: 1))])
        let id = process.enqueue(AddNote(folder: inbox, text: "mine"))
        process.answer(
            id,
            .accepted(
                serverID: "n2",
                said: [
                    .record(Note.sent("n2", "mine", number: 2), echoOf: id),
                    .record(Note.sent("n1", "theirs", number: 1), echoOf: id),
                ]))
        #expect(process.texts(in: inbox) == ["theirs", "mine"])
        #expect(process.item(.created(by: id))?.record.text == "mine")
        #expect(disk.rows.isEmpty)
    }

    @Test func aCopyThatCameWithoutAnIDBecomesOneWithTheReply() throws {
        let process = try Process()
        let id = process.enqueue(AddNote(folder: inbox, text: "mine"))
        process.store.confirm([.record(Note.sent("n1", "mine", number: 1))])
        #expect(process.texts(in: inbox) == ["mine", "mine"], "nothing says yet that they are one")
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(process.texts(in: inbox) == ["mine"])
    }

    @Test func fiftyTogglesEndInTheLastWishWithTwoRequests() throws {
        let process = try Process()
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        let note = Ref<Note>.server("n1")
        var sent: [MutationID] = []
        for press in 1...50 {
            _ = process.enqueue(StarNote(note: note, wish: press % 2 == 1))
            #expect(process.item(note)?.record.isStarred == (press % 2 == 1))
            #expect(process.item(note)?.record.stars == press % 2)
        }
        while let id = process.inFlight.first {
            sent.append(id)
            process.answer(id, .accepted(serverID: nil, said: []))
        }
        #expect(sent.count == 2)
        #expect(process.item(note)?.record.isStarred == false)
        #expect(process.item(note)?.loadingState == nil)
    }

    @Test func aWishThatTheServerHasAlreadyIsDroppedWithoutARequest() throws {
        let process = try Process(retries: nil)
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        let note = Ref<Note>.server("n1")
        _ = process.enqueue(StarNote(note: note, wish: true))
        let last = process.enqueue(StarNote(note: note, wish: false))
        process.start(.standard)
        #expect(process.inFlight.isEmpty)
        #expect(process.store.read { $0.entry(last) == nil && $0.pendingCount == 0 })
    }

    @Test func aRefusedStarFlipsBackAndIsMarked() throws {
        let process = try Process()
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        let note = Ref<Note>.server("n1")
        let id = process.enqueue(StarNote(note: note, wish: true))
        process.answer(id, .rejected(.refused))
        #expect(process.item(note)?.record.isStarred == false)
        #expect(process.item(note)?.loadingState == .failure(.refused))
        let next = process.store.enqueue(StarNote(note: note, wish: true), discarding: [id])
        process.run()
        #expect(process.item(note)?.record.isStarred == true)
        #expect(process.item(note)?.mutations == [next])
    }

    @Test func aWishThatIsRefusedWhileANewerOneWaitsGivesWayToIt() throws {
        let process = try Process()
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        let note = Ref<Note>.server("n1")
        let first = process.enqueue(StarNote(note: note, wish: true))
        let second = process.enqueue(StarNote(note: note, wish: false))
        process.answer(first, .rejected(.refused))
        #expect(process.store.read { $0.entry(first) == nil && $0.entry(second) == nil })
        #expect(process.inFlight.isEmpty, "the server has what the newer one wishes")
    }

    @Test func offlineWaitsAndGoesOnAtTheFirstAnswer() throws {
        let process = try Process()
        let other = Ref<Folder>.server("other")
        let first = process.enqueue(AddNote(folder: inbox, text: "a"))
        process.answer(first, .offline(.offline))
        guard case .loading(.waiting(let until?, let failure)) = process.item(.created(by: first))?.loadingState else {
            Issue.record("it should wait")
            return
        }
        #expect(failure.isOffline)
        #expect(until - process.time.now() == .milliseconds(500))
        let second = process.enqueue(AddNote(folder: other, text: "b"))
        process.answer(second, .accepted(serverID: "b", said: []))
        #expect(process.inFlight == [first], "the place answered: what waited for that goes on")
    }

    @Test func theEndOfADelayStartsASendByItself() throws {
        let process = try Process()
        let id = process.enqueue(AddNote(folder: inbox, text: "a"))
        process.answer(id, .transient(.busy, retryAfter: .seconds(8)))
        process.advance(by: .milliseconds(7_999))
        #expect(process.inFlight.isEmpty)
        process.advance(by: .milliseconds(1))
        #expect(process.inFlight == [id])
    }

    @Test func aNewNoteDoesNotEndAWaitThatTheServerAskedFor() throws {
        let process = try Process()
        let first = process.enqueue(AddNote(folder: inbox, text: "a"))
        process.answer(first, .transient(.busy, retryAfter: .seconds(60)))
        let second = process.enqueue(AddNote(folder: inbox, text: "b"))
        #expect(process.inFlight.isEmpty)
        process.advance(by: .seconds(59))
        process.store.reachable()
        process.run()
        #expect(process.inFlight.isEmpty)
        process.advance(by: .seconds(1))
        #expect(process.inFlight == [first])
        process.answer(first, .transient(.busy, retryAfter: .seconds(60)))
        process.store.wake(first)
        process.run()
        #expect(process.inFlight == [first], "the user's key does")
        process.answer(first, .accepted(serverID: "1", said: []))
        #expect(process.inFlight == [second])
    }

    @Test func aNewNoteWakesTheWaitingHeadAndDoesNotOvertakeIt() throws {
        let process = try Process()
        let first = process.enqueue(AddNote(folder: inbox, text: "a"))
        process.answer(first, .transient(.busy, retryAfter: nil))
        let second = process.enqueue(AddNote(folder: inbox, text: "b"))
        #expect(process.inFlight == [first])
        process.answer(first, .accepted(serverID: "1", said: []))
        #expect(process.inFlight == [second])
    }

    @Test func aLateReplyOfAnEarlierAttemptMayConfirmButNeverFail() throws {
        let process = try Process()
        let id = process.enqueue(AddNote(folder: inbox, text: "a"))
        let first = try #require(process.desk.open.first?.attempt)
        process.answer(id, .unknown(.timeout))
        process.advance(by: .seconds(1))
        #expect(process.desk.open.first?.attempt.number == 2)
        #expect(process.desk.open.first?.attempt.mayHaveArrived == true)
        process.store.settle(first, .rejected(.refused), begunAt: 1, wasCancelled: false)
        #expect(process.item(.created(by: id))?.loadingState == .loading(.sending))
        process.store.settle(first, .accepted(serverID: "n1", said: []), begunAt: 1, wasCancelled: false)
        #expect(process.item(.created(by: id))?.loadingState == nil)
    }

    @Test func withAutomaticRetryOffWhatIsNotAcceptedFailsAndHoldsNoOneBack() throws {
        let process = try Process(retries: .manual)
        let first = process.enqueue(AddNote(folder: inbox, text: "a"))
        let second = process.enqueue(AddNote(folder: inbox, text: "b"))
        process.answer(first, .unknown(.timeout))
        guard case .failure(let failure) = process.item(.created(by: first))?.loadingState else {
            Issue.record("it should have failed")
            return
        }
        #expect(failure.mayHaveArrived && failure.isTransient)
        #expect(process.inFlight == [second])
        process.answer(second, .rejected(.refused))
        process.store.setRetries(.standard)
        process.run()
        #expect(process.inFlight == [first], "what was refused for good is left alone")
    }

    @Test func anEditThatFailedBlocksTheNextUntilItIsDiscarded() throws {
        let process = try Process()
        process.store.confirm([.record(Note.sent("n1", "old", number: 1))])
        let note = Ref<Note>.server("n1")
        let first = process.enqueue(EditNote(note: note, text: "new"))
        process.answer(first, .rejected(.refused))
        #expect(process.item(note)?.record.text == "new", "a failed edit keeps showing the new text")
        let second = process.enqueue(EditNote(note: note, text: "newer"))
        #expect(process.inFlight.isEmpty)
        #expect(process.store.read { $0.entry(second)?.loadingState } == .loading(.blocked(on: first)))
        process.store.discard(first)
        process.run()
        #expect(process.inFlight == [second])
    }

    @Test func aSignedOutAccountPausesEverythingAndDropsNothing() throws {
        let process = try Process()
        let first = process.enqueue(AddNote(folder: inbox, text: "a"))
        process.answer(first, .needsSignIn(Failure(code: "expired", status: 401)))
        let second = process.enqueue(AddNote(folder: .server("other"), text: "b"))
        #expect(process.inFlight.isEmpty)
        #expect(process.item(.created(by: second))?.loadingState == .loading(.needsSignIn))
        process.store.signedIn()
        process.run()
        #expect(Set(process.inFlight) == [first, second])
    }

    @Test func discardingAParentDiscardsWhatDependsOnItAndGivesTheTextsBack() throws {
        let process = try Process(retries: nil)
        let parent = process.enqueue(AddNote(folder: inbox, text: "parent"))
        let child = process.enqueue(AddNote(folder: inbox, under: .created(by: parent), text: "child"))
        #expect(process.store.dependents(on: parent) == [child])
        let back = process.store.discard(parent)
        #expect(back.compactMap { ($0 as? AddNote)?.text } == ["parent", "child"])
        #expect(process.texts(in: inbox).isEmpty)
    }

    @Test func manyCreatesOnOneFolderAreCountedUntilTheServerCountsThem() throws {
        let process = try Process()
        process.store.confirm([.record(Folder(ref: inbox, notes: 5))])
        let ids = (0..<3).map { process.enqueue(AddNote(folder: inbox, text: "\($0)")) }
        func count() -> Int? { process.store.read { $0.item(inbox)?.record.notes } }
        #expect(count() == 8)
        process.store.discard(ids[2])
        #expect(count() == 7)
        process.answer(ids[0], .accepted(serverID: "a", said: []))
        #expect(count() == 7)
        process.store.confirm([.record(Folder(ref: inbox, notes: 6))], from: process.store.beginFetch())
        #expect(count() == 7)
        #expect(process.store.read { $0.item(inbox)?.loadingState } == nil, "counting does not make it pending")
    }

    @Test func aFullDiskStillSendsAndTheMarkGoesWhenAWriteSucceeds() throws {
        let disk = MemoryDisk<Desk>()
        let process = try Process(on: disk)
        disk.isFull = true
        let id = process.enqueue(AddNote(folder: inbox, text: "a"))
        #expect(process.inFlight == [id])
        #expect(process.store.read { $0.entry(id)?.isSaved } == false)
        disk.isFull = false
        let other = process.enqueue(AddNote(folder: .server("other"), text: "b"))
        #expect(process.store.read { $0.entry(id)?.isSaved } == true)
        #expect(disk.rows.map(\.id) == [id, other])
    }

    @Test func aDiskThatStaysFullStopsNothingFromBeingSent() throws {
        let disk = MemoryDisk<Desk>()
        disk.isFull = true
        let process = try Process(on: disk)
        let first = process.enqueue(AddNote(folder: inbox, text: "a"))
        let second = process.enqueue(AddNote(folder: inbox, text: "b"))
        #expect(process.inFlight == [first])
        process.answer(first, .accepted(serverID: "1", said: []))
        #expect(process.item(.created(by: first))?.loadingState == nil)
        process.answer(second, .unknown(.timeout))
        process.advance(by: .seconds(5))
        #expect(process.inFlight == [second])
        process.answer(second, .accepted(serverID: "2", said: []))
        #expect(process.store.read { $0.outbox.isEmpty })
    }
}
