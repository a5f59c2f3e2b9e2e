import OptimisticState
import TestSupport
import Testing

/// What other clients and libraries got wrong, told again with their events in their order. Each names the fault of
/// `make mutants` that brings it back. Those that say nothing about this machine are in ``notHere``.
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

    static let notHere: [(report: String, why: String)] = [
        ("urql#3158", "a drain that is begun twice runs once: one test of the drain says so for all listeners"),
        ("WatermelonDB#1664, #1881", "the store makes no ids of records; aliases are element-x-ios#321's test"),
        (
            "Signal-Android#1897, nextcloud/talk-android#880",
            "a text that was not sent off yet is a draft, not a mutation"
        ),
        ("react#33545", "there is one state and no batching of unrelated actions"),
        ("aws-mobile-appsync-sdk-android#101 and its like", "zulip-mobile#3278's test is the same situation"),
        ("matrix-ios-sdk#458", "the same as element-ios#1731"),
        ("element-x-ios#3780, #3403", "the same as #3367"),
        ("apollo-kotlin#3577", "the same as #607"),
    ]

    // MARK: Duplicates

    /// Fault: retry with a new key.
    @Test(
        "element-web 10273, element-ios 512 and 1731, Tusky 2951, mattermost 2925, firebase 16475: resent under its key",
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

    /// Fault: retry with a new key.
    @Test("mattermost 6625, zulip 18375: Retry pressed repeatedly sends once") func retryPressedRepeatedly() throws {
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

    /// Fault: claim taken twice.
    @Test("gossip 288: reconnecting does not send what is being sent") func reconnecting() throws {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        for _ in 0..<3 {
            process.store.reachable()
            process.store.setRetries(.standard)
            process.run()
        }
        #expect(process.inFlight == [id])
    }

    /// None of the faults: rows would have to be read twice.
    @Test("TanStack query 4846: a restart while offline doubles nothing") func restartsWhileOffline() throws {
        var ids: [MutationID] = []
        for _ in 0..<4 {
            let process = try process()
            if ids.isEmpty { ids = [process.enqueue(AddNote(folder: inbox, text: "x"))] }
            process.answer(ids[0], .offline(.offline))
            #expect(disk.rows.map(\.id) == ids && process.texts(in: inbox) == ["x"])
            process.kill()
        }
    }

    /// Fault: alias lost at restart.
    @Test(
        "apollo 2368, element-x 321 and 4242, relay 3060, react 28574, TanStack db 893: one row in every frame",
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

    /// Fault: claim taken twice.
    @Test("element-web 31376: a placeholder id never leaves the process") func placeholderIDs() throws {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.enqueue(EditNote(note: .created(by: id), text: "y"))
        #expect(process.inFlight == [id])
        process.answer(id, .accepted(serverID: "n1", said: []))
        #expect(process.desk.open.first?.attempt.serverID(of: Ref<Note>.created(by: id)) == "n1")
    }

    // MARK: Lost work

    /// Fault: drop at acknowledgement.
    @Test("TanStack query 6238, tdesktop 3704: what is in flight survives the end of the process")
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

    /// Fault: rewrite an attempted create.
    @Test("amplify-swift 1324: what is made while the queue begins again is not lost") func madeWhileRestarting() throws
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

    /// Fault: a lane that overtakes.
    @Test("amplify-android 976 and 2077: an expired session pauses everything and drops nothing") func expiredSession()
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

    /// Fault: acknowledged before everything.
    @Test("element-x 3367, matrix-rust-sdk 3941 and 5909: sent and not yet read does not vanish") func notYetRead()
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

    /// Fault: a lane that overtakes.
    @Test("Expensify 98314: the replay that is done already is success, and holds no one back") func replayIsDone()
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

    /// None of the faults: what becomes one is found by id.
    @Test("Expensify 101207 and 39432: becoming one goes by id, and a deletion is not for nothing") func byID() throws {
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
    }

    /// Fault: retry with a new key.
    @Test("redux-offline 393, element-x 675: no answer and no way out keep the request") func unreachableButOnline()
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

    /// Fault: claim taken twice.
    @Test("element-web 11834 and 11035, nheko 1713: an edit of what is in flight shows and is sent") func editInFlight()
        throws
    {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        let edit = process.enqueue(EditNote(note: .created(by: id), text: "y"))
        #expect(process.texts(in: inbox) == ["y"])
        process.answer(id, .accepted(serverID: "n1", said: [.record(Note.sent("n1", "x", number: 1), echoOf: id)]))
        #expect(process.texts(in: inbox) == ["y"] && process.inFlight == [edit])
    }

    /// Fault: a lane that overtakes.
    @Test(
        "powersync-js 605, element-web 5408, mattermost 5089, wee-slack 264, matrix-rust-sdk 1194: in the order typed")
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

    /// None of the faults: nothing takes a failed text away.
    @Test("offix 447, redux-offline PR 400, zulip-terminal B06: a failure keeps the text") func aFailureKeepsTheText()
        throws
    {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "long and dear"))
        process.answer(id, .rejected(.refused))
        #expect(process.texts(in: inbox) == ["long and dear"])
        #expect((process.store.discard(id).first as? AddNote)?.text == "long and dear")
    }

    // MARK: Stuck

    /// Fault: claim taken twice.
    @Test("matrix-rust-sdk 4389, xananews 8, robrix 1059: one that is refused holds back only what depends on it")
    func refusedOne() throws {
        let process = try process()
        let refused = process.enqueue(AddNote(folder: inbox, text: "x"))
        let reply = process.enqueue(AddNote(folder: .server("other"), under: .created(by: refused), text: "reply"))
        let next = process.enqueue(AddNote(folder: inbox, text: "y"))
        process.answer(refused, .rejected(.refused))
        #expect(process.inFlight == [next])
        #expect(process.store.read { $0.entry(reply)?.loadingState } == .loading(.blocked(on: refused)), "visibly")
    }

    /// Fault: retry with a new key.
    @Test("element-x-ios 4050, element-ios 6344: a failure can be retried and cleared, also after a kill")
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

    /// Fault: retry with a new key.
    @Test("powersync-swift 179, TanStack query 5847: what will be retried is retried, without another write")
    func retriedByItself()
        throws
    {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(id, .transient(.busy, retryAfter: nil))
        process.store.reachable()
        process.advance(by: .milliseconds(500))
        #expect(process.inFlight == [id])
        process.answer(id, .offline(.offline))
        process.store.reachable()
        process.store.reachable()
        process.run()
        #expect(process.inFlight == [id])
    }

    /// None of the faults: nothing asks again what was refused.
    @Test("replicache-old 59: refused for good is not asked for ever") func refusedForGood() throws {
        let process = try process()
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(id, .rejected(.refused))
        process.store.reachable()
        process.store.setRetries(.standard)
        process.advance(by: .seconds(100_000))
        #expect(process.inFlight.isEmpty)
    }

    /// Fault: wish compared with the wish.
    @Test("status-legacy 11020: a flag set offline is sent") func aFlagSetOffline() throws {
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
