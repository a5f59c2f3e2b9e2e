import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

@Suite struct PanelTests {
    @Test func theOutboxRetriesDiscardsAndEdits() throws {
        let talk = try Talk()
        talk.openPost()
        for (index, text) in ["one", "two"].enumerated() {
            talk.want(.item(.comment))
            talk.write(text)
            talk.board.refuse("m\(index + 1)")
        }
        talk.want(.showOutbox)
        #expect(talk.frame.outbox?.entries.rows.map(\.words.raw) == ["not sent: 403 refused", "not sent: 403 refused"])
        talk.want(.retryAll)
        #expect(talk.board.service.asked.map(\.id.rawValue) == ["m1", "m2", "m1"])
        // It is on its way: whoever discards it is asked.
        talk.want(.item(.discard))
        #expect(talk.client.focus == .discardQuestion)
        talk.want(.answer(.no))
        talk.board.refuse("m1")
        talk.board.refuse("m2")
        talk.want(.move(.first), .item(.edit))
        #expect(talk.frame.composer?.buffer.text == "one")
        talk.want(.back, .item(.discard))
        #expect(talk.frame.outbox?.entries.rows.map(\.about.raw) == ["two"])
        #expect(talk.frame.composer?.buffer.text.hasPrefix("one") == true)
    }

    @Test func lettersNarrowTheNetworksAndEnterChooses() throws {
        let talk = try Talk(network: true)
        talk.want(.showNetwork, .text(.type("off")))
        #expect(talk.frame.network?.presets == ["offline"])
        #expect(talk.want(.activate) == [.chooseNetwork("offline")])
        #expect(talk.frame.network == nil)
        #expect(talk.frame.status.network == "offline")
        talk.want(.showNetwork)
        #expect(talk.want(.network(.refuseNext)) == [.refuseNext])
        #expect(talk.want(.network(.switchAutomaticRetry)) == [.setAutomaticRetry(false)])
    }

    @Test func whatIsSwitchedOverTheListsIsSaid() throws {
        let talk = try Talk(network: true)
        #expect(talk.want(.network(.switchAutomaticRetry)) == [.setAutomaticRetry(false)])
        #expect(talk.frame.status.notice == .automaticRetry(isOn: false))
        talk.want(.network(.switchAutomaticRetry))
        #expect(talk.frame.status.notice == .automaticRetry(isOn: true))
        talk.want(.network(.refuseNext))
        #expect(talk.frame.status.notice == .nextIsRefused)
        talk.want(.showOutbox, .retryAll)
        #expect(talk.frame.status.notice == .nothingFailed)
    }

    @Test func whatBeginsAsTypedStandsFirst() throws {
        var panel = NetworkSettings(presets: ["very-bad", "bad"], current: "bad", retriesAutomatically: true)
        panel.current = "very-bad"
        let board = try BoardDesk()
        let client = ClientPresenter(
            settings: ClientSettings(
                place: UntrustedText("b"), network: panel, time: board.time, drafts: KeptDrafts()),
            account: Account(
                store: board.store, session: Talk.me, reader: board.reader, limits: board.service.capabilities))
        _ = client.handle(.showNetwork)
        _ = client.handle(.text(.type("bad")))
        #expect(client.frame(FrameRequest(rows: 9)).network?.presets == ["bad", "very-bad"])
        #expect(client.handle(.activate).contains(.chooseNetwork("bad")))
    }

    @Test func withoutANetworkThereIsNoPanel() throws {
        let talk = try Talk()
        for intent in [Intent.showNetwork, .network(.refuseNext), .network(.switchAutomaticRetry)] {
            #expect(talk.want(intent) == [])
            #expect(talk.frame.network == nil)
            #expect(talk.client.focus == .feed)
            #expect(talk.frame.status.notice == .noNetwork)
        }
    }

    @Test func whatOthersWriteIsSeenAndMovesNoSelection() throws {
        let talk = try Talk()
        talk.openPost()
        let selected = talk.frame.post?.thread.selectedID
        talk.board.service.publish([.comment(Talk.comment(13, by: "mina"), echoOf: nil)])
        talk.settle()
        #expect(talk.texts == ["comment 11", "comment 12", "comment 13"])
        #expect(talk.frame.post?.thread.selectedID == selected)
    }

