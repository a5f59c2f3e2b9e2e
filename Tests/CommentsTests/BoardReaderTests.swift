import Comments
import OptimisticState
import TestSupport
import Testing

@Suite struct BoardReaderTests {
    private func post(_ number: Int64) -> Post {
        Post(
            ref: .server("\(number)"), place: .confirmed(number), title: UntrustedText("post \(number)"),
            text: UntrustedText(""), author: UntrustedText("aki"), createdAt: Timestamp(milliseconds: 0))
    }

    private func comment(_ number: Int64, of post: String = "1", text: String? = nil) -> Comments.Comment {
        Comment(
            ref: .server("\(number)"), post: .server(post), place: .confirmed(number), author: UntrustedText("aki"),
            text: UntrustedText(text ?? "\(number)"), createdAt: Timestamp(milliseconds: 0))
    }

    /// A board with two posts, of which the first has `count` comments and was opened.
    private func desk(_ count: Int64 = 10, pageSize: Int = 4) throws -> BoardDesk {
        let desk = try BoardDesk(session: nil, pageSize: pageSize)
        desk.service.hold(posts: [post(1), post(2)], comments: ["1": (1...count).map { comment($0) }])
        desk.start()
        open(desk)
        return desk
    }

    private func open(_ desk: BoardDesk, _ post: String = "1") {
        desk.executor.start { [reader = desk.reader] in await reader.open(post) }
        desk.executor.run()
    }

    private func texts(_ desk: BoardDesk, of post: String = "1") -> [String] {
        desk.store.read { visible in
            let scope = Scope<Comments.Comment>.comments(of: .server(post))
            return visible.items(in: scope, 0..<visible.count(in: scope)).map(\.record.text.raw)
        }
    }

    private func tell(_ desk: BoardDesk, _ said: [ChangeBatch.Change], hasGap: Bool = false) {
        desk.service.publish(said, hasGap: hasGap)
        desk.executor.run()
    }

    @Test func openingAPostReadsTheNewestPageAndOlderOnesOnDemand() throws {
        let desk = try desk()
        #expect(texts(desk) == ["7", "8", "9", "10"])
        desk.executor.start { [reader = desk.reader] in await reader.readOlderComments(of: "1") }
        desk.executor.run()
        #expect(texts(desk) == ["3", "4", "5", "6", "7", "8", "9", "10"])
        #expect(desk.reader.state.posts["1"]?.isComplete == false)
    }

    @Test func openingAgainAsksNothing() throws {
        let desk = try desk()
        let pages = desk.service.pages
        open(desk)
        #expect(desk.service.pages == pages)
    }

    @Test func aChangeOutsideOfWhatWasReadMakesNoHole() throws {
        let desk = try desk()
        tell(
            desk,
            [
                .comment(comment(2, text: "2, edited"), echoOf: nil),
                .comment(comment(8, text: "8, edited"), echoOf: nil),
            ])
        #expect(texts(desk) == ["7", "8, edited", "9", "10"])
        tell(desk, [.comment(comment(11), echoOf: nil), .comment(comment(12, of: "2"), echoOf: nil)])
        #expect(texts(desk) == ["7", "8, edited", "9", "10", "11"])
        #expect(texts(desk, of: "2").isEmpty)
    }

    @Test func aChangeIsNotTakenForOlderThanAPageThatWasBegunAfterThePoll() throws {
        let desk = try desk()
        tell(desk, [.comment(comment(9, text: "9, edited"), echoOf: nil)])
        #expect(texts(desk) == ["7", "8", "9, edited", "10"])
        tell(desk, [.comment(comment(9, text: "9, edited again"), echoOf: nil)])
        #expect(texts(desk) == ["7", "8", "9, edited again", "10"])
    }

    /// Two edits of one comment, and a slow link: a reply was confirmed while the news were asked for a second time.
    @Test func newsThatAReplyOvertakesTwiceAreAskedForAgain() throws {
        let desk = try desk()
        desk.store.confirm([.record(comment(9, text: "9, a reply"))], from: desk.store.beginFetch())
        desk.service.fallSilent()
        desk.service.publish([.comment(comment(9, text: "9, as it is"), echoOf: nil)])
        desk.executor.run()
        #expect(texts(desk) == ["7", "8", "9, a reply", "10"])
        desk.store.confirm([.record(comment(9, text: "9, another reply"))], from: desk.store.beginFetch())
        desk.service.speak()
        desk.executor.run()
        #expect(texts(desk) == ["7", "8", "9, as it is", "10"])
    }

    @Test func whatIsRemovedGoes() throws {
        let desk = try desk()
        tell(desk, [.commentRemoved("9", post: "1"), .postRemoved("2")])
        #expect(texts(desk) == ["7", "8", "10"])
        #expect(desk.store.read { $0.count(in: Scope<Post>.feed) } == 1)
    }

