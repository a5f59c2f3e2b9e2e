import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

/// A text that is to take the place of one that failed is never posted beside it.
@Suite struct ReplacingTests {
    private let mine = MutationID("m1")

    /// A comment of one's own that was refused, with its text in the composer.
    private func rewriting(_ text: String = "Love it", reply: Bool = false) throws -> Talk {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(reply ? .reply : .comment))
        talk.write(text)
        talk.board.refuse("m1")
        talk.want(.item(.edit), .text(.type(" so")))
        #expect(talk.frame.composer?.target.discarding == [mine])
        return talk
    }

    private func accept(_ text: String, in talk: Talk) {
        var comment = Talk.comment(13, by: "kei", isMine: true)
        comment.text = UntrustedText(text)
        talk.board.answer("m1", .accepted(serverID: "13", said: [.record(comment)]))
        talk.settle()
    }

    @Test func whatWasSentMeanwhileIsEdited() throws {
        let talk = try rewriting()
        talk.board.store.retry(mine)
        talk.settle()
        accept("Love it", in: talk)
        talk.want(.send)
        #expect(talk.texts == ["comment 11", "comment 12", "Love it so"])
        #expect(
            talk.board.service.asked.map(\.operation.short) == [
                "comment Love it", "comment Love it", "edit 13 Love it so",
            ])
        #expect(talk.frame.status.notice == .becameAnEdit)
        #expect(talk.frame.composer == nil && talk.drafts.all.isEmpty)
        #expect(talk.frame.post?.thread.selectedID == .comment(.created(by: mine)))
    }

    @Test func aDraftThatWasToReplaceItIsFoundWhenItIsEditedAfterItWasSent() throws {
        let talk = try rewriting()
        talk.want(.back)
        talk.board.store.retry(mine)
        talk.settle()
        accept("Love it", in: talk)
        talk.want(.item(.edit))
        #expect(talk.frame.composer?.buffer.text == "Love it so")
    }

    @Test func whatIsBeingSentMeanwhileIsEditedBehindIt() throws {
        let talk = try rewriting()
        talk.board.store.retry(mine)
        talk.want(.send)
        #expect(talk.texts == ["comment 11", "comment 12", "Love it so"])
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment Love it", "comment Love it"])
        accept("Love it", in: talk)
        #expect(talk.board.service.asked.map(\.operation.short).last == "edit 13 Love it so")
        #expect(talk.texts == ["comment 11", "comment 12", "Love it so"])
    }

    @Test func aReplyThatWasSentMeanwhileIsEdited() throws {
        let talk = try rewriting(reply: true)
        talk.board.store.retry(mine)
        talk.want(.send)
        talk.board.answer("m1", .accepted(serverID: "13", said: []))
        talk.settle()
        #expect(
            talk.board.service.asked.map(\.operation.short) == [
                "reply 12 Love it", "reply 12 Love it", "edit 13 Love it so",
            ])
    }

    @Test func whatOthersWaitForAndWasSentMeanwhileIsEditedAndKeepsThem() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.board.refuse("m1")
        talk.want(.activate, .item(.edit), .text(.type(" so")))
        talk.board.store.retry(mine)
        talk.want(.send)
        accept("Love it", in: talk)
        talk.board.answer("m2", .accepted(serverID: "14", said: []))
        talk.board.advance(.seconds(60))
        #expect(talk.texts == ["comment 11", "comment 12", "Love it so", "Brr."])
        #expect(
            Set(talk.board.service.asked.map(\.operation.short)) == [
                "comment Love it", "reply 13 Brr.", "edit 13 Love it so",
            ])
    }

    @Test func aPostThatWasSentMeanwhileIsEdited() throws {
        let talk = try Talk()
        talk.want(.addPost)
        talk.write("Moday")
        talk.board.refuse("m1")
        talk.want(.otherPane, .item(.edit), .text(.change(.clear)), .text(.type("Monday")))
        #expect(talk.frame.composer?.target.discarding == [mine])
        talk.board.store.retry(mine)
        talk.settle()
        talk.board.answer("m1", .accepted(serverID: "3", said: [.record(Talk.post(3, "Moday"))]))
        talk.want(.send)
        #expect(
            talk.board.service.asked.map(\.operation.short) == ["post Moday/", "post Moday/", "edit post Monday"])
        #expect(talk.frame.status.notice == .becameAnEdit)
    }

    @Test func whatWentMeanwhileIsNotWrittenAnewUnaskedAndTheTextIsKept() throws {
        let talk = try rewriting()
        talk.board.store.discard(mine)
        talk.settle()
        talk.want(.send)
        #expect(talk.texts == ["comment 11", "comment 12"] && talk.board.disk.rows.isEmpty)
        #expect(talk.frame.composer?.buffer.text == "Love it so")
        let reason = UntrustedText("what it was to replace is gone; sent again, it is a new one")
        #expect(talk.frame.composer?.hint == .refused(reason: reason))
        #expect(Array(talk.drafts.all.values) == ["Love it so"])
        talk.want(.back, .item(.comment))
        #expect(talk.frame.composer?.buffer.text == "Love it so")
        talk.want(.send)
        #expect(talk.texts == ["comment 11", "comment 12", "Love it so"])
        #expect(talk.drafts.all.isEmpty)
    }

    @Test func underTheTalksRuleWhatIsBeingSentMeanwhileIsLeftAloneAndTheTextStays() throws {
        let talk = try rewriting()
        talk.want(.app(.switchPendingRule))
        talk.board.store.retry(mine)
        talk.want(.send)
        #expect(talk.client.focus == .notSentYet)
        talk.want(.back)
        #expect(talk.frame.composer?.buffer.text == "Love it so")
        #expect(talk.board.disk.rows.map(\.id) == [mine])
    }
}
