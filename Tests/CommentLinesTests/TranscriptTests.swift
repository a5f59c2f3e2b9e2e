import CommentLines
import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TerminalUI
import TestSupport
import Testing

/// Whole conversations, looked at once and saved.
@Suite struct TranscriptGoldenTests {
    private func expect(_ desk: LineDesk, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        SavedText(path: "\(folder)/Goldens/\(name).txt")
            .expect(desk.transcript.joined(separator: "\n") + "\n", sourceLocation: sourceLocation)
    }

    @Test("Reading, writing, what fails and what is done about it")
    func conversation() throws {
        let desk = LineDesk(try World(network: true))
        let board = desk.world.board
        desk.say("open 1", "comment Love it")
        desk.after { board.refuse("m1") }
        desk.say("retry 4")
        desk.after { desk.world.accept("m1", as: World.comment(14, "Love it", by: "kei", isMine: true)) }
        desk.say("favourite 1", "favourite 1")
        desk.after { board.refuse("m2") }
        desk.say("discard 1", "reply 1", "It was", ".. wonderful", ".")
        desk.after {
            board.answer(
                "m3",
                .transient(
                    Failure(code: FailureCode.serverError, status: 503, isTransient: true), retryAfter: .seconds(8)))
        }
        for _ in 0..<6 { desk.advance(.seconds(1)) }
        desk.say("edit 2 So green!")
        desk.after { board.refuse("m4") }
        desk.say("outbox", "edit 2", "So very green!", ".")
        desk.after {
            desk.world.accept("m5", as: World.comment(12, "So very green!", by: "kei", isMine: true, isEdited: true))
        }
        desk.say("delete 4", "no", "delete 4", "yes", "undo", "network", "network bad", "status", "comments", "quit")
        expect(desk, "conversation")
    }

    @Test("The words")
    func help() throws {
        let desk = LineDesk(try World())
        desk.say("help")
        expect(desk, "help")
    }

    @Test("docs/plain.md is made from the words")
    func documentation() {
        SavedText(documentation: "plain.md").expect(WordList.markdown())
    }

    @Test("Without an account")
    func reader() throws {
        let desk = LineDesk(try World(session: nil))
        desk.say("open 1", "comment Hello", "favourite 2", "sign-in", "kei", "secret password")
        desk.advance(.seconds(1))
        desk.advance(.seconds(11))
        desk.after { desk.world.client.signInFailed(.form(.wrongNameOrPassword)) }
        desk.say("sign-up kei", "another password")
        desk.after { desk.world.client.signInFailed(.form(.nameTaken)) }
        #expect(desk.world.commands.contains(.signIn(name: "kei", password: "secret password")))
        #expect(desk.world.commands.contains(.signUp(SignUpForm(name: "kei", password: "another password"))))
        expect(desk, "reader")
    }

    @Test("A place that asks for more than a name and a password")
    func demands() throws {
        let desk = LineDesk(try World(session: nil))
        let rules = Terms(name: UntrustedText("Rules"), address: UntrustedText("https://a.example/rules"))
        let wants = ServiceError.form(.wantsMore(SignUpDemands(token: true, terms: [rules])))
        desk.say("sign-up kei", "another password")
        desk.after { desk.world.client.signInFailed(wants) }
        desk.say("word", "perhaps")
        desk.say("sign-up kei", "another password")
        desk.after { desk.world.client.signInFailed(wants) }
        desk.say("word", "yes")
        let all = SignUpForm(name: "kei", password: "another password", token: "word", agreedTo: [rules])
        #expect(desk.world.commands.count { $0 == .signUp(all) } == 1)
        desk.after { desk.world.client.signInFailed(.form(.tokenNotTaken)) }
        desk.say("better", "posts")
        expect(desk, "demands")
    }

