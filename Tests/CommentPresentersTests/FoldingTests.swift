import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

@Suite struct FoldingTests {
    /// Two comments, the first with three replies.
    private func talk() throws -> Talk {
        let talk = try Talk()
        talk.openPost()
        tell(talk, 13, under: 11)
        tell(talk, 14, under: 11)
        tell(talk, 15, under: 11)
        return talk
    }

    private func tell(_ talk: Talk, _ number: Int64, under parent: Int64?) {
        let comment = Comment(
            ref: .server("\(number)"), post: .server("2"), parent: parent.map { .server("\($0)") },
            parentPlace: parent.map { .confirmed($0) }, place: .confirmed(number), author: UntrustedText("mina"),
            text: UntrustedText("comment \(number)"), createdAt: Timestamp(milliseconds: 0))
        talk.board.service.publish([.comment(comment, echoOf: nil)])
        talk.settle()
    }

    private func selected(_ talk: Talk) -> String? {
        guard let thread = talk.frame.post?.thread, let place = thread.selected else { return nil }
        if case .comment(let comment) = thread.row(at: place) { return comment.text.raw }
        return "the post"
    }

    private func select(_ text: String, in talk: Talk) {
        talk.want(.move(.first))
        for _ in 0..<20 where selected(talk) != text { talk.want(.move(.by(1))) }
    }

    @Test func repliesGoOutOfSightAndComeBack() throws {
        let talk = try talk()
        #expect(talk.texts == ["comment 11", "comment 13", "comment 14", "comment 15", "comment 12"])
        select("comment 14", in: talk)
        talk.want(.list(.fold))
        #expect(talk.texts == ["comment 11", "comment 12"])
        #expect(talk.comments[0].hidden == HiddenReplies(count: 3))
        #expect(selected(talk) == "comment 11")
        talk.want(.move(.by(1)))
        #expect(selected(talk) == "comment 12")
        talk.want(.move(.by(-1)), .list(.unfold))
        #expect(talk.texts.count == 5)
        #expect(talk.comments[0].hidden == nil)
        #expect(selected(talk) == "comment 11")
        talk.want(.list(.fold), .activate)
        #expect(talk.texts.count == 5)
    }

    @Test func whatArrivesInAFoldedThreadIsCountedThere() throws {
        let talk = try talk()
        select("comment 11", in: talk)
        talk.want(.list(.fold))
        tell(talk, 16, under: 11)
        tell(talk, 17, under: nil)
        #expect(talk.texts == ["comment 11", "comment 12", "comment 17"])
        #expect(talk.comments[0].hidden?.count == 4)
        #expect(selected(talk) == "comment 11")
        talk.want(.move(.last), .move(.by(-1)))
        #expect(selected(talk) == "comment 12")
        tell(talk, 18, under: 11)
        #expect(selected(talk) == "comment 12")
        talk.board.service.publish([.commentRemoved("13", post: "2")])
        talk.settle()
        #expect(talk.comments[0].hidden?.count == 4)
        #expect(selected(talk) == "comment 12")
    }

    @Test func whatTheServerDoesNotHaveIsSaidByTheFold() throws {
        let talk = try talk()
        select("comment 11", in: talk)
        talk.want(.item(.reply))
        talk.write("mine")
        select("comment 11", in: talk)
        talk.want(.list(.fold))
        #expect(talk.comments[0].hidden == HiddenReplies(count: 4, pending: 1))
        talk.board.refuse("m1")
        talk.settle()
        #expect(talk.comments[0].hidden == HiddenReplies(count: 4, failed: 1))
        #expect(selected(talk) == "comment 11")
        // A reply of one's own is on screen at once: it opens the thread.
        talk.want(.item(.reply))
        talk.write("another")
        #expect(talk.comments[0].hidden == nil)
        #expect(selected(talk) == "another")
    }

    @Test func aHitInAFoldedThreadOpensIt() throws {
        let talk = try talk()
        select("comment 11", in: talk)
        talk.want(.list(.fold), .list(.search), .text(.type("comment 14")))
        #expect(selected(talk) == "comment 14")
        #expect(talk.texts.count == 5)
    }

    @Test func theFoldIsMeasuredHoweverManyRepliesThereAre() throws {
        let talk = try talk()
        for number in 20..<Int64(57) { tell(talk, number, under: 11) }
        select("comment 11", in: talk)
        for count in stride(from: 40, to: 4, by: -1) {
            talk.want(.list(.fold))
            #expect(talk.comments.first?.hidden?.count == count)
            talk.want(.list(.unfold))
            talk.board.service.publish([.commentRemoved("\(20 + 40 - count)", post: "2")])
            talk.settle()
        }
    }

    @Test func whereNothingCanBeFoldedThatIsSaid() throws {
        let talk = try talk()
        select("comment 12", in: talk)
        talk.want(.list(.fold))
        #expect(talk.frame.status.notice == .nothingToFold)
        talk.want(.move(.first), .list(.fold))
        #expect(selected(talk) == "the post")
    }

    @Test func enterOpensALongCommentUnlessItHasSomethingToSend() throws {
        let talk = try talk()
        select("comment 12", in: talk)
        #expect(talk.comments.last?.isOpened == false)
        talk.want(.activate)
        #expect(talk.comments.last?.isOpened == true)
        talk.want(.activate)
        #expect(talk.comments.last?.isOpened == false)
        talk.want(.item(.comment))
        talk.write("long")
        talk.board.refuse("m1")
        talk.settle()
        talk.want(.activate)
        #expect(talk.comments.last?.isOpened == false)
        #expect(talk.board.service.asked.count == 2)
        talk.want(.list(.unfold))
        #expect(talk.comments.last?.isOpened == true)
    }
}
