import CommentLines
import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

/// What is said of what takes long, and of what comes to its end in the middle.
@Suite struct LineWaitingTests {
    @Test func aListThatTakesLongIsSaidToBeReadAndQuitDoesNotWaitForIt() throws {
        let desk = LineDesk(try World(isSilent: true))
        #expect(desk.transcript == ["board.sqlite, as kei. help lists the words."])
        #expect(desk.lines.takesLine && desk.lines.isGreeting(desk.world.client) && !desk.lines.isSlow)
        #expect(desk.after { desk.advance(.milliseconds(999)) } == [])
        #expect(desk.after { desk.advance(.milliseconds(1)) } == ["reading the posts…"])
        #expect(desk.lines.isSlow)
        #expect(desk.say("status") == ["board.sqlite, as kei, connecting"])
        desk.advance(.seconds(1))
        #expect(!desk.lines.isGreeting(desk.world.client), "a script goes on without it")
        #expect(desk.say("open 1") == [])
        #expect(!desk.lines.takesLine, "it waits for the posts")
        #expect(desk.lines.isUrgent("quit") && !desk.lines.isUrgent("posts"))
        desk.say("quit")
        #expect(desk.world.commands.contains(.quit))
    }

    @Test func aCommentThatWaitsForAListIsInTheOutboxWhenOneLeaves() throws {
        let world = try World(isSilent: true)
        world.client.show(post: .server("2"))
        let desk = LineDesk(world)
        desk.say("comment Love it")
        #expect(!desk.lines.takesLine && world.board.disk.rows.isEmpty)
        desk.say("quit")
        #expect(world.board.disk.rows.map { ($0.mutation as? AddComment)?.text.raw } == ["Love it"])
    }

    @Test func anythingElseThatWaitsIsSaidOnceMoreWhenOneLeaves() throws {
        let world = try World(isSilent: true)
        world.client.show(post: .server("2"))
        let desk = LineDesk(world)
        desk.say("reply 3 Indeed, it is")
        let told = desk.after { desk.world.run(desk.lines.end(desk.world.client)) }
        #expect(told.first == "not done: reply 3 Indeed, it is" && desk.lines.hasMistakes)
    }

    @Test func aDiskThatTakesNothingIsSaidOnce() throws {
        let desk = LineDesk(try World())
        desk.say("open 1")
        desk.world.board.disk.isFull = true
        let told = desk.say("comment Love it")
        #expect(told.contains("the disk takes nothing: what is done now is not saved"))
        desk.world.board.disk.isFull = false
        #expect(desk.say("comment More").contains("everything is on disk again"))
    }

    @Test func whatWasSaidMeanwhileIsDoneOnceTheListIsThere() throws {
        let desk = LineDesk(try World(isSilent: true))
        desk.say("open 2")
        let told = desk.after {
            desk.world.board.service.speak()
            desk.settle()
            desk.settle()
        }
        #expect(told.first?.contains(": Sunday") == true && told.contains { $0.hasPrefix("post 2, mina") }, "\(told)")
    }

    @Test func aListThatIsNeverReadIsSaidNotToBe() throws {
        let desk = LineDesk(try World(isSilent: true))
        let told = desk.after { desk.advance(.seconds(30)) }
        #expect(told.contains { $0.hasPrefix("posts could not be read: ") }, "\(told)")
    }

    @Test func anAnswerThatNeverComesIsAMistake() throws {
        let desk = LineDesk(try World())
        desk.say("open 1", "delete 2")
        #expect(!desk.lines.hasMistakes)
        let told = desk.after { desk.world.run(desk.lines.end(desk.world.client)) }
        #expect(told == ["not done: the question has no answer"] && desk.lines.hasMistakes)
    }

    @Test func aPasswordThatNeverComesIsAMistake() throws {
        let desk = LineDesk(try World(session: nil))
        desk.say("sign-in kei")
        let told = desk.after { desk.world.run(desk.lines.end(desk.world.client)) }
        #expect(told == ["not done: the password did not come"] && desk.lines.hasMistakes)
    }

    @Test func aDotBehindNothingEndsTheTextSoThatNoWordBecomesOne() throws {
        let desk = LineDesk(try World())
        desk.say("open 1", "comment")
        #expect(desk.say(".") == ["not sent: there is nothing in it"])
        #expect(desk.lines.prompt == .word && desk.lines.hasMistakes)
        desk.say("comment", "  ")
        desk.say(".")
        #expect(desk.lines.prompt == .word)
    }

    @Test func whatIsBeingSentIsSaidToBe() throws {
        let desk = LineDesk(try World())
        desk.say("open 1", "comment Love it")
        #expect(desk.say("retry 4") == ["it is being sent"])
    }

    /// A refused comment that is written anew takes what answers it along.
    @Test func whatIsWrittenAnewKeepsItsNumberAndSoDoWhatAnswersIt() throws {
        let desk = LineDesk(try World())
        desk.say("open 1", "comment a")
        desk.after { desk.world.board.refuse("m1") }
        desk.say("reply 4 first", "reply 4 second")
        let told = desk.say("edit 4 better")
        #expect(!told.contains { $0.contains("deleted") }, "\(told)")
        #expect(told.contains("comment 4 now reads: better"))
        #expect(desk.say("read 4").first?.hasPrefix("4 you") == true)
        #expect(desk.say("read 5").first?.contains("reply to 4") == true)
        #expect(desk.say("read 6").first?.contains("second") == true)
    }

    @Test func whatWasTakenAwayAndIsThereAgainIsNoNews() throws {
        let desk = LineDesk(try World())
        desk.say("open 1", "delete 2", "yes")
        #expect(desk.say("undo") == ["comment 2 is back: So blue!"])
    }

    /// What stands on a post that is not open is called by its name, and not by its kind once more.
    @Test func aNameThatSaysWhatItIsIsNotFollowedByItAgain() throws {
        let desk = LineDesk(try World())
        desk.say("open 1", "favourite 1")
        desk.say("open 2")
        let told = desk.after { desk.world.board.refuse("m1") }
        #expect(told == ["your favourite of “What a day!” not sent: 403 refused. retry o1, discard o1"], "\(told)")
        #expect(desk.say("outbox").first?.contains("favourite favourite") == false)
    }
}
