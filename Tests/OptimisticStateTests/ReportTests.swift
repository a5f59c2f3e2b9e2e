import OptimisticState
import TestSupport
import Testing

/// What other clients and libraries got wrong, told again with their events in their order. Each names the fault of
/// `make mutants` that brings it back, and fails there. Every report stands in ``everyReport``, with its test or why
/// there is none.
@Suite struct ReportTests {
    let disk = MemoryDisk<Desk>()
    let time = ManualTime()
    let star = Ref<Note>.server("n1")

    func process(_ rule: RetryRule = .standard) throws -> Process { try Process(on: disk, time: time, retries: rule) }

    /// A process that shows one note of the server's.
    func reader(_ rule: RetryRule = .standard) throws -> Process {
        let process = try process(rule)
        process.store.confirm([.record(Note.sent("n1", "x", number: 1))])
        return process
    }

    // MARK: Duplicates

    @Test(
        "element-web 10273, element-ios 512 and 1731, Tusky 2951, mattermost 2925, firebase 16475: resent under its key",
        .broken(by: "retry with a new key"),
        arguments: 2...11)
    func resentUnderItsKey(attempts: Int) throws {
        let process = try process()
        var server = NotebookServer()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        for number in 1..<attempts {
            let call = try #require(process.desk.open.first)
            #expect(call.attempt.id == id && call.attempt.number == number)
            _ = server.perform(call.mutation, call.attempt)
            process.answer(id, .unknown(Failure(code: "bad gateway", status: 502)))
            process.advance(by: .seconds(60))
        }
        let call = try #require(process.desk.open.first)
        #expect(server.perform(call.mutation, call.attempt) == .accepted("n1"))
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(server.creations == ["x": 1])
        #expect(process.item(.created(by: id))?.loadingState == nil, "and no copy with Retry stays behind")
    }

    @Test("mattermost 6625, zulip 18375: Retry pressed repeatedly sends once", .broken(by: "retry with a new key"))
    func retryPressedRepeatedly() throws {
        let process = try process(.manual)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(id, .offline(.offline))
        for _ in 0..<5 {
            process.store.retry(id)
            process.run()
        }
        #expect(process.inFlight == [id])
        process.answer(id, .accepted(serverID: "n1", said: []))
        process.store.retry(id)
        process.run()
        #expect(process.inFlight.isEmpty && process.item(.created(by: id))?.loadingState == nil)
    }

    @Test("gossip 288: reconnecting does not send what is being sent", .broken(by: "claim taken twice"))
    func reconnecting() throws {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        for _ in 0..<3 {
            process.store.reachable()
            process.store.setRetries(.standard)
            process.run()
        }
        #expect(process.inFlight == [id])
    }

    @Test("urql 3158: two who would drain send once", .broken(by: "claim taken twice")) func drainedTwice() throws {
        let process = try process()
        process.start(.standard)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(id, .offline(.offline))
        for _ in 0..<2 {
            process.store.reachable()
            process.store.wake(id)
            process.start(.standard)
        }
        #expect(process.inFlight == [id] && process.desk.open.first?.attempt.number == 2)
    }

    @Test("TanStack query 4846: a restart while offline doubles nothing", .broken(by: "retry with a new key"))
    func restartsWhileOffline() throws {
        var ids: [MutationID] = []
        for _ in 0..<4 {
            let process = try process()
            if ids.isEmpty { ids = [process.enqueue(AddNote(folder: inbox, text: "x"))] }
            process.advance(by: .seconds(60))
            #expect(process.inFlight == ids, "the same one, under its key")
            process.answer(ids[0], .offline(.offline))
            #expect(disk.rows.map(\.id) == ids && process.texts(in: inbox) == ["x"])
            process.kill()
        }
    }

