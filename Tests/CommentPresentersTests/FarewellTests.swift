import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

/// What leaving says is true of each thing that stays behind.
@Suite struct FarewellTests {
    private func said(_ talk: Talk) -> [String] { talk.client.farewell().map(\.raw) }

    @Test func whatWaitsBehindARefusedOneDoesNotGoOutByItself() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("refused")
        talk.board.refuse("m1")
        talk.want(.item(.reply))
        talk.write("to it")
        #expect(said(talk) == ["2 comments were not sent: they stay in the outbox"])
        talk.want(.item(.comment))
        talk.write("of its own")
        #expect(
            said(talk) == [
                "1 comment waits; it goes out the next time rakkan runs, or now: rakkan outbox drain",
                "2 comments were not sent: they stay in the outbox",
            ])
    }

    @Test func aRefusedTextThatNoDiskTookIsShownOnceMore() throws {
        let talk = try Talk()
        talk.openPost()
        talk.board.disk.isFull = true
        talk.want(.item(.comment))
        talk.write("brand new")
        talk.board.refuse("m1")
        #expect(said(talk) == ["not sent, and the outbox's disk did not take it: comment", "  brand new"])
    }

    @Test func anotherTextThatNoDiskTookIsShownOnceMore() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("saved")
        talk.board.answer("m1", .offline(Failure(code: FailureCode.offline)))
        talk.board.disk.isFull = true
        talk.want(.item(.edit), .text(.change(.clear)))
        talk.write("precious")
        #expect(talk.frame.status.isUnsaved)
        #expect(said(talk).suffix(1) == ["  precious"])
    }

    @Test func whatWasDiscardedOnAFullDiskMayBeBackAndThatIsSaid() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("saved")
        talk.board.refuse("m1")
        talk.board.disk.isFull = true
        talk.want(.item(.discard), .text(.change(.clear)), .back)
        #expect(
            said(talk) == ["the outbox's disk did not take what was discarded or deleted last: it may be back"])
    }
}