    @Test("Rooms: listed, refused, opened")
    func rooms() throws {
        let desk = LineDesk(try World(rooms: true))
        func room(_ name: String, _ standing: Room.Standing, isEncrypted: Bool = false) -> Room {
            Room(
                id: "!\(name)", reference: "#\(name):a.example", name: UntrustedText(name), standing: standing,
                isEncrypted: isEncrypted, members: 2)
        }
        let page = RoomPage(
            rooms: [room("album", .joined), room("secret", .public, isEncrypted: true)], next: Cursor("2"))
        desk.after { desk.world.client.roomsRead(.success(page), after: nil) }
        desk.say("comment Hello", "room 7", "room 2", "more")
        desk.after { desk.world.client.roomsRead(.failure(.timedOut), after: Cursor("2")) }
        desk.say("room 1")
        #expect(desk.world.commands.last == .openRoom("!album", shownAs: "#album:a.example"))
        let inside = try World()
        desk.after {
            _ = desk.world.client.entered(
                "#album:a.example", place: UntrustedText("#album:a.example"), inside.client.account, traffic: nil)
        }
        desk.say("open 1", "rooms")
        desk.after {
            desk.world.client.roomsRead(.success(RoomPage(rooms: [room("album", .joined)], next: nil)), after: nil)
        }
        desk.say("room 1", "comments")
        expect(desk, "rooms")
    }
}

@Suite struct TellingTests {
    private func opened(_ world: World) -> LineDesk {
        let desk = LineDesk(world)
        desk.say("open 1")
        return desk
    }

    @Test func aWaitIsToldOnceHoweverOftenItIsTriedAgain() throws {
        let desk = opened(try World())
        desk.say("comment Patience")
        let busy = Failure(code: FailureCode.serverError, status: 503, isTransient: true)
        let first = desk.after { desk.world.board.answer("m1", .transient(busy, retryAfter: nil)) }
        #expect(first.count == 1)
        #expect(first.first?.hasPrefix("comment 4 waiting ") == true)
        let later = desk.after {
            for _ in 0..<20 {
                desk.advance(.seconds(1))
                desk.world.board.answer("m1", .transient(busy, retryAfter: nil))
            }
        }
        #expect(later == [])
        let other = desk.after {
            let refused = Outcome.rejected(Failure(code: FailureCode.refused, status: 403))
            for _ in 0..<70 {
                desk.advance(.seconds(1))
                if desk.world.board.service.answer(MutationID("m1"), refused) { break }
            }
        }
        #expect(other == ["comment 4 not sent: 403 refused. retry 4, discard 4"])
    }

