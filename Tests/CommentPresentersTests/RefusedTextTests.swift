import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

/// What is typed on after its first key was refused does nothing, for a moment.
@Suite struct RefusedTextTests {
    /// A key that begins a text was refused.
    private func refused() throws -> Talk {
        let talk = try Talk()
        talk.openPost()
        talk.want(.move(.by(-1)), .item(.edit))
        #expect(talk.frame.status.notice == .notYours)
        return talk
    }

    @Test func aPauseEndsIt() throws {
        let talk = try refused()
        talk.board.advance(.milliseconds(499))
        #expect(talk.client.swallowsTyping())
        talk.board.advance(.milliseconds(500))
        #expect(!talk.client.swallowsTyping())
        #expect(!talk.client.swallowsTyping())
    }

    @Test func aKeyThatIsHeldDownDoesSomethingAgainAfterASecondAndAHalf() throws {
        let talk = try refused()
        var swallowed = 0
        for _ in 0..<100 {
            talk.board.advance(.milliseconds(30))
            guard talk.client.swallowsTyping() else { break }
            swallowed += 1
        }
        #expect(swallowed == 49)
    }

    @Test func onWhatWasDeletedTheNextKeyIsAKey() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.board.answer("m1", .accepted(serverID: "13", said: []))
        talk.want(.move(.by(-1)), .item(.delete), .answer(.yes))
        talk.want(.move(.by(1)), .move(.by(-1)))
        guard talk.comments.first(where: { $0.id == .server("12") })?.isDeleted == true else {
            Issue.record("the deleted comment is not there: \(talk.texts)")
            return
        }
        talk.want(.item(.edit))
        #expect(talk.frame.status.notice == .deleted)
        #expect(!talk.client.swallowsTyping())
        talk.want(.app(.undo))
        #expect(talk.comments.contains { $0.id == .server("12") && !$0.isDeleted })
    }
}
