import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

/// A deletion can be undone for five seconds.
@Suite struct UndoTests {
    private func deleted() throws -> Talk {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.delete), .answer(.yes))
        return talk
    }

    @Test func aDeletionIsHeldBackAndCountsDown() throws {
        let talk = try deleted()
        #expect(talk.texts == ["comment 11"])
        #expect(talk.frame.status.notice == .undoable(seconds: 5))
        talk.board.advance(.seconds(3))
        #expect(talk.frame.status.notice == .undoable(seconds: 2))
        #expect(talk.board.service.asked.isEmpty)
        talk.board.advance(.seconds(2))
        #expect(talk.frame.status.notice == nil)
        #expect(talk.board.service.asked.map(\.operation.short) == ["delete 12"])
        talk.want(.app(.undo))
        #expect(talk.frame.status.notice == .nothingToUndo)
    }

    @Test func undoingBringsTheCommentBackAndSendsNothing() throws {
        let talk = try deleted()
        talk.board.advance(.seconds(4))
        talk.want(.app(.undo))
        #expect(talk.texts == ["comment 11", "comment 12"])
        #expect(talk.frame.post?.thread.selectedID == .comment(.server("12")))
        talk.board.advance(.seconds(60))
        #expect(talk.board.service.asked.isEmpty && talk.board.disk.rows.isEmpty)
    }

    @Test func undoingGoesBackDeletionByDeletion() throws {
        let talk = try deleted()
        talk.want(.item(.comment))
        talk.write("mine")
        let mine = Talk.comment(13, by: "kei", isMine: true)
        talk.board.answer("m2", .accepted(serverID: "13", said: [.record(mine)]))
        talk.want(.item(.delete), .answer(.yes))
        #expect(talk.texts == ["comment 11"])
        talk.want(.app(.undo))
        #expect(talk.texts == ["comment 11", "comment 13"])
        talk.want(.app(.undo))
        #expect(talk.texts == ["comment 11", "comment 12", "comment 13"])
    }

    @Test func leavingSendsWhatIsHeldBack() throws {
        let talk = try deleted()
        talk.client.sendHeld()
        talk.settle()
        #expect(talk.board.service.asked.map(\.operation.short) == ["delete 12"])
        #expect(talk.frame.status.notice == nil)
    }

    @Test func whatWasNeverSentVanishesAtOnceAndCanBeWrittenAgain() throws {
        let talk = try Talk()
        talk.openPost()
        for text in ["first", "second"] {
            talk.want(.item(.comment))
            talk.write(text)
        }
        talk.want(.item(.delete), .answer(.yes))
        #expect(talk.texts == ["comment 11", "comment 12", "first"])
        #expect(talk.board.disk.rows.map(\.id.rawValue) == ["m1"])
        talk.want(.app(.undo))
        #expect(talk.texts == ["comment 11", "comment 12", "first", "second"])
        talk.want(.item(.delete), .answer(.yes))
        talk.board.advance(.seconds(10))
        talk.board.answer("m1", .accepted(serverID: "13", said: []))
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment first"])
    }

    @Test func whatWasDoneToWhatWasNeverSentComesBackWithIt() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("first")
        talk.board.answer("m1", .offline(Failure(code: FailureCode.offline)))
        talk.want(.item(.toggleFavourite), .item(.delete), .answer(.yes))
        #expect(talk.texts == ["comment 11", "comment 12"] && talk.board.disk.rows.isEmpty)
        talk.want(.app(.undo))
        #expect(talk.texts == ["comment 11", "comment 12", "first"])
        #expect(talk.comments.last?.isFavourited == true)
        let new = talk.board.service.asked.last?.id.rawValue ?? ""
        talk.board.answer(new, .accepted(serverID: "13", said: []))
        talk.settle()
        #expect(talk.board.service.asked.map(\.operation.short).suffix(2) == ["comment first", "favourite 13 true"])
    }

    @Test func whatIsOnItsWayIsDeletedBehindItself() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("first")
        talk.want(.item(.delete), .answer(.yes))
        #expect(talk.texts == ["comment 11", "comment 12"])
        talk.board.answer("m1", .accepted(serverID: "13", said: []))
        talk.settle()
        #expect(talk.texts == ["comment 11", "comment 12"])
        talk.board.advance(.seconds(5))
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment first", "delete 13"])
    }

    @Test func aFailedEditThatWentWithItComesBackAndIsSentAgain() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.edit), .text(.change(.clear)))
        talk.write("better")
        talk.board.refuse("m1")
        talk.want(.item(.delete), .answer(.yes))
        talk.want(.app(.undo))
        #expect(talk.texts == ["comment 11", "better"])
        #expect(talk.frame.composer == nil)
        #expect(talk.frame.status.notice == .editIsSentAgain)
        #expect(talk.board.service.asked.map(\.operation.short) == ["edit 12 better", "edit 12 better"])
        talk.board.refuse("m3")
        #expect(talk.words(of: 1) == ["edit not sent: 403 refused"])
        #expect(talk.board.disk.rows.count == 1)
    }

    @Test func theWaitingWayHasNoUndo() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.app(.switchWay), .item(.delete), .answer(.yes))
        #expect(talk.board.service.asked.map(\.operation.short) == ["delete 12"])
        #expect(talk.client.focus == .waiting)
    }
}