    @Test func numbersStayWhileThePostIsOpen() throws {
        let desk = opened(try World())
        let new = World.comment(20, "Me too", by: "jonas", under: 11)
        #expect(
            desk.after { desk.world.board.service.publish([.comment(new, echoOf: nil)]) } == [
                "4 jonas, reply to 1: Me too"
            ])
        #expect(
            desk.after { desk.world.board.service.publish([.commentRemoved("13", post: "2")]) } == [
                "comment 3 was deleted"
            ])
        #expect(desk.say("read 3") == ["comment 3 is gone"])
        #expect(
            desk.say("comments").map { $0.prefix { $0 != " " } } == ["3", "1", "4", "2"])
        desk.say("comment Mine")
        #expect(desk.transcript.last == "5 you, sending: Mine")
        desk.world.accept("m1", as: World.comment(21, "Mine", by: "kei", isMine: true))
        desk.settle()
        #expect(desk.transcript.last == "comment 5 sent")
        #expect(desk.say("read 5") == ["5 you, now: Mine"])
    }

    @Test func whatFailedAndIsWrittenAnewKeepsItsNumber() throws {
        let desk = opened(try World())
        desk.say("comment Lvoe it")
        desk.after { desk.world.board.refuse("m1") }
        #expect(desk.say("edit 4 Lovee it") == ["comment 4 now reads: Lovee it"])
        desk.after { desk.world.board.refuse("m2") }
        #expect(desk.say("edit 4", "Love it", ".").last == "comment 4 now reads: Love it")
        #expect(
            desk.after { desk.world.accept("m3", as: World.comment(14, "Love it", by: "kei", isMine: true)) }
                == ["comment 4 sent"])
    }

    @Test func aDiscardedTextIsADraftAndATextInOneLineLeavesItAlone() throws {
        let desk = opened(try World())
        desk.say("comment Love it")
        desk.after { desk.world.board.refuse("m1") }
        #expect(desk.say("discard 4") == ["comment 4 discarded", "its text is kept as a draft"])
        #expect(desk.world.drafts.all == ["post-2/comment": "Love it"])
        #expect(desk.say("comment Other") == ["5 you, sending: Other"])
        #expect(desk.world.drafts.all == ["post-2/comment": "Love it"])
        #expect(desk.say("comment").prefix(2) == ["your draft:", "  Love it"])
        desk.say("truly", ".")
        #expect(desk.world.drafts.all == [:])
        #expect(
            desk.world.client.account.store.read { $0.outbox.compactMap { $0.mutation?.typedText?.raw } } == [
                "Other", "Love it\ntruly",
            ])
    }

    @Test func theEndOfTheInputKeepsWhatIsBeingWritten() throws {
        let desk = opened(try World())
        desk.say("comment", "Half a")
        desk.world.run(desk.lines.end(desk.world.client))
        #expect(desk.lines.takeLines().map(\.string) == ["what you were writing is kept as a draft"])
        #expect(desk.world.drafts.all == ["post-2/comment": "Half a"])
        #expect(desk.world.commands.last == .quit)
    }

    @Test func whatIsSaidTooEarlyWaitsAndKeepsItsOrder() throws {
        let world = try World()
        let lines = ClientLines(world.client)
        _ = lines.begin(world.client)
        _ = lines.takeLines()
        // Nobody has read the comments of this one yet.
        let commands = lines.read("open 2", world.client)
        #expect(!lines.takesLine)
        #expect(lines.takeLines().map(\.string) == ["post 2, mina, 2 d: First steps"])
        world.run(commands)
        world.settle()
        world.run(lines.look(world.client))
        #expect(lines.takesLine)
        #expect(lines.takeLines().map(\.string) == ["no comments yet: comment TEXT writes the first one"])
    }

    @Test func moreGoesBackPageByPage() throws {
        let many = (1...53).map { World.comment(100 + $0, "text \($0)", by: "aki", minutes: 60) }
        let desk = LineDesk(try World(comments: ["2": many], pageSize: 30))
        #expect(desk.say("open 1").filter { $0.contains("text") }.count == 20)
        #expect(desk.transcript.contains("the last 20 of 30 comments; more shows older ones"))
        var seen = Set(desk.transcript.filter { $0.contains("text") }.compactMap { $0.split(separator: ": ").last })
        #expect(desk.say("more").count == 10)
        for _ in 0..<2 { seen.formUnion(desk.say("more").compactMap { $0.split(separator: ": ").last }) }
        seen.formUnion(desk.transcript.filter { $0.contains("text") }.compactMap { $0.split(separator: ": ").last })
        #expect(seen.count == 53)
        #expect(desk.say("more") == ["there is nothing older"])
    }

    @Test func aQuestionIsAnsweredByYesAlone() throws {
        let desk = opened(try World())
        #expect(desk.say("delete 2") == ["Delete your comment “So blue!”? yes or no"])
        #expect(desk.lines.prompt == .answer)
        #expect(desk.say("status").first == "not done")
        #expect(desk.world.client.account.store.read { $0.outbox.isEmpty })
        desk.say("delete 2")
        #expect(desk.say("yes") == ["comment 2 deleted. undo takes it back for 5 s"])
        #expect(desk.say("undo") == ["2 you, sending: So blue!"] || desk.transcript.last?.contains("So blue!") == true)
    }

    @Test func aTextThatGoesForGoodAtSignOutIsAskedAboutOnceMore() throws {
        let desk = opened(try World())
        desk.say("comment Hello")
        desk.say("sign-out")
        #expect(desk.say("discard").contains("Discard 1 text for good? yes or no"))
        #expect(desk.lines.prompt == .answer)
        desk.say("no")
        #expect(!desk.world.commands.contains(.signOut(discarding: true)) && desk.lines.takesLine)
        desk.say("sign-out")
        desk.say("discard")
        desk.say("yes")
        #expect(desk.world.commands.last == .signOut(discarding: true))
        #expect(!desk.lines.takesLine)
    }

    @Test func whatIsSaidAfterASignOutIsSaidByAReader() throws {
        let desk = opened(try World())
        #expect(desk.say("sign-out") == ["Sign out? Nothing waits to be sent. yes or no"])
        desk.say("yes")
        #expect(desk.world.commands.last == .signOut(discarding: false))
        #expect(!desk.lines.takesLine)
        let (world, board) = (desk.world, desk.world.board)
        let reader = Account(
            store: board.store, session: nil, reader: board.reader, limits: board.service.capabilities)
        #expect(desk.after { world.run(world.client.signedOut(reader)) } == ["signed out"])
        #expect(desk.lines.takesLine)
        #expect(desk.say("favourite 1") == ["that needs an account: sign-up NAME makes one, sign-in NAME uses one"])
    }

    @Test func aMistakeIsToldAndRemembered() throws {
        let desk = LineDesk(try World())
        #expect(!desk.lines.hasMistakes)
        #expect(desk.say("comment Hello") == ["open a post first: open N"])
        #expect(desk.lines.hasMistakes)
        #expect(desk.say("open 7") == ["there is no post 7: posts lists them"])
        #expect(
            desk.say("network bad") == ["there is no network to choose here: rakkan --network good, or rakkan demo"])
        desk.say("open 1")
        #expect(desk.say("edit 1 x") == ["only your own can be changed"])
        #expect(
            desk.say("comment " + String(repeating: "x", count: 203)) == [
                "not sent: the text is 3 longer than the 200 that there is room for"
            ])
    }

    @Test func aPostThatIsWrittenIsTheOpenOneAndGoesWithItsDiscarding() throws {
        let desk = opened(try World())
        #expect(
            desk.say("post", "A title", "and a text", ".").suffix(3) == [
                "post 3, you, now: A title", "  and a text", "no comments yet: comment TEXT writes the first one",
            ])
        #expect(
            desk.after { desk.world.board.refuse("m1") } == ["the post not sent: 403 refused. retry post, discard post"]
        )
        #expect(desk.say("edit post Another title") == ["the post now reads: Another title", "  and a text"])
        desk.after { desk.world.board.refuse("m2") }
        desk.say("discard post")
        #expect(
            desk.transcript.suffix(2) == ["the post discarded. posts lists the others.", "its text is kept as a draft"])
        #expect(desk.say("comments") == ["open a post first: open N"])
        #expect(desk.say("open 1").last == "3 aki, 59 min, reply to 2: Colder.")
    }

    @Test func theConnectionIsToldWhenItChanges() throws {
        let desk = opened(try World())
        let lost = desk.after {
            desk.world.board.service.fail(with: .offline(Failure(code: FailureCode.offline)))
            desk.world.board.service.publish([], hasGap: false)
            for _ in 0..<30 { desk.advance(.seconds(1)) }
        }
        #expect(lost.count == 1)
        #expect(lost.first?.hasPrefix("connection: ") == true)
        let back = desk.after {
            desk.world.board.service.fail(with: nil)
            for _ in 0..<90 { desk.advance(.seconds(1)) }
        }
        #expect(back == ["connection: online again"])
    }

    @Test func nothingThatAnyoneWroteReachesTheTerminalAsMoreThanText() throws {
        let hostile = HostileText.all.map(\.text)
        let comments = hostile.enumerated().map { World.comment(Int64(100 + $0), $1, by: $1, minutes: 60) }
        let posts = [World.post(2, hostile.joined(separator: " "), by: hostile[0], hours: 1, comments: 1)]
        for repertoire in [Repertoire.unicode, .ascii] {
            let desk = LineDesk(
                try World(posts: posts, comments: ["2": comments]), words: repertoire, texts: repertoire)
            desk.say("open 1", "more", "more", "more", "more", "more", "status", "outbox")
            for text in hostile where text.utf8.count < 1_000 { desk.say("comment \(text)", text) }
            let printed = desk.transcript.filter { !$0.hasPrefix("rakkan> ") && !$0.hasPrefix("text> ") }
            for scalar in printed.joined().unicodeScalars {
                #expect(scalar.properties.generalCategory != .control, "\(scalar.value)")
                #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
                if repertoire == .ascii { #expect(scalar.isASCII, "\(scalar)") }
            }
        }
    }
}
