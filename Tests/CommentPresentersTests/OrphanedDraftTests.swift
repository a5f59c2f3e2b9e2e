import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

/// A text that was typed and not sent is found again, whatever became of what it was for.
@Suite struct OrphanedDraftTests {
    private let mine = MutationID("m1")

    /// Something of one's own was refused, and is half written anew.
    private func rewritten(_ work: ItemAction) throws -> Talk {
        let talk = try Talk()
        talk.openPost()
        switch work {
        case .edit:
            talk.want(.item(.edit), .text(.change(.clear)))
            talk.write("Love it")
        case _:
            talk.want(.item(work))
            talk.write("Love it")
        }
        talk.board.refuse("m1")
        talk.want(.item(.edit), .text(.type(" so")), .back)
        #expect(Array(talk.drafts.all.values) == ["Love it so"])
        return talk
    }

    @Test(arguments: [ItemAction.comment, .reply, .edit])
    func discardingWhatWasBeingWrittenAnewBringsTheNewerTextBack(work: ItemAction) throws {
        let talk = try rewritten(work)
        talk.want(.item(.discard))
        #expect(talk.frame.composer?.buffer.text == "Love it so")
        #expect(Array(talk.drafts.all.values) == ["Love it so"])
        talk.want(.send)
        #expect(talk.drafts.all.isEmpty)
        #expect(talk.texts.contains("Love it so"))
    }

    @Test func itStandsInFrontOfADraftThatIsThere() throws {
        let talk = try rewritten(.comment)
        talk.want(.item(.comment), .text(.type("Another")), .back, .item(.discard))
        #expect(talk.frame.composer?.buffer.text == "Love it so\n\nAnother")
        #expect(Array(talk.drafts.all.values) == ["Love it so\n\nAnother"])
    }

    @Test func aDiskThatDoesNotTakeItKeepsTheOldDraft() throws {
        let talk = try rewritten(.comment)
        talk.drafts.isFull = true
        talk.want(.item(.discard))
        #expect(talk.frame.composer?.buffer.text == "Love it so" && talk.frame.composer?.hint == .notKept)
        #expect(Array(talk.drafts.all.values) == ["Love it so"])
    }

    @Test(arguments: [ItemAction.comment, .reply])
    func whatAnotherProcessDiscardedComesBackWithTheNextComment(work: ItemAction) throws {
        let talk = try rewritten(work)
        talk.board.store.discard(mine)
        talk.settle()
        #expect(talk.frame.feed.withDraft == [.server("2")])
        talk.want(.item(.comment))
        #expect(talk.frame.composer?.buffer.text == "Love it so" && talk.frame.composer?.hint == .leftOver)
        talk.want(.send)
        #expect(talk.texts == ["comment 11", "comment 12", "Love it so"] && talk.drafts.all.isEmpty)
        #expect(talk.frame.feed.withDraft.isEmpty)
    }

    @Test func aDraftOfItsOwnComesFirst() throws {
        let talk = try rewritten(.comment)
        talk.board.store.discard(mine)
        talk.want(.item(.comment), .text(.change(.clear)))
        talk.write("first of all")
        talk.want(.item(.comment))
        #expect(talk.frame.composer?.buffer.text == "")
    }

    @Test func whatWasRefusedAndThenSentIsFoundByItsNextEdit() throws {
        let talk = try rewritten(.edit)
        talk.board.store.retry(mine)
        talk.settle()
        talk.board.answer("m1", .accepted(serverID: nil, said: []))
        talk.want(.item(.comment))
        #expect(talk.frame.composer?.buffer.text == "", "it is no orphan")
        talk.want(.back, .item(.edit))
        #expect(talk.frame.composer?.buffer.text == "Love it so")
    }

    @Test func aReplyToWhatSomebodyHasDeletedComesBackWithTheNextComment() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.reply), .text(.type("Indeed")), .back)
        talk.want(.item(.comment))
        #expect(talk.frame.composer?.buffer.text == "")
        talk.want(.back)
        talk.board.service.publish([.commentRemoved("12", post: "2")])
        talk.settle()
        talk.want(.item(.comment))
        #expect(talk.frame.composer?.buffer.text == "Indeed" && talk.frame.composer?.hint == .leftOver)
    }

    @Test func aReplyToWhatWasDiscardedComesBackWithIt() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.board.refuse("m1")
        talk.want(.item(.reply), .text(.type("and more")), .back, .item(.discard))
        #expect(talk.frame.composer?.buffer.text == "Love it\n\nand more")
    }

    @Test func whatWasWrittenForAPostThatWasDiscardedComesBackWithTheNextPost() throws {
        let talk = try Talk()
        talk.want(.addPost)
        talk.write("Monday")
        talk.board.refuse("m1")
        talk.want(.otherPane, .item(.edit), .text(.type(" morning")), .back)
        talk.board.store.discard(mine)
        talk.settle()
        #expect(talk.frame.feed.hasPostDraft)
        talk.want(.addPost)
        #expect(talk.frame.composer?.buffer.text == "Monday morning")
        talk.want(.send)
        #expect(talk.drafts.all.isEmpty && !talk.frame.feed.hasPostDraft)
    }

    @Test func whatIsThereKeepsItsDrafts() throws {
        let talk = try rewritten(.comment)
        talk.want(.item(.comment))
        #expect(talk.frame.composer?.buffer.text == "")
        talk.want(.back, .addPost)
        #expect(talk.frame.composer?.buffer.text == "")
        #expect(!talk.frame.feed.hasPostDraft)
    }
}
