import OptimisticState
import TestSupport
import Testing

/// Who is told of what.
@Suite struct SubscriptionTests {
    private let other = Ref<Folder>.server("other")

    private func scope(_ folder: Ref<Folder>) -> AnyScope { AnyScope(Scope<Note>(.folder(folder))) }

    /// Counts what a subscriber was told so far.
    private func count(_ changes: AsyncStream<Revision>, in process: Process) -> Locked<[Revision]> {
        let told = Locked<[Revision]>([])
        process.executor.start {
            for await revision in changes { told.withLock { $0.append(revision) } }
        }
        process.run()
        return told
    }

    @Test func oneIsToldAtTheBeginningSoThatNothingIsMissedBeforeTheFirstReading() throws {
        let process = try Process(retries: nil)
        let changes = process.store.changes(in: [scope(inbox)])
        process.enqueue(AddNote(folder: inbox, text: "between subscribing and reading"))
        let told = count(changes, in: process)
        #expect(told.withLock { $0.count } == 1)
        #expect(told.withLock { $0.last } == process.store.read { $0.revision })
        #expect(process.texts(in: inbox).count == 1)
    }

    @Test func oneIsToldOfOnesOwnScopesAlone() throws {
        let process = try Process(retries: nil)
        let mine = count(process.store.changes(in: [scope(inbox)]), in: process)
        let theirs = count(process.store.changes(in: [scope(other)]), in: process)
        let outbox = count(process.store.changes(in: [.outbox]), in: process)
        process.enqueue(AddNote(folder: inbox, text: "x"))
        #expect(mine.withLock { $0.count } == 2)
        #expect(theirs.withLock { $0.count } == 1)
        #expect(outbox.withLock { $0.count } == 2)
        process.store.confirm([.record(Note.sent("n1", "y", number: 1, in: other))])
        process.run()
        #expect(mine.withLock { $0.count } == 2)
        #expect(theirs.withLock { $0.count } == 2)
        #expect(outbox.withLock { $0.count } == 2)
    }

    @Test func aSlowOneGetsTheNewestAndNoQueue() throws {
        let process = try Process(retries: nil)
        let changes = process.store.changes(in: [scope(inbox)])
        for number in 0..<1_000 { process.store.enqueue(AddNote(folder: inbox, text: "\(number)")) }
        let told = count(changes, in: process)
        #expect(told.withLock { $0 } == [process.store.read { $0.revision }])
    }

    @Test func aFrameIsToldOnceHoweverMuchIsInIt() throws {
        let process = try Process(retries: nil)
        let told = count(process.store.changes(in: [scope(inbox), scope(other)]), in: process)
        process.store.confirm(
            (0..<100).map { .record(Note.sent("n\($0)", "x", number: Int64($0), in: $0 % 2 == 0 ? inbox : other)) })
        process.run()
        #expect(told.withLock { $0.count } == 2)
    }

    @Test func aViewThatIsOpenedLaterSeesWhatTheOthersSee() throws {
        let process = try Process()
        let early = count(process.store.changes(in: [scope(inbox)]), in: process)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(id, .rejected(.refused))
        let late = count(process.store.changes(in: [scope(inbox)]), in: process)
        #expect(early.withLock { $0.last } == late.withLock { $0.last })
        #expect(process.item(.created(by: id))?.loadingState == .failure(.refused))
    }

    @Test func aListStaysTheSubscribersWhenTheServerNamesItsRecord() throws {
        let process = try Process(retries: nil)
        let told = count(process.store.changes(in: [scope(inbox)]), in: process)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        let before = told.withLock { $0.count }
        process.store.confirm([.record(Note.sent("n1", "x", number: 1), echoOf: id)])
        process.run()
        #expect(told.withLock { $0.count } == before + 1)
        #expect(process.item(.server("n1"))?.id == .created(by: id))
    }
}
