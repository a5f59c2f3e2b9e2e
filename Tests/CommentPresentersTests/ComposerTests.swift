import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

/// The composer: drafts, the count near the limit, the editor.
@Suite struct ComposerTests {
    private let talk: Talk
    init() throws {
        talk = try Talk()
        talk.openPost()
    }

    private var composer: ComposerModel? { talk.frame.composer }

    private func open() { talk.want(.item(.comment)) }

    // MARK: The limit

    @Test func itCountsInTheLastTenthAndSaysByHowMuchItIsOver() {
        open()
        talk.want(.text(.paste(String(repeating: "a", count: 180))))
        #expect(composer?.room == nil)
        talk.want(.text(.type("a")))
        #expect(composer?.room?.left == 19)
        // Scalars are what servers count, and the blanks around a text are not sent.
        talk.want(.text(.type("👨‍👩‍👧‍👦 \n")))
        #expect(composer?.room?.left == 12)
        talk.want(.text(.paste("   b")), .text(.paste(String(repeating: "b", count: 30))))
        #expect(composer?.room.map { $0.isOver && $0.left == -24 } == true)
    }

    @Test func overTheLimitIsNotSentAndTheTextStays() {
        open()
        talk.write(String(repeating: "a", count: 212))
        #expect(composer?.room?.left == -12)
        #expect(composer?.buffer.text.count == 212)
        #expect(talk.board.disk.rows.isEmpty)
    }

    @Test func aTitleHasALimitOfItsOwn() {
        talk.want(
            .addPost,
            .text(.paste(" " + String(repeating: "題", count: 40) + "\n\n" + String(repeating: "a", count: 100))))
        #expect(composer?.room == ComposerRoom(.title, 40, limit: 40))
        talk.want(.text(.paste(String(repeating: "b", count: 101))))
        #expect(composer?.room == ComposerRoom(.text, 201, limit: 200))
        talk.want(.send)
        #expect(talk.board.disk.rows.isEmpty)
    }

    // MARK: Drafts

    @Test func whatIsTypedIsKeptAsItIsTypedAndOnlyThat() {
        open()
        talk.want(.text(.paste(String(repeating: "long ", count: 1_000))))
        let before = talk.drafts.appended
        talk.want(.text(.type("x")))
        talk.want(.text(.change(.left)), .text(.change(.deleteBackward)))
        #expect(talk.drafts.appended == before + 1)
        #expect(talk.drafts.all.values.first == composer?.buffer.text)
    }

    @Test func aDraftIsThereAgainAndItsPostIsMarked() {
        open()
        talk.want(.text(.type("half a thou")))
        // Not while it is being written: it would be marked with the first key.
        #expect(talk.frame.feed.withDraft == [])
        talk.want(.back)
        #expect(talk.frame.feed.withDraft == [.server("2")])
        open()
        #expect(composer?.buffer.text == "half a thou")
        talk.want(.send)
        #expect(talk.frame.feed.withDraft == [] && talk.drafts.all.isEmpty)
    }

    @Test func aReplyThatWasNotSentMarksItsPostToo() {
        talk.want(.item(.reply), .text(.type("Brr.")), .back)
        #expect(talk.frame.feed.withDraft == [.server("2")])
    }

    @Test func aDraftForWhatTheServerHasNotNamedYetIsFoundWhenItHas() throws {
        talk.want(.addPost)
        talk.write("A title")
        let made = try #require(talk.frame.feed.posts.rows.first?.id)
        #expect(made == .created(by: MutationID("m1")))
        #expect(talk.drafts.keep("half a thou", as: "post-new-m1/comment"))
        #expect(talk.frame.feed.withDraft == [made])
        talk.board.answer(
            "m1", .accepted(serverID: "20", said: [.record(Talk.post(20, "A title"), echoOf: MutationID("m1"))]))
        #expect(talk.frame.feed.withDraft == [made])
        open()
        #expect(composer?.buffer.text == "half a thou")
        // A new one is named as the server names the post: so another start finds it.
        talk.want(.send)
        open()
        talk.want(.text(.type("next")))
        #expect(talk.drafts.all == ["post-20/comment": "next"])
    }

    @Test func aCommentThatIsOpenedAndNotChangedLeavesNoDraft() {
        talk.want(.move(.last), .item(.edit), .back)
        #expect(talk.drafts.all.isEmpty)
        talk.want(.item(.edit), .text(.type("!")), .back)
        #expect(talk.drafts.all.values.first == "comment 12!")
    }

    @Test func anotherWindowWithTheSameDraftIsTold() {
        talk.drafts.next.withLock { $0.otherWindow = OtherWindow(process: 1_234) }
        open()
        #expect(composer?.hint == .otherWindow(OtherWindow(process: 1_234)))
        talk.want(.text(.type("a")))
        #expect(composer?.hint == nil)
    }

    @Test func whatIsMoreThanItHoldsIsNotTakenAndSaid() throws {
        let talk = try Talk(longestDraft: 64)
        talk.openPost()
        talk.want(.item(.comment), .text(.type("kept")))
        talk.want(.text(.paste(String(repeating: "x", count: 100))))
        let composer = try #require(talk.frame.composer)
        #expect(composer.buffer.text == "kept" && composer.hint == .full(bytes: 64))
        talk.want(.text(.type(".")))
        #expect(talk.frame.composer?.buffer.text == "kept." && talk.frame.composer?.hint == nil)
    }

    @Test func aDiskThatTakesNothingIsSaidAndCaughtUpWith() {
        open()
        talk.want(.text(.type("a")))
        talk.drafts.isFull = true
        talk.want(.text(.type("b")), .text(.type("c")))
        #expect(composer?.hint == .notKept && composer?.buffer.text == "abc")
        talk.drafts.isFull = false
        talk.want(.text(.type("d")))
        #expect(composer?.hint == nil && talk.drafts.all.values.first == "abcd")
    }

    // MARK: The editor

    private var name: String { talk.drafts.all.keys.first ?? "" }

    @Test func theEditorsTextIsOneStep() {
        open()
        talk.want(.text(.type("before")))
        #expect(talk.want(.app(.openEditor)) == [.openEditor(text: "before", draft: name)])
        talk.client.edited(.text("after\nand more"), draft: name)
        #expect(composer?.buffer.text == "after\nand more" && talk.drafts.all.values.first == "after\nand more")
        talk.want(.text(.change(.undo)))
        #expect(composer?.buffer.text == "before")
    }

    @Test func anEditorThatFailsLeavesTheTextAndSaysSo() {
        open()
        talk.want(.text(.type("before")))
        for failure in [EditorFailure.none, .ended(status: 1), .killed(signal: 9)] {
            talk.client.edited(.failed(failure), draft: name)
            #expect(composer?.buffer.text == "before" && composer?.hint == .editorFailed(failure))
        }
    }

    @Test func whatTheEditorMakesOfADraftThatIsNotOpenAnyMoreIsLeftInItsFile() {
        open()
        talk.want(.text(.type("before")))
        let name = name
        talk.want(.back, .item(.reply))
        talk.client.edited(.text("after"), draft: name)
        #expect(composer?.buffer.text == "")
    }

    @Test func thereIsNoEditorWhereNothingIsWritten() {
        #expect(talk.want(.app(.openEditor)) == [])
    }
}
