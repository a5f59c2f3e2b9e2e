import OptimisticState
import TestSupport
import Testing

/// What one process decides while another acts: no decision upon what is so no longer.
@Suite struct BesideOthersTests {
    let disk = MemoryDisk<Desk>()
    let time = ManualTime()
    private let other = Ref<Folder>.server("other")

    private func isFailed(_ state: LoadingState?) -> Failure? {
        if case .failure(let failure) = state { failure } else { nil }
    }

    /// Stopped for longer than its lease, while another took it and was killed: what that one left goes on, and what it
    /// took over as well.
    @Test func aHolderThatComesBackAfterAnotherWasKilledTakesOverWhatThatLeft() throws {
        let stopped = try Process(on: disk, time: time)
        let own = stopped.enqueue(AddNote(folder: inbox, text: "own"))
        time.advance(by: .seconds(6))
        let killed = try Process(on: disk, time: time)
        let theirs = killed.enqueue(AddNote(folder: other, text: "theirs"))
        #expect(Set(killed.inFlight) == [own, theirs])
        killed.kill()

        stopped.advance(by: .seconds(1))
        #expect(
            Set(stopped.desk.open.map { "\($0.attempt.id) \($0.attempt.number)" })
                == ["\(own) 1", "\(own) 3", "\(theirs) 2"])
        stopped.answer(own, .accepted(serverID: "n1", said: []))
        stopped.answer(theirs, .accepted(serverID: "n2", said: []))
        #expect(disk.rows.map(\.state.stage) == [.acknowledged(serverID: "n1"), .acknowledged(serverID: "n2")])
    }

    /// `rakkan outbox discard` beside a window that sends.
    @Test func whatAnotherSendsByNowIsNotDiscardedAsUnsent() throws {
        let first = try Process(on: disk, time: time, retries: nil)
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        let second = try Process(on: disk, time: time)
        #expect(second.inFlight == [id])
        #expect(first.store.discard(exactly: [id], unsent: true) == nil)
        #expect(disk.rows.count == 1)
        #expect(first.store.discard(exactly: [id], unsent: false)?.count == 1)
        #expect(disk.rows.isEmpty)
    }

    @Test func whatAnotherHungOnItMeanwhileDoesNotGoUnasked() throws {
        let first = try Process(on: disk, time: time, retries: nil)
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        let second = try Process(on: disk, time: time, retries: nil)
        let reply = second.enqueue(AddNote(folder: inbox, under: .created(by: id), text: "reply"))
        #expect(first.store.discard(exactly: [id], unsent: true) == nil)
        #expect(disk.rows.count == 2)
        #expect(first.store.discard(exactly: [id, reply], unsent: true)?.count == 2)
    }

    /// With automatic retry off nothing is sent twice by itself, whoever found it left behind.
    @Test func whatAnotherFoundInterruptedFailsWhereNothingIsRetried() throws {
        let killed = try Process(on: disk, time: time, retries: .manual)
        let id = killed.enqueue(AddNote(folder: inbox, text: "x"))
        let window = try Process(on: disk, time: time, retries: .manual)
        killed.kill()
        _ = try Process(on: disk, time: time, retries: nil)
        try window.store.reload()
        window.run()
        #expect(window.inFlight.isEmpty)
        #expect(isFailed(window.item(.created(by: id))?.loadingState)?.mayHaveArrived == true)
    }

    /// Stopped for so long that nobody knows any more what has gone.
    @Test func whatWasDiscardedLongAgoIsNotSent() throws {
        let stopped = try Process(on: disk, time: time)
        let id = stopped.enqueue(AddNote(folder: inbox, text: "regretted"))
        stopped.answer(id, .offline(.offline))
        let kept = stopped.enqueue(AddNote(folder: other, text: "kept"))
        stopped.answer(kept, .offline(.offline))
        #expect(!(try Process(on: disk, time: time, retries: nil)).store.discard(id).isEmpty)
        disk.forgetWhatHasGone()
        stopped.store.reachable()
        stopped.run()
        #expect(stopped.inFlight == [kept])
        #expect(stopped.texts(in: inbox).isEmpty && stopped.texts(in: other) == ["kept"])
    }

    /// The disk is well, and another process only slow: it may be just the one that sends.
    @Test func whileAnotherWritesForLongNothingIsBegun() throws {
        let first = try Process(on: disk, time: time)
        let id = first.enqueue(AddNote(folder: inbox, text: "x"))
        let second = try Process(on: disk, time: time)
        disk.isBusy = true
        second.advance(by: .seconds(6))
        #expect(second.inFlight.isEmpty)
        let typed = second.enqueue(AddNote(folder: other, text: "typed"))
        #expect(second.store.read { $0.entry(typed)?.isSaved } == false && second.inFlight.isEmpty)
        disk.isBusy = false
        second.advance(by: .seconds(5))
        #expect(second.store.read { $0.entry(typed)?.isSaved } == true)
        #expect(Set(second.inFlight) == [id, typed], "the first was silent for longer than its lease")
    }

    /// The clock was set back: no delay is as long as what is stored.
    @Test func aDelayOfAnotherTimeOfDayDoesNotLast() throws {
        let before = try Process(on: disk, time: time)
        let id = before.enqueue(AddNote(folder: inbox, text: "x"))
        before.answer(id, .transient(.busy, retryAfter: nil))
        let asked = before.enqueue(AddNote(folder: other, text: "y"))
        before.answer(asked, .transient(.busy, retryAfter: .seconds(600)))
        before.kill()
        let earlier = ManualTime(milliseconds: time.now().milliseconds - 3_600_000)
        let after = try Process(on: disk, time: earlier)
        #expect(after.inFlight == [id], "the other waits for a moment that the server named")
    }
}