    @Test(
        "apollo 2368, element-x 321 and 4242, relay 3060, react 28574, TanStack db 893, WatermelonDB 1664: one row in every frame",
        .broken(by: "alias lost at restart"),
        arguments: [true, false])
    func oneRowInEveryFrame(echoFirst: Bool) throws {
        let process = try process()
        let ids = ["one", "two", "three"].map { process.enqueue(AddNote(folder: inbox, text: $0)) }
        for (number, id) in ids.enumerated() {
            let said = Confirmed.record(Note.sent("n\(number)", "\(number)", number: Int64(number)), echoOf: id)
            if echoFirst { process.store.confirm([said]) }
            #expect(process.texts(in: inbox).count == 3)
            process.answer(id, echoFirst ? .rejected(.refused) : .accepted(serverID: "n\(number)", said: []))
            if !echoFirst { process.store.confirm([said]) }
            #expect(process.texts(in: inbox).count == 3)
            #expect(process.item(.created(by: id))?.loadingState == nil, "never failed beside its copy")
        }
        process.kill()
        let after = try self.process()
        after.store.confirm((0..<3).map { .record(Note.sent("n\($0)", "\($0)", number: Int64($0))) })
        #expect(
            after.store.read { $0.items(in: Scope<Note>(.folder(inbox)), 0..<9).map(\.id) }
                == ids.map { .created(by: $0) })
    }

    @Test("element-web 31376: a placeholder id never leaves the process", .broken(by: "claim taken twice"))
    func placeholderIDs() throws {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.enqueue(EditNote(note: .created(by: id), text: "y"))
        #expect(process.inFlight == [id])
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(process.desk.open.first?.attempt.serverID(of: Ref<Note>.created(by: id)) == "n1")
    }

    // MARK: Lost work

    @Test(
        "TanStack query 6238, tdesktop 3704: what is in flight survives the end of the process",
        .broken(by: "drop at acknowledgement"))
    func inFlightAtTheEnd()
        throws
    {
        let before = try process()
        let id = before.enqueue(AddNote(folder: inbox, text: "x"))
        before.kill()
        let after = try process()
        #expect(after.texts(in: inbox) == ["x"] && after.inFlight == [id])
        after.answer(id, .accepted(serverID: "n1", said: []))
        #expect(after.texts(in: inbox) == ["x"])
    }

    @Test(
        "amplify-swift 1324: what is made while the queue begins again is not lost",
        .broken(by: "rewrite an attempted create")) func madeWhileRestarting() throws
    {
        let process = try process()
        let first = process.store.enqueue(EditNoteBody.edit(1))
        process.run()
        process.answer(first, .transient(.busy, retryAfter: .seconds(3)))
        let second = process.store.enqueue(EditNoteBody.edit(2))
        process.time.advance(by: .seconds(3))
        let third = process.store.enqueue(EditNoteBody.edit(3))
        process.run()
        #expect(process.inFlight == [first])
        process.answer(first, .accepted(serverID: nil, said: []))
        #expect(process.inFlight == [third] && process.ending(of: second) == .superseded)
    }

    @Test(
        "amplify-android 976 and 2077: an expired session pauses everything and drops nothing",
        .broken(by: "a lane that overtakes")) func expiredSession()
        throws
    {
        let process = try process()
        let first = process.enqueue(AddNote(folder: inbox, text: "x"))
        let second = process.enqueue(AddNote(folder: inbox, text: "y"))
        process.answer(first, .needsSignIn(Failure(code: "expired", status: 401)))
        #expect(process.inFlight.isEmpty && process.texts(in: inbox) == ["x", "y"])
        #expect(process.item(.created(by: first))?.loadingState == .loading(.needsSignIn), "and the user is told")
        process.store.signedIn()
        process.run()
        #expect(process.inFlight == [first])
        process.answer(first, .accepted(serverID: "n1", said: []))
        #expect(process.inFlight == [second])
    }

    @Test(
        "element-x 3367, matrix-rust-sdk 3941 and 5909: sent and not yet read does not vanish",
        .broken(by: "drop at acknowledgement")) func notYetRead()
        throws
    {
        let process = try process()
        let reading = process.store.beginFetch()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(id, .accepted(serverID: "n1", said: []))
        process.store.confirm([.complete(Scope<Note>(.folder(inbox)))], from: reading)
        #expect(process.texts(in: inbox) == ["x"])
        process.kill()
        #expect(try self.process().texts(in: inbox) == ["x"], "also when it is opened again")
    }

    @Test(
        "Expensify 98314: the replay that is done already is success, and holds no one back",
        .broken(by: "a lane that overtakes")) func replayIsDone()
        throws
    {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        let next = process.enqueue(AddNote(folder: inbox, text: "y"))
        process.answer(id, .unknown(.timeout))
        process.advance(by: .seconds(60))
        #expect(process.desk.open.first?.attempt.mayHaveArrived == true)
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(process.inFlight == [next])
    }

    @Test(
        "Expensify 101207 and 39432: becoming one goes by id, and a deletion is not for nothing",
        .broken(by: "rewrite an attempted create"))
    func byID() throws {
        let process = try reader(.standard)
        process.store.suspendSending()
        let note = process.enqueue(AddNote(folder: inbox, text: "x"))
        let other = process.enqueue(AddNote(folder: inbox, text: "other"))
        process.enqueue(DeleteNote(note: .created(by: note)))
        #expect(disk.rows.map(\.id) == [other])
        let first = process.enqueue(DeleteNote(note: star))
        let second = process.enqueue(DeleteNote(note: star))
        #expect(disk.rows.map(\.id) == [other, second] && process.ending(of: first) == .superseded)
        process.store.resumeSending()
        process.run()
        #expect(Set(process.inFlight) == [other, second])
        // One that may have arrived is deleted where it is.
        process.answer(other, .unknown(.timeout))
        let third = process.enqueue(DeleteNote(note: .created(by: other)))
        #expect(disk.rows.map(\.id) == [other, second, third])
    }

    @Test(
        "Expensify 85412: what becomes of two is decided twice, and done once",
        .broken(by: "rewrite an attempted create"))
    func decidedTwice() throws {
        let other = try process()
        let mine = try Process(on: disk, time: time, retries: nil)
        let id = mine.store.enqueue(AddNote(folder: inbox, text: "x"))
        try other.store.reload()
        other.run()
        other.answer(id, .transient(.busy, retryAfter: .seconds(60)))
        // Mine has heard nothing of the attempt: what it decides first does not stand.
        let edit = mine.store.enqueue(EditNote(note: .created(by: id), text: "y"))
        #expect(disk.rows.map(\.id) == [id, edit] && mine.texts(in: inbox) == ["y"])
        #expect((disk.rows.first?.mutation as? AddNote)?.text == "x")
    }

    @Test(
        "redux-offline 393, element-x 675: no answer and no way out keep the request",
        .broken(by: "retry with a new key")) func unreachableButOnline()
        throws
    {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        for _ in 0..<5 {
            process.answer(id, .offline(.offline))
            process.advance(by: .seconds(60))
        }
        #expect(process.inFlight == [id] && disk.rows.map(\.id) == [id])
    }

    @Test(
        "element-web 11834 and 11035, nheko 1713: an edit of what is in flight shows and is sent",
        .broken(by: "claim taken twice")) func editInFlight()
        throws
    {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        let edit = process.enqueue(EditNote(note: .created(by: id), text: "y"))
        #expect(process.texts(in: inbox) == ["y"])
        process.answer(id, .accepted(serverID: "n1", said: [.record(Note.sent("n1", "x", number: 1), echoOf: id)]))
        #expect(process.texts(in: inbox) == ["y"] && process.inFlight == [edit])
    }

    @Test(
        "powersync-js 605, element-web 5408, mattermost 5089, wee-slack 264, matrix-rust-sdk 1194: in the order typed",
        .broken(by: "a lane that overtakes"))
    func inTheOrderTyped() throws {
        let process = try process()
        var ids = (0..<10).map { process.enqueue(AddNote(folder: inbox, text: "\($0)")) }
        process.answer(ids[0], .offline(.offline))
        process.store.reachable()
        ids.append(process.enqueue(AddNote(folder: inbox, text: "at the moment of reconnecting")))
        var sent: [MutationID] = []
        while let id = process.inFlight.first {
            #expect(process.inFlight.count == 1)
            sent.append(id)
            process.answer(id, .accepted(serverID: "s\(sent.count)", said: []))
        }
        #expect(sent == ids)
    }

    @Test(
        "offix 447, redux-offline PR 400, zulip-terminal B06: a failure keeps the text",
        .broken(by: "retry with a new key")) func aFailureKeepsTheText()
        throws
    {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "long and dear"))
        process.answer(id, .rejected(.refused))
        #expect(process.texts(in: inbox) == ["long and dear"])
        process.store.retry(id)
        process.run()
        #expect(process.inFlight == [id], "and it can be sent after all")
        process.answer(id, .rejected(.refused))
        #expect((process.store.discard(id).first as? AddNote)?.text == "long and dear")
    }

    // MARK: Stuck

    @Test(
        "matrix-rust-sdk 4389, xananews 8, robrix 1059: one that is refused holds back only what depends on it",
        .broken(by: "claim taken twice"))
    func refusedOne() throws {
        let process = try process()
        let refused = process.enqueue(AddNote(folder: inbox, text: "x"))
        let reply = process.enqueue(AddNote(folder: .server("other"), under: .created(by: refused), text: "reply"))
        let next = process.enqueue(AddNote(folder: inbox, text: "y"))
        process.answer(refused, .rejected(.refused))
        #expect(process.inFlight == [next])
        #expect(process.store.read { $0.entry(reply)?.loadingState } == .loading(.blocked(on: refused)), "visibly")
    }

    @Test(
        "element-x-ios 4050, element-ios 6344: a failure can be retried and cleared, also after a kill",
        .broken(by: "retry with a new key"))
    func cleared() throws {
        let before = try process()
        let id = before.enqueue(AddNote(folder: inbox, text: "x"))
        before.answer(id, .rejected(.refused))
        before.kill()
        let after = try process()
        after.store.retry(id)
        after.run()
        #expect(after.inFlight == [id])
        after.answer(id, .rejected(.refused))
        after.store.discard(id)
        after.kill()
        #expect(try process().store.read { $0.outbox.isEmpty })
    }

    @Test(
        "powersync-swift 179, TanStack query 5847: what will be retried is retried, without another write",
        .broken(by: "wake-up lost"))
    func retriedByItself()
        throws
    {
        let process = try process()
        process.desk.answerAtOnce { attempt, _ in attempt.number == 1 ? .transient(.busy, retryAfter: nil) : nil }
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.advance(by: .milliseconds(500))
        #expect(process.inFlight == [id])
        process.answer(id, .offline(.offline))
        process.store.reachable()
        process.store.reachable()
        process.run()
        #expect(process.inFlight == [id])
    }

    @Test("replicache-old 59: refused for good is not asked for ever", .broken(by: "wake-up lost"))
    func refusedForGood() throws {
        let process = try process()
        process.desk.answerAtOnce { _, mutation in
            (mutation as? AddNote)?.text == "refused" ? .rejected(.refused) : nil
        }
        process.store.suspendSending()
        process.enqueue(AddNote(folder: inbox, text: "refused"))
        let next = process.enqueue(AddNote(folder: inbox, text: "next"))
        process.store.resumeSending()
        process.run()
        #expect(process.inFlight == [next], "nor does anyone wait for it")
        process.answer(next, .accepted(serverID: "n1", said: []))
        process.store.reachable()
        process.store.setRetries(.standard)
        process.advance(by: .seconds(100_000))
        #expect(process.inFlight.isEmpty)
    }

    @Test("status-legacy 11020: a flag set offline is sent", .broken(by: "wish compared with the wish"))
    func aFlagSetOffline() throws {
        let process = try reader()
        let id = process.enqueue(StarNote(note: star, wish: true))
        process.answer(id, .offline(.offline))
        #expect(process.item(star)?.record.isStarred == true)
        process.advance(by: .seconds(1))
        #expect(process.inFlight == [id])
    }
}

/// Edits of one note, by number.
private enum EditNoteBody {
    static func edit(_ number: Int) -> EditNote { EditNote(note: .server("n1"), text: "\(number)") }
}
