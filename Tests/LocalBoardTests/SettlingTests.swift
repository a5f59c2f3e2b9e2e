import Comments
import LocalBoard
import OptimisticState
import TestSupport
import Testing

/// The board's replies tell all that a mutation changed, so that the store has nothing left to wait for.
@Suite struct SettlingTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test func eachReplyConfirmsAllThatItsMutationTouched() throws {
        let bench = bench
        let board = try bench.board()
        let generator = Locked(SeededGenerator(seed: 1))
        let store = try OptimisticStore<Connection>(
            journal: MemoryDisk<Connection>().open(), time: bench.time,
            makeID: { generator.withLock { MutationID.random(using: &$0) } }, jitter: { 0.5 })
        try bench.run {
            let anna = try await board.signUp(name: "anna", password: password)
            let connection = Connection(service: board, session: anna, deadlines: Deadlines(time: bench.time))
            let draining = bench.executor.start { await store.drain(to: connection, retries: .standard) }
            defer { draining.cancel() }

            func settle(_ mutation: some CommentMutation, sourceLocation: SourceLocation = #_sourceLocation) async
                -> MutationID
            {
                let id = store.enqueue(mutation)
                guard case .accepted = await store.settled(id) else {
                    Issue.record("\(mutation) was not accepted", sourceLocation: sourceLocation)
                    return id
                }
                #expect(store.read { $0.outbox.isEmpty }, sourceLocation: sourceLocation)
                return id
            }
            let name = UntrustedText("anna")
            func comment(on post: Ref<Post>, under parent: Ref<Comments.Comment>?, _ text: String) -> AddComment {
                AddComment(post: post, parent: parent, text: UntrustedText(text), author: name)
            }

            let post = Ref<Post>.created(
                by: await settle(
                    AddPost(title: UntrustedText("title"), text: UntrustedText(""), author: name)))
            let first = Ref<Comments.Comment>.created(by: await settle(comment(on: post, under: nil, "first")))
            let reply = Ref<Comments.Comment>.created(by: await settle(comment(on: post, under: first, "reply")))
            _ = await settle(comment(on: post, under: reply, "reply to the reply"))
            let shown = store.read { visible in
                visible.items(in: .comments(of: post), 0..<9).map { "\($0.record.text.raw) \($0.record.replies)" }
            }
            #expect(shown == ["first 2", "reply 0", "reply to the reply 0"])
            #expect(store.read { $0.item(post)?.record.comments } == 3)

            _ = await settle(EditComment(comment: first, text: UntrustedText("edited")))
            _ = await settle(EditPost(post: post, title: UntrustedText("new"), text: UntrustedText("")))
            _ = await settle(SetCommentFavourite(comment: first, wish: true))
            _ = await settle(SetPostFavourite(post: post, wish: true))
            #expect(store.read { $0.item(first)?.record.favourites } == 1)
            #expect(store.read { $0.item(post)?.record.favourites } == 1)
            _ = await settle(DeleteComment(comment: first, post: post))
            #expect(store.read { $0.item(first)?.record.isDeleted } == true)
            #expect(store.read { $0.item(post)?.record.comments } == 2)
            _ = await settle(DeleteComment(comment: reply, post: post))
            #expect(store.read { $0.item(reply) == nil })
            _ = await settle(DeletePost(post: post))
            #expect(store.read { $0.count(in: .feed) } == 0)
        }
    }
}
