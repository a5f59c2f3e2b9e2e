import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

@Suite struct FavouritersTests {
    private func target(_ commands: [Command]) -> FavouriteTarget? {
        for case .readFavouriters(let target, _) in commands { return target }
        return nil
    }

    private func model(_ talk: Talk) -> FavouritersModel? { talk.frame.favouriters }

    @Test func theyAreAskedForAndOneselfIsWhatIsShown() throws {
        let talk = try Talk()
        talk.openPost()
        let asked = target(talk.want(.list(.showFavouriters)))
        #expect(asked == .comment("12"))
        #expect(talk.client.focus == .favouriters)
        #expect(model(talk)?.state == .reading)
        talk.client.favouritersRead(.comment("11"), .success(Favouriters(others: [UntrustedText("no")], count: 1)))
        #expect(model(talk)?.state == .reading)
        talk.client.favouritersRead(.comment("12"), .success(Favouriters(others: [UntrustedText("aki")], count: 140)))
        #expect(model(talk)?.names.map(\.raw) == ["aki"])
        #expect(model(talk)?.count == 140)
        #expect(model(talk)?.isMine == false)
        // A wish counts at once, and not when it is refused.
        talk.want(.back, .item(.toggleFavourite))
        talk.want(.list(.showFavouriters))
        #expect(model(talk)?.isMine == true)
        talk.board.refuse("m1")
        talk.settle()
        #expect(model(talk)?.isMine == false)
        talk.want(.back)
        #expect(talk.client.focus == .post)
    }

    @Test func whenTheOthersBecomeMoreTheyAreAskedForAgain() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.list(.showFavouriters))
        talk.client.favouritersRead(.comment("12"), .success(Favouriters(others: [], count: 0)))
        var comment = Talk.comment(12, by: "kei", isMine: true)
        comment.favourites = 1
        talk.board.service.publish([.comment(comment, echoOf: nil)])
        talk.board.executor.run()
        #expect(target(talk.client.update()) == .comment("12"))
        #expect(target(talk.client.update()) == nil)
        // An answer that failed does not take away what was known.
        talk.client.favouritersRead(.comment("12"), .failure(.timedOut))
        #expect(model(talk)?.state == .read)
        talk.board.service.publish([.commentRemoved("12", post: "2")])
        talk.board.executor.run()
        _ = talk.client.update()
        #expect(model(talk) == nil)
        #expect(talk.client.focus == .post)
    }

    @Test func nobodyElseCanHaveFavouritedWhatIsNotSent() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("mine")
        let asked = target(talk.want(.list(.showFavouriters)))
        #expect(asked == nil)
        #expect(model(talk)?.state == .read && model(talk)?.count == 0)
    }

    @Test func inTheFeedItIsThePosts() throws {
        let talk = try Talk()
        #expect(target(talk.want(.list(.showFavouriters))) == .post("2"))
        talk.client.favouritersRead(.post("2"), .failure(.timedOut))
        #expect(model(talk)?.state == .failed(reason: UntrustedText("timed out")))
        talk.want(.list(.showFavouriters))
        #expect(talk.client.focus == .feed)
    }
}
