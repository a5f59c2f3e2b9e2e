import TestSupport
import Testing
import Visitors

struct SeatsTests {
    private let folder: TemporaryFolder
    private let one: Seats
    private let two: Seats
    private let mine = Seats.Row.visitor(Visitor(authentication: nil, connection: "10.0.0.1"))

    init() throws {
        folder = try TemporaryFolder()
        // Two openings of a file are to the kernel what two processes are.
        one = try #require(Seats(folder.file("seats")))
        two = try #require(Seats(folder.file("seats")))
    }

    @Test func whoHasASeatKeepsTheNextOneOut() throws {
        #expect(one.take(oneOf: 2, in: mine))
        #expect(two.take(oneOf: 2, in: mine))
        let three = try #require(Seats(folder.file("seats")))
        #expect(!three.take(oneOf: 2, in: mine))
        #expect(three.take(oneOf: 3, in: mine))
        #expect(three.take(oneOf: 1, in: .everyone))
    }

    @Test func aSeatIsFreeWhenItsOwnerHasGone() throws {
        var gone = Seats(folder.file("seats"))
        #expect(gone?.take(oneOf: 1, in: .everyone) == true)
        #expect(!one.take(oneOf: 1, in: .everyone))
        gone = nil
        #expect(one.take(oneOf: 1, in: .everyone))
    }

    @Test func whoAwaitsASeatTakesAFreeOneAndLeavesIt() {
        let first = one.await(oneOf: 2, in: .everyone)
        let second = two.await(oneOf: 2, in: .everyone)
        #expect(Set([first, second]) == [0, 1])
        one.leave(first, in: .everyone)
        #expect(two.await(oneOf: 2, in: .everyone) == first)
    }

    @Test func onlyTheLastOfARowMayPutItAway() {
        #expect(one.enter(mine))
        #expect(two.enter(mine))
        #expect(!one.putAway(mine, if: { true }) { Issue.record("somebody is in it") })
    }

    @Test func theDoorIsShutWhileSomethingIsPutAway() throws {
        let path = folder.file("seats")
        var asked = 0
        // An opening that nobody keeps: its lock has to last all the same.
        let isDone = try #require(Seats(path)).putAway(mine) {
            asked += 1
            return true
        } _: {
            // Who tries the same finds it shut; who enters would wait.
            #expect(!two.putAway(mine, if: { true }) { Issue.record("two put it away") })
        }
        #expect(isDone && asked == 1)
        // Nobody holds that opening any more: the row is free.
        #expect(two.enter(mine))
    }

    @Test func whatIsInUseAfterAllIsNotPutAway() {
        #expect(one.enter(mine))
        #expect(!one.putAway(mine, if: { false }) { Issue.record("it was in use") })
    }

    @Test func noneIsNone() {
        #expect(!one.take(oneOf: 0, in: .everyone))
        #expect(!one.take(oneOf: -1, in: .everyone))
    }
}
