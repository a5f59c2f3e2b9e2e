import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

@Suite struct WritingTests {
    @Test func aCommentIsOnScreenAndOnDiskBeforeTheComposerIsCleared() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment), .text(.type("Love it")))
        #expect(talk.drafts.all.values.contains("Love it"))
        _ = talk.client.handle(.send)
        #expect(talk.texts == ["comment 11", "comment 12", "Love it"])
        #expect(talk.board.disk.rows.count == 1)
        #expect(talk.frame.composer == nil)
        #expect(talk.drafts.all.isEmpty)
        #expect(talk.board.service.asked.isEmpty)
        #expect(talk.frame.post?.thread.selectedID == .comment(.created(by: MutationID("m1"))))
    }

    @Test func theWordAndTheCountComeAfterFourTenthsOfASecond() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Love it")
        #expect(talk.words(of: 2) == [nil])
        #expect(talk.frame.status.pending == 0)
        #expect(talk.frame.nextChange == talk.board.time.now() + .milliseconds(400))
        talk.board.advance(.milliseconds(400))
        #expect(talk.words(of: 2) == ["sending…"])
        #expect(talk.frame.status.pending == 1)
    }

    @Test func eachThatWaitsSaysForWhich() throws {
        let talk = try Talk()
        talk.openPost()
        for text in ["one", "two", "three"] {
            talk.want(.item(.comment))
            talk.write(text)
        }
        talk.board.advance(.seconds(1))
        #expect(talk.words(of: 2) == ["sending…"])
        #expect(talk.words(of: 3) == ["waits for your comment “one”"])
        #expect(talk.words(of: 4) == ["waits for your comment “two”"])
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment one"])
    }

    @Test func aWaitCountsDownOnceASecond() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Patience")
        talk.board.answer("m1", .transient(Failure(code: FailureCode.rateLimited), retryAfter: .seconds(8)))
        #expect(talk.words(of: 2) == [nil])
        talk.board.advance(.milliseconds(500))
        #expect(talk.words(of: 2) == ["waiting 8 s, as the server asked: too many at once"])
        #expect(talk.frame.nextChange == talk.board.time.now() + .milliseconds(500))
        talk.board.advance(.milliseconds(500))
        #expect(talk.words(of: 2) == ["waiting 7 s, as the server asked: too many at once"])
    }

    @Test func emptyAndBlankAreNotSentAndTheHintSaysSo() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment), .send)
        #expect(talk.frame.composer?.hint == .empty)
        talk.write(" \n ")
        #expect(talk.frame.composer?.hint == .empty)
        #expect(talk.board.disk.rows.isEmpty)
    }

    @Test func controlCharactersAreRemovedFromWhatIsTyped() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment), .text(.paste("a\u{1B}[2Jb\r\nc\u{0}\u{9B}d\te\u{7F}")))
        talk.want(.send)
        #expect(talk.texts.last == "a[2Jb\ncd e")
    }

    @Test func thePostsFirstLineIsItsTitle() throws {
        let talk = try Talk()
        talk.want(.addPost)
        talk.write("A title\n\nand its text\nin two lines")
        talk.board.executor.run()
        #expect(talk.board.service.asked.map(\.operation.short) == ["post A title/and its text\nin two lines"])
        #expect(talk.frame.feed.posts.rows.first?.title.raw == "A title")
        #expect(talk.frame.feed.posts.selected == 0)
        // What is not there yet can be commented on: the comment waits for it.
        talk.want(.activate, .item(.comment))
        talk.write("first")
        talk.board.advance(.seconds(1))
        #expect(talk.words(of: 0) == ["waits for your post “A title”"])
        #expect(talk.board.service.asked.count == 1)
    }

    @Test func aDraftIsKeptPerPostAndShownOnReturn() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment), .text(.type("half a thou")), .back)
        #expect(talk.frame.composer == nil)
        talk.want(.back, .move(.last), .activate, .item(.comment))
        #expect(talk.frame.composer?.buffer.text == "")
        talk.want(.back, .back, .move(.first), .activate, .item(.comment))
        #expect(talk.frame.composer?.buffer.text == "half a thou")
    }

    @Test func aReplyStandsOneLevelDeep() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.move(.by(-1)), .item(.reply))
        talk.write("to the first")
        #expect(talk.texts == ["comment 11", "to the first", "comment 12"])
        #expect(talk.board.service.asked.map(\.operation.short) == ["reply 11 to the first"])
        talk.board.answer(
            "m1",
            .accepted(
                serverID: "20",
                said: [
                    .record(
                        Comment(
                            ref: .server("20"), post: .server("2"), parent: .server("11"),
                            parentPlace: .confirmed(11), place: .confirmed(20), author: UntrustedText("kei"),
                            text: UntrustedText("to the first"), createdAt: Timestamp(milliseconds: 0), isMine: true),
                        echoOf: MutationID("m1"))
                ]))
        talk.want(.item(.reply))
        talk.write("to the reply")
        #expect(talk.texts == ["comment 11", "to the first", "to the reply", "comment 12"])
        #expect(talk.board.service.asked.last?.operation.short == "reply 11 to the reply")
    }
}
