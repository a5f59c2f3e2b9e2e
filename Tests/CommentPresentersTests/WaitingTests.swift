import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

/// The waiting way: the same mutations, nothing shown before the answer.
@Suite struct WaitingTests {
    private func talk() throws -> Talk {
        let talk = try Talk(network: true)
        talk.openPost()
        talk.want(.app(.switchWay))
        return talk
    }

    private func accepted(_ id: String, _ text: String) -> Outcome {
        var comment = Talk.comment(20, by: "kei", isMine: true)
        comment.text = UntrustedText(text)
        return .accepted(serverID: "20", said: [.record(comment, echoOf: MutationID(id))])
    }

    @Test func nothingIsShownBeforeTheAnswerAndTheComposerIsGreyUntilThen() throws {
        let talk = try talk()
        talk.want(.item(.comment))
        talk.write("Love it")
        #expect(talk.texts == ["comment 11", "comment 12"])
        #expect(talk.frame.composer?.buffer.text == "Love it" && talk.frame.composer?.waiting == 0)
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment Love it"])
        #expect(talk.client.focus == .waiting)
        talk.board.advance(.seconds(3))
        #expect(talk.frame.composer?.waiting == 3)
        talk.board.answer("w1", accepted("w1", "Love it"))
        talk.settle()
        #expect(talk.texts == ["comment 11", "comment 12", "Love it"])
        #expect(talk.frame.composer == nil && talk.client.focus == .post && talk.drafts.all.isEmpty)
        #expect(talk.frame.post?.thread.selectedID == .comment(.server("20")))
    }

    @Test func keysButEscAreIgnoredUntilThen() throws {
        let talk = try talk()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.want(.text(.type("more")), .send, .move(.first), .showOutbox)
        #expect(talk.frame.composer?.buffer.text == "Love it" && talk.frame.outbox == nil)
        #expect(talk.board.service.asked.count == 1)
        talk.want(.back)
        #expect(talk.client.focus == .composer && talk.frame.status.notice == .notWaitedFor)
        #expect(talk.frame.composer?.buffer.text == "Love it")
    }

    @Test func aFailureSaysWhyAndKeepsTheText() throws {
        let talk = try talk()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.board.refuse("w1")
        talk.settle()
        #expect(talk.frame.composer?.buffer.text == "Love it" && talk.frame.composer?.waiting == nil)
        #expect(talk.frame.composer?.hint == .refused(reason: UntrustedText("403 refused")))
        #expect(talk.client.focus == .composer && talk.texts.count == 2)
        #expect(talk.frame.status.failed == 0 && talk.board.disk.rows.isEmpty)
    }

    @Test func aFavouriteFlipsAfterTheAnswer() throws {
        let talk = try talk()
        talk.want(.item(.toggleFavourite))
        #expect(talk.comments.last?.isFavourited == false)
        var liked = Talk.comment(12, by: "kei", isMine: true)
        (liked.isFavourited, liked.favourites) = (true, 1)
        talk.board.answer("w1", .accepted(serverID: nil, said: [.record(liked, echoOf: MutationID("w1"))]))
        talk.settle()
        #expect(talk.comments.last?.isFavourited == true)
        talk.want(.item(.toggleFavourite))
        talk.board.refuse("w2")
        talk.settle()
        #expect(talk.frame.status.notice == .notDone(reason: UntrustedText("403 refused")))
        #expect(talk.comments.last?.isFavourited == true)
    }

    @Test func bothWaysAreSummed() throws {
        let talk = try talk()
        for number in 1...2 {
            talk.want(.item(.toggleFavourite))
            talk.board.advance(.milliseconds(20_600))
            talk.board.refuse("w\(number)")
            talk.settle()
        }
        let waiting = talk.frame.status.waited
        #expect(waiting?.here == "41 s" && waiting?.there == "0.0 s" && waiting?.isWaitingWay == true)
        talk.want(.app(.switchWay), .item(.toggleFavourite))
        let optimistic = talk.frame.status.waited
        #expect(optimistic?.here == "0.0 s" && optimistic?.there == "41 s" && optimistic?.isWaitingWay == false)
    }

    @Test func whoNeverTriesItIsToldNothingOfIt() throws {
        let talk = try Talk(network: true)
        talk.openPost()
        talk.want(.item(.toggleFavourite))
        #expect(talk.frame.status.waited == nil)
    }

    @Test func aLateAnswerOfWhatIsNotWaitedForIsDropped() throws {
        let talk = try talk()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.want(.back)
        talk.board.answer("w1", accepted("w1", "Love it"))
        talk.settle()
        #expect(talk.frame.composer?.buffer.text == "Love it")
    }
}
