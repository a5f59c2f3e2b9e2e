import Comments
import LocalBoard
import OptimisticState
import TestSupport
import Testing

/// Replies to what others wrote, in a list that was read.
@Suite struct AnswerTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func aReplyStandsUnderWhatItAnswersAndThatStays() throws {
        let bench = bench
        let board = try bench.board()
        let generator = Locked(SeededGenerator(seed: 1))
        let store = try OptimisticStore<Connection>(
            journal: MemoryDisk<Connection>().open(), time: bench.time,
            makeID: { generator.withLock { MutationID.random(using: &$0) } }, jitter: { 0.5 })
        try bench.run {
            let mio = try await board.signUp(name: "mio", password: password)
            let anna = try await board.signUp(name: "anna", password: password)
            func write(_ operation: Operation, _ id: String) async -> String? {
                guard
                    case .accepted(let made, _) = await board.submit(
                        operation, id: MutationID(id), mayHaveArrived: false, as: mio)
                else { return nil }
                return made
            }
            let post = try #require(await write(.addPost(title: "Sunday", text: ""), "p"))
            let one = try #require(await write(.addComment(post: post, parent: nil, text: "one"), "a"))
            _ = await write(.addComment(post: post, parent: nil, text: "two"), "b")

            let reader = BoardReader(
                service: board, session: anna, store: store, deadlines: Deadlines(time: bench.time), pageSize: 100,
                onChange: {})
            await reader.open(post)
            let connection = Connection(service: board, session: anna, deadlines: Deadlines(time: bench.time))
            let draining = bench.executor.start { await store.drain(to: connection, retries: .standard) }
            defer { draining.cancel() }
            func texts() -> [String] {
                store.read { $0.items(in: .comments(of: .server(post)), 0..<9).map(\.record.text.raw) }
            }
            #expect(texts() == ["one", "two"])
            let parent = try #require(store.read { $0.item(Ref<Comments.Comment>.server(one))?.record })
            let id = store.enqueue(
                AddComment(
                    post: .server(post), parent: parent.ref, parentPlace: parent.place, text: UntrustedText("answer"),
                    author: UntrustedText("anna")))
            #expect(texts() == ["one", "answer", "two"])
            _ = await store.settled(id)
            #expect(texts() == ["one", "answer", "two"])
            #expect(store.read { $0.item(parent.ref)?.record.replies } == 1)
        }
    }
}
