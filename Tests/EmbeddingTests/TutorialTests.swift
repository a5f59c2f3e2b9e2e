import OptimisticState
import Synchronization
import Testing

/// The list of the tutorial does what its page says.
@Suite struct TutorialTests {
    private func list() throws -> NoteList { try NoteList(journal: MemoryJournal(), time: SystemTime()) }

    @Test func aNoteShowsAtOnceAndStaysTheSameRow() async throws {
        let list = try list()
        let id = list.write("hello")
        let written = try #require(list.rows.first)
        #expect(written.record.text == "hello")
        #expect(!list.canBeChanged(written))

        let sending = Task { await list.send(to: NoteServer { _, _ in .accepted(serverID: "41", said: []) }) }
        defer { sending.cancel() }
        #expect(await list.settled(id) == .accepted(serverID: "41"))
        let row = try #require(list.rows.first)
        #expect(row.id == written.id)
        #expect(row.loadingState == nil)
        #expect(list.canBeChanged(row))
    }

    @Test func aRefusedNoteStaysHoldsNoOneBackAndIsSentAgainUnderItsKey() async throws {
        let list = try list()
        let keys = Mutex<[String: [MutationID]]>([:])
        let server = NoteServer { text, key in
            let isFirst = keys.withLock { keys in
                keys[text, default: []].append(key)
                return keys[text]?.count == 1
            }
            return text == "refused" && isFirst
                ? .rejected(Failure(code: "refused", status: 403, words: "no")) : .accepted(serverID: nil, said: [])
        }
        let refused = list.write("refused")
        let next = list.write("next")
        let sending = Task { await list.send(to: server) }
        defer { sending.cancel() }
        #expect(await list.settled(next) == .accepted(serverID: nil))
        let row = try #require(list.rows.first)
        #expect(row.loadingState == .failure(Failure(code: "refused", status: 403, words: "no")))

        list.resend(row)
        #expect(await list.settled(refused) == .accepted(serverID: nil))
        #expect(keys.withLock { $0["refused"] } == [refused, refused])
        #expect(list.rows.map(\.record.text) == ["refused", "next"])
    }

    @Test func aNoteWithoutAnAnswerFailsAndItsTextComesBack() async throws {
        let list = try list()
        let id = list.write("lost")
        let sending = Task { await list.send(to: NoteServer { _, _ in .unknown(Failure(code: "time-out")) }) }
        defer { sending.cancel() }
        guard case .failed(let failure) = await list.settled(id) else {
            Issue.record("it did not fail")
            return
        }
        #expect(failure.mayHaveArrived)
        #expect(list.withdraw(try #require(list.rows.first)) == ["lost"])
        #expect(list.rows.isEmpty)
    }
}
