import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

/// What waits and what failed is seen before anything was read.
@Suite struct ColdStartTests {
    private static let offline = ServiceError.offline(Failure(code: FailureCode.offline))

    /// Two comments of an earlier run on a post that nobody has read since, and no network.
    private func offlineWithWork() throws -> Talk {
        let service = ScriptedService()
        service.fail(with: Self.offline)
        let talk = try Talk(service: service)
        for text in ["first", "second"] {
            talk.board.store.enqueue(
                AddComment(post: .server("1"), text: UntrustedText(text), author: UntrustedText("kei")))
        }
        talk.settle()
        talk.board.answer("m1", .offline(Failure(code: FailureCode.offline)))
        talk.settle()
        return talk
    }

    @Test func aPostWithPendingWorkStandsInTheFeedBeforeItIsRead() throws {
        let talk = try offlineWithWork()
        let rows = talk.frame.feed.posts
        #expect(rows.rows.map(\.title.raw) == ["a post not read yet"])
        #expect(rows.rows.map(\.isRead) == [false] && rows.selected == 0 && rows.count == 1)
        #expect(rows.rows.first?.marks.map { $0.words?.raw } == ["2 wait"])
        // It is open beside the feed, with what is pending on it.
        #expect(talk.texts == ["first", "second"])
        #expect(talk.frame.post?.reading == .failed(reason: UntrustedText("offline")))
    }

    @Test func whatIsPendingOnCommentsNobodyReadIsSeenOrCounted() throws {
        let service = ScriptedService()
        service.fail(with: Self.offline)
        let talk = try Talk(service: service)
        let store = talk.board.store
        store.enqueue(DeleteComment(comment: .server("12"), post: .server("2")))
        let written = store.enqueue(
            AddComment(post: .server("1"), text: UntrustedText("mine"), author: UntrustedText("kei")))
        // This becomes part of what it edits.
        store.enqueue(EditComment(comment: .created(by: written), text: UntrustedText("mine, edited")))
        store.enqueue(SetCommentFavourite(comment: .created(by: written), wish: true))
        store.enqueue(EditComment(comment: .server("12"), text: UntrustedText("edited")))
        store.enqueue(SetCommentFavourite(comment: .server("11"), wish: true))
        store.enqueue(DeletePost(post: .server("9")))
        talk.settle()
        let feed = talk.frame.feed
        #expect(feed.posts.rows.map(\.id) == [.server("2"), .server("1")])
        #expect(feed.posts.rows.map { $0.marks.map { $0.words?.raw } } == [["1 waits"], ["2 wait"]])
        #expect(feed.changesElsewhere == 3 && !feed.wasRead)
        talk.board.service.fail(with: nil)
        talk.board.advance(.seconds(30))
        talk.settle()
        #expect(talk.frame.feed.changesElsewhere == 0 && talk.frame.feed.wasRead)
    }

    @Test func whatFailedOnItIsMarkedAndEnterShowsIt() throws {
        let talk = try offlineWithWork()
        talk.want(.activate)
        #expect(talk.client.focus == .post)
        talk.want(.move(.by(-1)), .activate)
        talk.board.refuse("m1")
        #expect(talk.frame.feed.posts.rows.first?.marks.map { $0.words?.raw } == ["1 not sent", "1 waits"])
        #expect(talk.frame.feed.posts.rows.first?.marks.first?.remedy == .open)
        talk.want(.back, .activate)
        #expect(talk.board.service.asked.count(where: { $0.id == MutationID("m1") }) == 2)
        #expect(talk.client.focus == .post)
    }

    @Test func whenItIsReadTheRowIsThePostAndStaysSelected() throws {
        let talk = try offlineWithWork()
        talk.want(.activate, .back)
        talk.board.service.fail(with: nil)
        talk.board.advance(.seconds(30))
        talk.settle()
        let rows = talk.frame.feed.posts
        #expect(rows.rows.map(\.title.raw) == ["Sunday", "First steps"])
        #expect(rows.rows.map(\.isRead) == [true, true])
        #expect(rows.selectedID == .server("1"))
        #expect(talk.texts == ["first", "second"])
        #expect(talk.frame.post?.reading == .whole)
    }

    @Test func itCanBeWrittenToAndNothingElse() throws {
        let talk = try offlineWithWork()
        for action in [ItemAction.toggleFavourite, .edit, .delete, .discard, .copy, .keep] {
            talk.want(.item(action))
            #expect(talk.frame.status.notice == .notReadYet)
        }
        talk.want(.item(.comment))
        talk.write("third")
        #expect(talk.texts == ["first", "second", "third"])
    }

    @Test func aPostThatDoesNotExistIsSaidNotToAndTheRestIsRead() throws {
        let talk = try Talk()
        talk.client.show(post: .server("77"))
        talk.settle()
        #expect(talk.frame.post?.reading == .missing)
        #expect(talk.frame.post?.post.title.raw == "no such post")
        #expect(talk.frame.status.connection == nil)
        talk.want(.item(.comment))
        #expect(talk.frame.status.notice == .noSuchPost && talk.frame.composer == nil)
        talk.want(.back)
        #expect(talk.frame.feed.posts.rows.map(\.title.raw) == ["Sunday", "First steps"])
    }

    private static let closed: [(String, String)] = [
        (FailureCode.noRoom, "There is no room of that name."),
        (FailureCode.roomNotOpen, "This room is open to those alone who are invited."),
        (
            FailureCode.roomServerNotReached,
            "The server of that room, \u{2068}far.example\u{2069}, can't be reached from yours."
        ),
        (FailureCode.encrypted, "This room is end-to-end encrypted: rakkan does not read such rooms."),
    ]

    @Test("A room that can't be read says why, and is no trouble of the network", arguments: closed)
    func closedRoom(code: String, sentence: String) throws {
        let service = ScriptedService()
        service.fail(with: .refused(Failure(code: code, words: "far.example")))
        let talk = try Talk(service: service)
        guard case .closed(let trouble) = talk.frame.feed.reading else {
            Issue.record("told as \(talk.frame.feed.reading)")
            return
        }
        #expect(trouble.sentence == sentence)
        #expect(talk.frame.status.connection == nil)
        // It may be made, or opened, while one waits.
        service.fail(with: nil)
        talk.board.advance(.seconds(30))
        talk.settle()
        #expect(talk.frame.feed.wasRead && talk.frame.feed.reading == .whole)
    }

    @Test func whoIsPutOutOfARoomReadsByWhomAndWhy() throws {
        let service = ScriptedService()
        let talk = try Talk(service: service)
        #expect(talk.frame.banner == nil)
        service.remove(Removal(.removed, by: UntrustedText("Bob"), reason: UntrustedText("spam")))
        service.publish([])
        talk.settle()
        #expect(
            talk.frame.banner == "You were removed from this room by \u{2068}Bob\u{2069}: \u{2068}spam\u{2069}")
        #expect(Removal(.banned).sentence == "You were banned from this room.")
        #expect(Removal(.encrypted).sentence.contains("end-to-end encrypted now"))
        service.remove(nil)
        service.publish([])
        talk.settle()
        #expect(talk.frame.banner == nil)
    }
}