    @Test func afterAGapWhatWasReadIsReadAgainAndWhatIsGoneGoes() throws {
        let desk = try desk()
        desk.service.hold(
            posts: [post(1), post(2), post(3)],
            comments: ["1": [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12].map { comment($0) }])
        tell(desk, [], hasGap: true)
        #expect(texts(desk).suffix(5) == ["7", "9", "10", "11", "12"])
        #expect(!texts(desk).contains("8"))
        #expect(desk.store.read { $0.count(in: Scope<Post>.feed) } == 3)
    }

    @Test func anOutageIsSaidAndEndsByItself() throws {
        let desk = try desk()
        let offline = ServiceError.offline(Failure(code: FailureCode.offline))
        desk.service.fail(with: offline)
        desk.service.end(with: offline)
        desk.executor.run()
        #expect(desk.reader.state.connection == .offline(until: desk.time.now() + .milliseconds(500)))
        open(desk, "2")
        #expect(desk.reader.state.posts["2"]?.error == offline)
        desk.service.fail(with: nil)
        desk.advance(.milliseconds(500))
        #expect(desk.reader.state.connection == .online)
        #expect(desk.reader.state.posts["2"]?.wasRead == true)
    }

    @Test func whoIsNeverAnsweredIsToldSoAfterTheTimeOfAList() throws {
        let desk = try BoardDesk()
        desk.service.hold(posts: [post(1)])
        desk.service.fallSilent()
        desk.start()
        desk.advance(.milliseconds(29_999))
        #expect(desk.reader.state.connection == .connecting && desk.reader.state.feed.error == nil)
        desk.advance(.milliseconds(1))
        #expect(desk.reader.state.connection == .reconnecting(at: desk.time.now() + .milliseconds(500)))
        #expect(desk.reader.state.feed.error == .timedOut)
        desk.service.speak()
        desk.advance(.milliseconds(500))
        #expect(desk.reader.state.connection == .online && desk.reader.state.feed.wasRead)
    }

    @Test func aPlaceThatAnswersButTellsNoNewsIsAskedEverMoreSeldom() throws {
        let desk = try desk()
        desk.service.failPolls(with: .timedOut)
        desk.service.end(with: .timedOut)
        desk.executor.run()
        let polls = desk.service.polls
        for delay in [500, 1_000, 2_000, 4_000] {
            #expect(desk.reader.state.connection == .reconnecting(at: desk.time.now() + .milliseconds(delay)))
            desk.advance(.milliseconds(delay))
        }
        #expect(desk.service.polls == polls + 4)
        desk.service.failPolls(with: nil)
        desk.advance(.milliseconds(8_000))
        #expect(desk.reader.state.connection == .online)
        // A wait that is cut off after a while is none of a row of failures.
        desk.advance(.seconds(20))
        desk.service.end(with: .timedOut)
        desk.executor.run()
        desk.advance(.milliseconds(500))
        desk.advance(.seconds(20))
        desk.service.end(with: .timedOut)
        desk.executor.run()
        #expect(desk.reader.state.connection == .reconnecting(at: desk.time.now() + .milliseconds(500)))
    }

    @Test func aKnockEndsThePause() throws {
        let desk = try desk()
        desk.service.fail(with: .timedOut)
        desk.service.end(with: .timedOut)
        desk.executor.run()
        #expect(desk.reader.state.connection == .reconnecting(at: desk.time.now() + .milliseconds(500)))
        desk.service.fail(with: nil)
        desk.reader.tryNow()
        desk.executor.run()
        #expect(desk.reader.state.connection == .online)
    }

    @Test func aSessionThatEndedIsSaidAndNotAskedAgain() throws {
        let desk = try desk()
        desk.service.end(with: .needsSignIn)
        desk.executor.run()
        #expect(desk.reader.state.connection == .needsSignIn)
        #expect(desk.time.sleeperCount == 0)
    }

    @Test func aPostThatIsNotThereKeepsNothingElseFromBeingRead() throws {
        let desk = try desk()
        open(desk, "77")
        #expect(desk.reader.state.posts["77"]?.error == .notFound)
        desk.service.hold(posts: [post(1), post(2), post(3)], comments: ["1": [comment(30)]])
        desk.service.publish([], hasGap: true)
        desk.executor.run()
        #expect(desk.reader.state.connection == .online)
        #expect(texts(desk) == ["30"])
        #expect(desk.store.read { $0.count(in: Scope<Post>.feed) } == 3)
    }

    @Test func aPostThatTheFeedDidNotReachIsReadWithItsComments() throws {
        let desk = try BoardDesk(session: nil, pageSize: 1)
        desk.service.hold(posts: [post(1), post(2)], comments: ["1": [comment(5)]])
        desk.start()
        #expect(desk.store.read { $0.item(Ref<Post>.server("1")) == nil })
        open(desk)
        #expect(desk.store.read { $0.item(Ref<Post>.server("1")) != nil })
        #expect(texts(desk) == ["5"])
    }
}
