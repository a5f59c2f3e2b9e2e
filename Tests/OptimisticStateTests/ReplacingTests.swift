import OptimisticState
import TestSupport
import Testing

/// What takes the place of a failed one does so only while that one is certainly not sent.
@Suite struct ReplacingTests {
    let disk = MemoryDisk<Desk>()

    private func failed() throws -> (Process, MutationID) {
        let process = try Process(on: disk)
        let id = process.enqueue(AddNote(folder: inbox, text: "old"))
        process.answer(id, .rejected(.refused))
        return (process, id)
    }

    @Test func theNewOneTakesThePlaceInOneWrite() throws {
        let (process, id) = try failed()
        let new = process.store.enqueue(AddNote(folder: inbox, text: "new"), replacing: [id])
        #expect(process.texts(in: inbox) == ["new"])
        #expect(disk.rows.map(\.id) == [new] && disk.endings[id] == .discarded)
    }

    @Test func whatAnotherProcessHasRetriedMeanwhileIsNotReplaced() throws {
        let (process, id) = try failed()
        let other = try Process(on: disk, time: process.time, retries: nil)
        other.store.retry(id)
        // The first has heard nothing of it.
        #expect(process.store.read { $0.entry(id)?.loadingState } == .failure(.refused))
        #expect(process.store.enqueue(AddNote(folder: inbox, text: "new"), replacing: [id]) == nil)
        #expect(process.store.discardFailed([id]).isEmpty)
        #expect(disk.rows.map(\.id) == [id] && process.texts(in: inbox) == ["old"])
    }

    @Test func whatIsGoneOrMayHaveArrivedIsNotReplaced() throws {
        let (process, id) = try failed()
        process.store.discard(id)
        #expect(process.store.enqueue(AddNote(folder: inbox, text: "new"), replacing: [id]) == nil)
        process.store.setRetries(.manual)
        let lost = process.enqueue(AddNote(folder: inbox, text: "lost"))
        process.answer(lost, .unknown(.timeout))
        #expect(process.store.enqueue(AddNote(folder: inbox, text: "new"), replacing: [lost]) == nil)
        #expect(process.store.discardFailed([lost]).isEmpty)
        #expect(process.texts(in: inbox) == ["lost"] && disk.rows.map(\.id) == [lost])
    }

    @Test func discardingAFailedOneTakesItsDependentsAlong() throws {
        let (process, id) = try failed()
        process.store.enqueue(StarNote(note: .created(by: id), wish: true))
        #expect(process.store.discardFailed([id]).count == 2)
        #expect(disk.rows.isEmpty && process.texts(in: inbox).isEmpty)
    }
}
