import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

/// What a question says, and when it has none to ask any more.
@Suite struct QuestionTests {
    private func sending() throws -> Talk {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("So blue!")
        return talk
    }

    private func asked(_ talk: Talk) throws -> Discarding {
        guard case .discard(let discarding) = talk.frame.question else { throw NothingAsked() }
        return discarding
    }

    private struct NothingAsked: Error {}

    // MARK: What makes it pointless

    @Test func aDiscardQuestionClosesWhenTheServerHasItAll() throws {
        let talk = try sending()
        talk.want(.item(.discard))
        #expect(talk.client.focus == .discardQuestion)
        talk.board.answer("m1", .accepted(serverID: "13", said: []))
        talk.settle()
        #expect(talk.frame.question == nil && talk.frame.status.notice == .sentMeanwhile)
    }

    @Test func aDiscardQuestionClosesWhenAnotherClientHasDiscarded() throws {
        let talk = try sending()
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.board.refuse("m1")
        talk.want(.move(.by(-1)), .item(.discard))
        #expect(talk.client.focus == .discardQuestion)
        talk.board.store.discard(MutationID("m1"))
        talk.settle()
        #expect(talk.frame.question == nil && talk.frame.status.notice == .waitsNoMore)
        #expect(talk.frame.composer == nil)
    }

    @Test func aDiscardQuestionStaysWhileWhatItIsAboutWaits() throws {
        let talk = try sending()
        talk.want(.item(.discard))
        talk.board.answer("m1", .transient(Failure(code: FailureCode.busy), retryAfter: .seconds(60)))
        talk.settle()
        #expect(talk.client.focus == .discardQuestion)
    }

    @Test func aDeleteQuestionClosesWhenItIsDeleted() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.delete))
        #expect(talk.client.focus == .deleteQuestion)
        talk.board.service.publish([.commentRemoved("12", post: "2")])
        talk.settle()
        #expect(talk.frame.question == nil && talk.frame.status.notice == .deletedMeanwhile)
    }

    // MARK: What it says

    @Test func twoThingsAreThemAndOneThatWaitsIsOne() throws {
        let talk = try sending()
        talk.board.answer("m1", .accepted(serverID: "13", said: [.record(Talk.comment(13, by: "kei", isMine: true))]))
        talk.settle()
        talk.want(.item(.toggleFavourite), .item(.edit))
        talk.write(" Really.")
        talk.want(.item(.discard))
        let two = try asked(talk)
        #expect(two.name.raw == "your favourite of “comment 13 Really.” and your edit “comment 13 Really.”")
        #expect(two.it == "them" && two.all == "them")
        #expect(talk.frame.question?.about.first == "They are being sent: the server may get them all the same.")
        #expect(talk.frame.question?.aboutInShort == ["They may still arrive."])
    }

    @Test func oneThatWaitsForItIsOne() throws {
        let talk = try sending()
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.want(.move(.by(-1)), .item(.discard))
        #expect(try asked(talk).othersInShort == "1 that waits for it")
        #expect(talk.frame.question?.about(naming: 0).last == "1 that waits for it goes too.")
    }

    @Test func aTakenBackFavouriteIsNamedByItsComment() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.toggleFavourite))
        talk.board.answer("m1", .accepted(serverID: nil, said: []))
        talk.settle()
        talk.want(.item(.toggleFavourite), .item(.discard))
        #expect(try asked(talk).name.raw == "your taken-back favourite of “comment 12”")
    }

    // MARK: Beside what is printed

    @Test func aLineThatIsPrintedSaysWaitingWhereNobodySends() throws {
        let talk = try sending()
        let store = talk.board.store
        let now = talk.board.time.now()
        func line(at moment: Timestamp) -> String? {
            store.read { visible in
                visible.outbox.first.map { $0.words(isAlone: false, in: visible, at: moment) }
            }
        }
        #expect(line(at: now) == "sending…")
        talk.board.answer("m1", .transient(Failure(code: FailureCode.busy), retryAfter: .seconds(60)))
        let reason = try #require(line(at: now)?.split(separator: ": ").last)
        #expect(line(at: now)?.hasPrefix("waiting 60 s") == true)
        #expect(line(at: now + .seconds(61)) == "waiting: \(reason)")
    }
}
