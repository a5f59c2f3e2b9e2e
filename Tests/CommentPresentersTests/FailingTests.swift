import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

@Suite struct FailingTests {
    /// A post with a comment of one's own that was refused.
    private func refused(_ text: String = "Love it") throws -> Talk {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write(text)
        talk.board.refuse("m1")
        return talk
    }

    @Test func aRefusedCommentStaysInItsPlaceWithTheReason() throws {
        let talk = try refused()
        #expect(talk.texts == ["comment 11", "comment 12", "Love it"])
        #expect(talk.words(of: 2) == ["not sent: 403 refused"])
        #expect(talk.frame.status.failed == 1)
        #expect(talk.frame.status.pending == 0)
    }

    @Test func enterRetriesUnderTheSameID() throws {
        let talk = try refused()
        talk.want(.activate)
        #expect(talk.board.service.asked.map(\.id) == [MutationID("m1"), MutationID("m1")])
        #expect(talk.words(of: 2) == ["sending…"] || talk.words(of: 2) == [nil])
        talk.want(.activate, .activate)
        #expect(talk.board.service.asked.count == 2)
    }

    @Test func enterSendsNowWhatWaits() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.board.answer("m1", .transient(Failure(code: FailureCode.serverError), retryAfter: .seconds(60)))
        #expect(talk.board.service.asked.count == 1)
        talk.want(.activate)
        #expect(talk.board.service.asked.count == 2)
    }

    @Test func enterOnWhatWaitsForAnotherGoesThere() throws {
        let talk = try Talk()
        talk.openPost()
        for text in ["one", "two"] {
            talk.want(.item(.comment))
            talk.write(text)
        }
        talk.want(.activate)
        #expect(talk.frame.post?.thread.selectedID == .comment(.created(by: MutationID("m1"))))
    }

    @Test func discardingPutsTheTextInFrontOfTheDraft() throws {
        let talk = try refused()
        talk.want(.item(.comment), .text(.type("half a thou")), .back, .item(.discard))
        #expect(talk.frame.composer?.buffer.text == "Love it\n\nhalf a thou")
        #expect(talk.texts == ["comment 11", "comment 12"])
        #expect(talk.board.disk.rows.isEmpty)
        #expect(talk.drafts.all.values.contains("Love it\n\nhalf a thou"))
    }

    @Test func editingAFailedCommentSendsAnotherInItsPlace() throws {
        let talk = try refused()
        talk.want(.item(.edit))
        #expect(talk.frame.composer?.buffer.text == "Love it")
        talk.want(.text(.type(" so")), .send)
        #expect(talk.texts == ["comment 11", "comment 12", "Love it so"])
        #expect(talk.board.disk.rows.map(\.id) == [MutationID("m2")])
    }

    @Test func aFailedEditShowsTheNewTextAndDiscardingBringsBackTheOld() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.edit), .text(.change(.clear)))
        talk.write("new text")
        #expect(talk.texts == ["comment 11", "new text"])
        talk.board.refuse("m1")
        #expect(talk.words(of: 1) == ["edit not sent: 403 refused"])
        #expect(talk.texts == ["comment 11", "new text"])
        talk.want(.item(.discard))
        #expect(talk.texts == ["comment 11", "comment 12"])
        #expect(talk.frame.composer?.buffer.text == "new text")
        talk.want(.send)
        #expect(talk.board.service.asked.map(\.operation.short) == ["edit 12 new text", "edit 12 new text"])
    }

    @Test func aFailedDeletionShowsTheCommentAgain() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.delete))
        #expect(talk.client.focus == .deleteQuestion)
        talk.want(.answer(.no))
        #expect(talk.texts.count == 2)
        talk.want(.item(.delete), .answer(.yes))
        #expect(talk.texts == ["comment 11"])
        talk.board.advance(.seconds(5))
        talk.board.refuse("m1")
        #expect(talk.texts == ["comment 11", "comment 12"])
        #expect(talk.words(of: 1) == ["not deleted: 403 refused"])
        talk.want(.move(.last), .activate)
        #expect(talk.board.service.asked.count == 2)
    }

    @Test func othersCommentsAreNotChanged() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.move(.by(-1)), .item(.edit))
        #expect(talk.frame.status.notice == .notYours)
        talk.want(.item(.delete))
        #expect(talk.frame.status.notice == .notYours)
    }

    @Test func aTimeOutSaysThatItMayHaveBeenPosted() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.board.advance(.seconds(15))
        let said = talk.words(of: 2).first.flatMap { $0 } ?? ""
        #expect(said == "waiting 1 s: timed out, may have been posted")
    }

    @Test func whatADiskDoesNotTakeIsMarkedNotSaved() throws {
        let talk = try Talk()
        talk.openPost()
        talk.board.disk.isFull = true
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.board.advance(.milliseconds(400))
        #expect(talk.words(of: 2) == ["sending… · not saved"])
    }
}
