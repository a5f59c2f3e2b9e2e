import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

@Suite struct SearchTests {
    /// A post with so many comments; each tenth speaks of a boat, the first of a heron.
    private func talk(_ count: Int64 = 100) throws -> Talk {
        let talk = try Talk()
        let comments = (1...count).map { number in
            let text = number == 1 ? "A heron" : number.isMultiple(of: 10) ? "Boat \(number)" : "Water \(number)"
            return Comment(
                ref: .server("\(100 + number)"), post: .server("1"), place: .confirmed(100 + number),
                author: UntrustedText("aki"), text: UntrustedText(text), createdAt: Timestamp(milliseconds: 0))
        }
        talk.board.service.hold(
            posts: [Talk.post(2, "Sunday"), Talk.post(1, "A long one")], comments: ["1": comments])
        talk.board.service.publish([], hasGap: true)
        talk.settle()
        talk.want(.move(.last), .activate)
        talk.settle()
        return talk
    }

    private func selected(_ talk: Talk) -> String? {
        let frame = talk.client.frame(FrameRequest(rows: 500))
        guard let thread = frame.post?.thread, let selected = thread.selected else { return nil }
        if case .comment(let comment) = thread.row(at: selected) { return comment.text.raw }
        return "the post"
    }

    private func finding(_ talk: Talk) -> SearchModel.Finding? { talk.frame.status.search?.finding }

    @Test func whatIsTypedIsLookedForFromWhereItBegan() throws {
        let talk = try talk()
        #expect(selected(talk) == "Boat 100")
        talk.want(.move(.by(-2)), .list(.search), .text(.type("BOA")))
        #expect(talk.client.focus == .search)
        #expect(selected(talk) == "Boat 100")
        talk.want(.text(.type("t 3")))
        #expect(selected(talk) == "Boat 30")
        #expect(finding(talk) == .foundFromFirst)
        talk.want(.text(.change(.deleteBackward)), .text(.change(.deleteBackward)))
        #expect(selected(talk) == "Boat 100")
        talk.want(.text(.type("zz")))
        #expect(finding(talk) == .missing)
        #expect(selected(talk) == "Water 98")
    }

    @Test func enterKeepsItAndNGoesOn() throws {
        let talk = try talk()
        talk.want(.list(.search), .text(.type("boat")), .send)
        #expect(talk.client.focus == .post)
        #expect(selected(talk) == "Boat 100")
        talk.want(.list(.previousHit), .list(.previousHit))
        #expect(selected(talk) == "Boat 80")
        talk.want(.list(.nextHit))
        #expect(selected(talk) == "Boat 90")
        talk.want(.list(.nextHit), .list(.nextHit))
        #expect(selected(talk) == "Boat 10")
        #expect(finding(talk) == .foundFromFirst)
        talk.want(.list(.previousHit))
        #expect(selected(talk) == "Boat 100")
        #expect(finding(talk) == .foundFromLast)
        // Esc goes back, and the list has the keys.
        talk.want(.list(.previousHit), .back)
        #expect(selected(talk) == "Boat 100")
        #expect(talk.frame.status.search == nil)
        #expect(talk.client.focus == .post)
        talk.want(.list(.nextHit))
        #expect(talk.frame.status.notice == .nothingSearched)
    }

    @Test func whoWentElsewhereStaysThereWhenItEnds() throws {
        let talk = try talk()
        talk.want(.list(.search), .text(.type("boat 5")), .send, .move(.by(1)), .back)
        #expect(selected(talk) == "Water 51")
        #expect(talk.frame.status.search == nil)
    }

    @Test func anEmptySearchAndEscLeadBack() throws {
        let talk = try talk()
        for end in [[Intent.send], [.back], [.text(.change(.deleteBackward))]] {
            talk.want(.list(.search))
            #expect(talk.client.focus == .search)
            for intent in end { talk.want(intent) }
            #expect(talk.client.focus == .post)
        }
        talk.want(.list(.search), .text(.type("boat 5")), .back)
        #expect(selected(talk) == "Boat 100")
        #expect(talk.frame.post?.pattern == nil)
    }

    @Test func itSaysThatOlderOnesWereNotReadAndReadsThem() throws {
        let talk = try talk(250)
        #expect(talk.client.frame(FrameRequest(rows: 500)).post?.thread.count == 101)
        talk.want(.list(.search), .text(.type("heron")))
        #expect(finding(talk) == .missing)
        #expect(talk.frame.status.search?.hasOlder == true)
        talk.want(.send)
        let asked = talk.want(.list(.nextHit))
        #expect(asked.contains(.readOlderComments(of: "1")))
        #expect(finding(talk) == .missing)
        talk.want(.list(.previousHit))
        #expect(selected(talk) == "A heron")
        #expect(finding(talk) == .found)
        #expect(talk.frame.status.search?.hasOlder == false)
    }

    @Test func whoGoesElsewhereIsNotFetchedBackByWhatIsRead() throws {
        let talk = try talk(250)
        talk.want(.list(.search), .text(.type("boat 150")), .send)
        // Asked, and not answered yet.
        #expect(talk.client.handle(.list(.previousHit)).contains(.readOlderComments(of: "1")))
        #expect(talk.client.handle(.list(.previousHit)).isEmpty)
        #expect(finding(talk) == .reading)
        _ = talk.client.handle(.move(.by(-1)))
        talk.board.executor.start { [reader = talk.board.reader] in await reader.readOlderComments(of: "1") }
        talk.settle()
        #expect(selected(talk) == "Water 249")
    }

    @Test func goingBackBeyondTheFirstThatWasReadReadsOlderOnes() throws {
        let talk = try talk(250)
        talk.want(.list(.search), .text(.type("boat 160")), .send)
        #expect(selected(talk) == "Boat 160")
        talk.want(.text(.type("x")), .list(.search), .text(.type("boat")), .send, .list(.previousHit))
        #expect(selected(talk) == "Boat 150")
        #expect(finding(talk) == .found)
    }

    @Test func anotherPostEndsIt() throws {
        let talk = try talk()
        talk.want(.list(.search), .text(.type("boat")), .send, .otherPane)
        #expect(talk.frame.status.search == nil)
        talk.want(.move(.first), .activate)
        talk.want(.list(.nextHit))
        #expect(talk.frame.status.notice == .nothingSearched)
    }

    @Test func theFeedIsSearchedByTitles() throws {
        let talk = try talk()
        talk.want(.back, .move(.first), .list(.search), .text(.type("LONG")))
        #expect(talk.frame.feed.pattern?.text == "LONG")
        #expect(talk.frame.feed.posts.selectedID == .server("1"))
        #expect(talk.frame.post?.pattern == nil)
        talk.want(.send, .list(.endSearch))
        #expect(talk.frame.feed.posts.selectedID == .server("2"))
        #expect(talk.frame.feed.pattern == nil)
    }
}