    @Test func theFeedCountsTheRowsOfAPostThatWasReadWhole() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("counted")
        // The news of it comes before the answer: the server counts it, and so does what is still pending.
        talk.board.service.publish([.post(Talk.post(2, "Sunday", comments: 3), echoOf: nil)])
        talk.settle()
        #expect(talk.comments.count == 3)
        #expect(talk.frame.feed.posts.rows.map(\.comments) == [3, 0])
        let mine = Talk.comment(13, by: "kei", isMine: true)
        talk.board.answer("m1", .accepted(serverID: "13", said: [.record(mine)]))
        talk.settle()
        #expect(talk.frame.feed.posts.rows.map(\.comments) == [talk.comments.count, 0])
    }

    /// Deleted comments that are shown for their replies are no comments: not for the server, and not here.
    @Test func whatIsDeletedIsCountedNowhere() throws {
        let talk = try Talk()
        var parent = Talk.comment(11, by: "kei", isMine: true)
        parent.replies = 1
        let reply = Comment(
            ref: .server("12"), post: .server("2"), parent: .server("11"), parentPlace: .confirmed(11),
            place: .confirmed(12), author: UntrustedText("aki"), text: UntrustedText("reply"),
            createdAt: Timestamp(milliseconds: 0))
        var earlier = Talk.comment(5, by: "aki")
        (earlier.isDeleted, earlier.replies) = (true, 1)
        let other = Comment(
            ref: .server("6"), post: .server("2"), parent: .server("5"), parentPlace: .confirmed(5),
            place: .confirmed(6), author: UntrustedText("aki"), text: UntrustedText("other"),
            createdAt: Timestamp(milliseconds: 0))
        func counts() -> [Int] {
            let frame = talk.frame
            return [
                frame.feed.posts.rows.first { $0.id == .server("2") }?.comments ?? -1, frame.post?.post.comments ?? -1,
            ]
        }
        talk.board.service.hold(
            posts: [Talk.post(2, "Sunday", comments: 3)], comments: ["2": [earlier, other, parent, reply]])
        talk.board.service.publish([], hasGap: true)
        talk.settle()
        #expect(counts() == [3, 3])
        // Before it is opened and after, in every frame.
        talk.openPost()
        #expect(talk.comments.count == 4 && counts() == [3, 3])
        talk.want(.move(.by(-1)), .item(.delete), .answer(.yes))
        #expect(talk.comments.count == 4 && talk.comments.count { $0.isDeleted } == 2 && counts() == [2, 2])
        (parent.isDeleted, parent.text) = (true, UntrustedText(""))
        talk.board.service.publish([
            .post(Talk.post(2, "Sunday", comments: 2), echoOf: nil), .comment(parent, echoOf: nil),
        ])
        talk.settle()
        #expect(talk.comments.count == 4 && counts() == [2, 2])
    }

    @Test func aNewPostThatWasBegunIsMarkedInTheFeed() throws {
        let talk = try Talk()
        #expect(!talk.frame.feed.hasPostDraft)
        talk.want(.addPost, .text(.type("A title")), .back)
        #expect(talk.frame.feed.hasPostDraft && talk.frame.feed.withDraft.isEmpty)
        talk.want(.addPost)
        #expect(talk.frame.composer?.buffer.text == "A title")
        talk.want(.send)
        #expect(!talk.frame.feed.hasPostDraft)
        talk.board.refuse("m1")
        talk.want(.item(.edit), .text(.type("!")), .back)
        #expect(talk.frame.feed.withDraft == [.created(by: MutationID("m1"))])
    }

    @Test func idleAsksForAFrameOnceAMinute() throws {
        let talk = try Talk()
        let next = try #require(talk.frame.nextChange)
        #expect(next.milliseconds % 60_000 == 0)
        #expect(next > talk.board.time.now())
    }
}
