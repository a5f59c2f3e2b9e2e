import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
import TestSupport
import Testing

/// What can be done to a comment that the server does not have yet.
@Suite struct PendingTests {
    /// A post with a comment of one's own on its way.
    private func sending(_ text: String = "So blue!", rule: PendingRule = .queue) throws -> Talk {
        let talk = try Talk(pendingRule: rule)
        talk.openPost()
        talk.want(.item(.comment))
        talk.write(text)
        talk.board.advance(.seconds(1))
        return talk
    }

    /// Two of them: the second was never sent.
    private func queued() throws -> Talk {
        let talk = try sending("first")
        talk.want(.item(.comment))
        talk.write("second")
        talk.board.advance(.seconds(1))
        return talk
    }

    private func accept(_ id: String, as number: Int64, _ text: String, in talk: Talk) {
        var comment = Talk.comment(number, by: "kei", isMine: true)
        comment.text = UntrustedText(text)
        talk.board.answer(id, .accepted(serverID: "\(number)", said: [.record(comment)]))
        talk.settle()
    }

    // MARK: Queueing

    @Test func anEditOfWhatIsOnItsWayShowsAtOnceAndFollowsIt() throws {
        let talk = try sending()
        talk.want(.item(.edit), .text(.change(.clear)))
        talk.write("So green!")
        talk.board.advance(.seconds(1))
        #expect(talk.texts.last == "So green!")
        #expect(talk.words(of: 2) == ["sending… · then your edit"])
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment So blue!"])
        accept("m1", as: 13, "So blue!", in: talk)
        #expect(talk.texts.last == "So green!")
        #expect(talk.board.service.asked.map(\.operation.short).last == "edit 13 So green!")
    }

    @Test func aPostThatIsNotReadYetCanBeCommentedOn() throws {
        let talk = try Talk()
        talk.client.show(post: .server("7"))
        talk.want(.item(.comment))
        #expect(talk.client.focus == .composer)
        talk.write("early")
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment early"])
    }

    @Test func aPostThatIsNotThereIsNotWrittenTo() throws {
        let talk = try Talk()
        talk.client.show(post: .server("7"))
        talk.want(.item(.comment))
        talk.write("early")
        talk.board.refuse("m1", status: 404)
        talk.board.service.fail(with: .notFound)
        talk.want(.move(.last), .move(.first), .move(.last))
        for action in [ItemAction.comment, .reply] {
            talk.want(.item(action))
            #expect(talk.frame.composer == nil)
            #expect(talk.frame.status.notice == .noSuchPost)
        }
    }

    @Test func anEditOfWhatWasNeverSentIsTheNewText() throws {
        let talk = try queued()
        talk.want(.item(.edit), .text(.change(.clear)))
        talk.write("another")
        #expect(talk.texts.last == "another")
        #expect(talk.board.disk.rows.count == 2)
        accept("m1", as: 13, "first", in: talk)
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment first", "comment another"])
    }

    @Test func aReplyToWhatIsOnItsWayStandsBelowItAndSaysForWhatItWaits() throws {
        let talk = try sending()
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.board.advance(.seconds(1))
        #expect(talk.texts == ["comment 11", "comment 12", "So blue!", "Brr."])
        #expect(talk.comments.last?.isReply == true)
        #expect(talk.words(of: 3) == ["waits for your comment “So blue!”"])
        accept("m1", as: 13, "So blue!", in: talk)
        #expect(talk.texts == ["comment 11", "comment 12", "So blue!", "Brr."])
        #expect(talk.board.service.asked.map(\.operation.short).last == "reply 13 Brr.")
    }

    @Test func aFavouriteOfWhatIsOnItsWayFlipsAtOnce() throws {
        let talk = try sending()
        talk.want(.item(.toggleFavourite))
        #expect(talk.comments.last?.isFavourited == true)
        talk.board.advance(.seconds(1))
        #expect(talk.words(of: 2) == ["sending… · then your favourite"])
        accept("m1", as: 13, "So blue!", in: talk)
        #expect(talk.board.service.asked.map(\.operation.short).last == "favourite 13 true")
    }

    @Test func whatWaitsForARefusedOneSaysSoAndEnterGoesThere() throws {
        let talk = try sending()
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.board.refuse("m1")
        talk.board.advance(.seconds(1))
        #expect(talk.words(of: 3) == ["waits for your comment “So blue!”, which was not sent"])
        #expect(talk.frame.post?.thread.selectedID == .comment(.created(by: MutationID("m2"))))
        talk.want(.activate)
        #expect(talk.frame.post?.thread.selectedID == .comment(.created(by: MutationID("m1"))))
        #expect(talk.board.service.asked.count == 1)
    }

    @Test func aFailedCommentThatIsWrittenAnewTakesItsRepliesAlong() throws {
        let talk = try sending("So bleu!")
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.board.refuse("m1")
        talk.want(.activate, .item(.edit), .text(.change(.clear)))
        talk.write("So blue!")
        #expect(talk.texts == ["comment 11", "comment 12", "So blue!", "Brr."])
        let new = talk.board.service.asked.last?.id.rawValue ?? ""
        accept(new, as: 13, "So blue!", in: talk)
        #expect(
            talk.board.service.asked.map(\.operation.short) == [
                "comment So bleu!", "comment So blue!", "reply 13 Brr.",
            ])
        #expect(talk.board.disk.endings[MutationID("m1")] == .discarded)
    }

    // MARK: The talk's rule

    @Test func underTheTalksRuleALoadingCommentIsNeitherEditedNorDeleted() throws {
        let talk = try sending(rule: .restrict)
        for action in [ItemAction.edit, .delete] {
            talk.want(.item(action))
            #expect(talk.frame.question == .notSentYet(action, UntrustedText("your comment “So blue!”")))
            talk.want(.back)
        }
        #expect(talk.frame.composer == nil && talk.board.disk.rows.count == 1)
        // It restricts nothing else.
        talk.want(.item(.toggleFavourite), .item(.reply))
        #expect(talk.frame.composer != nil && talk.comments.last?.isFavourited == true)
    }

    @Test func aKeySwitchesTheTalksRule() throws {
        let talk = try sending()
        talk.want(.app(.switchPendingRule), .item(.edit))
        #expect(talk.client.focus == .notSentYet)
        talk.want(.back, .app(.switchPendingRule), .item(.edit))
        #expect(talk.client.focus == .composer)
    }

    // MARK: Discarding

    @Test func discardingWhatOthersDependOnListsThemAndAsks() throws {
        let talk = try sending()
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.want(.move(.by(-1)), .item(.toggleFavourite))
        talk.board.refuse("m1")
        talk.want(.item(.discard))
        guard case .discard(let discarding) = talk.frame.question else {
            Issue.record("nothing was asked")
            return
        }
        #expect(discarding.name.raw == "your comment “So blue!”")
        #expect(discarding.dependents.map(\.raw) == ["your reply “Brr.”", "your favourite of “So blue!”"])
        #expect(talk.board.disk.rows.count == 3)
        talk.want(.answer(.no))
        #expect(talk.board.disk.rows.count == 3 && talk.texts.count == 4)
        talk.want(.item(.discard), .answer(.yes))
        #expect(talk.board.disk.rows.isEmpty)
        #expect(talk.texts == ["comment 11", "comment 12"])
        #expect(talk.frame.composer?.buffer.text == "So blue!\n\nBrr.")
        #expect(talk.drafts.all.values.contains("So blue!\n\nBrr."))
    }

    @Test func textsThatComeBackStandInOrderBeforeADraftEachPartedByAnEmptyLine() throws {
        let talk = try sending("one")
        for text in ["two", "three"] {
            talk.want(.item(.reply))
            talk.write(text)
            talk.want(.move(.last))
        }
        talk.want(.item(.comment), .text(.type("a draft")), .back)
        talk.board.refuse("m1")
        talk.want(.move(.by(-2)), .item(.discard), .answer(.yes))
        #expect(talk.frame.composer?.buffer.text == "one\n\ntwo\n\nthree\n\na draft")
    }

    @Test func whatWasEditedComesBackInItsLastWords() throws {
        let talk = try sending("So bleu!")
        talk.want(.item(.edit), .text(.change(.clear)))
        talk.write("So blue!")
        talk.board.refuse("m1")
        talk.want(.item(.discard), .answer(.yes))
        #expect(talk.frame.composer?.buffer.text == "So blue!")
    }

    @Test func whatWasNeverSentIsDiscardedUnaskedAndItsTextComesBack() throws {
        let talk = try queued()
        talk.want(.item(.discard))
        #expect(talk.frame.question == nil)
        #expect(talk.frame.composer?.buffer.text == "second")
        #expect(talk.board.disk.rows.count == 1)
    }

    @Test func whatMayHaveArrivedIsDiscardedAfterAQuestion() throws {
        let talk = try sending()
        talk.board.advance(.seconds(15))
        talk.want(.item(.discard))
        guard case .discard(let discarding) = talk.frame.question else {
            Issue.record("nothing was asked")
            return
        }
        #expect(discarding.certainty == .mayBeThere && discarding.dependents.isEmpty)
        talk.want(.answer(.yes))
        #expect(talk.frame.composer?.buffer.text == "So blue!")
    }

    // MARK: Words

    @Test func mayHaveBeenPostedIsNotNotSent() throws {
        for (outcome, words) in [
            (
                Outcome.unknown(Failure(code: FailureCode.timedOut, mayHaveArrived: true)),
                "may have been posted: timed out"
            ),
            (.rejected(Failure(code: FailureCode.refused, status: 403)), "not sent: 403 refused"),
            (.offline(Failure(code: FailureCode.offline)), "not sent: offline"),
        ] {
            let talk = try Talk(retries: .manual)
            talk.openPost()
            talk.want(.item(.comment))
            talk.write("Love it")
            talk.board.answer("m1", outcome)
            #expect(talk.words(of: 2) == [words])
            talk.want(.showOutbox)
            #expect(talk.frame.outbox?.entries.rows.map(\.words.raw) == [words])
        }
    }

    @Test func anEditOfWhatMayHaveBeenPostedFollowsItUnderItsOwnID() throws {
        let talk = try Talk(retries: .manual)
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("twin")
        talk.board.answer("m1", .unknown(Failure(code: FailureCode.timedOut, mayHaveArrived: true)))
        talk.settle()
        talk.want(.item(.edit), .text(.change(.clear)))
        talk.write("twin?")
        talk.board.advance(.seconds(1))
        #expect(talk.texts.last == "twin?")
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment twin"])
        talk.want(.activate)
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment twin", "comment twin"])
        accept("m1", as: 13, "twin", in: talk)
        #expect(talk.board.service.asked.map(\.operation.short).last == "edit 13 twin?")
    }

    @Test func whatMayHaveBeenPostedIsFavouritedAndDeletedBehindIt() throws {
        let talk = try Talk(retries: .manual)
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("twin")
        talk.board.answer("m1", .unknown(Failure(code: FailureCode.timedOut, mayHaveArrived: true)))
        talk.settle()
        talk.want(.item(.toggleFavourite))
        #expect(talk.frame.status.notice == nil && talk.comments.last?.isFavourited == true)
        talk.want(.item(.delete), .answer(.yes))
        #expect(talk.texts == ["comment 11", "comment 12"])
        talk.board.advance(.seconds(6))
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment twin"])
        talk.board.store.retry(MutationID("m1"))
        talk.settle()
        accept("m1", as: 13, "twin", in: talk)
        talk.board.answer("m2", .accepted(serverID: nil, said: []))
        talk.settle()
        #expect(talk.board.service.asked.map(\.operation.short).last == "delete 13")
    }

    @Test func whatWasRefusedIsNeitherFavouritedNorDeleted() throws {
        let talk = try sending()
        talk.board.refuse("m1")
        for action in [ItemAction.toggleFavourite, .delete] {
            talk.want(.item(action))
            #expect(talk.frame.status.notice == .notSent)
        }
        #expect(talk.board.disk.rows.count == 1)
    }

    @Test func offlineAfterATimeOutMayStillHaveBeenPosted() throws {
        let talk = try Talk(retries: .manual)
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.board.answer("m1", .unknown(Failure(code: FailureCode.timedOut, mayHaveArrived: true)))
        talk.want(.activate)
        talk.board.answer("m1", .offline(Failure(code: FailureCode.offline)))
        #expect(talk.words(of: 2) == ["may have been posted: offline"])
    }

    @Test func aWaitCountsDownAndSaysWhoAsked() throws {
        let talk = try sending()
        talk.board.answer(
            "m1", .transient(Failure(code: FailureCode.rateLimited, status: 429), retryAfter: .seconds(12)))
        #expect(talk.words(of: 2) == ["waiting 12 s, as the server asked: too many at once"])
        let first = talk.frame.nextChange
        #expect(first == talk.board.time.now() + .seconds(1))
        talk.board.advance(.seconds(4))
        #expect(talk.words(of: 2) == ["waiting 8 s, as the server asked: too many at once"])
    }

    @Test func nothingIsDrawnAgainWhileNothingWaits() throws {
        let talk = try sending()
        accept("m1", as: 13, "So blue!", in: talk)
        let next = talk.frame.nextChange?.milliseconds ?? 0
        #expect(next % 60_000 == 0)
    }

    @Test func theLastReasonStaysWhileItIsSentAgain() throws {
        let talk = try sending()
        talk.board.answer("m1", .transient(Failure(code: FailureCode.busy), retryAfter: nil))
        #expect(talk.words(of: 2) == ["waiting 1 s: board is busy"])
        talk.board.advance(.seconds(1))
        #expect(talk.words(of: 2) == ["sending again: board is busy"])
    }

    @Test func twoWishesAreOneFavourite() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.toggleFavourite), .item(.toggleFavourite))
        talk.board.advance(.seconds(1))
        #expect(talk.board.disk.rows.count == 2)
        #expect(talk.words(of: 1) == ["favourite: sending…"])
    }

    @Test func aRowOfANewerVersionIsShownAndKept() throws {
        let talk = try Talk()
        _ = try talk.board.disk.open().writeRowOfANewerVersion(id: "future")
        try talk.board.store.reload()
        talk.want(.showOutbox)
        #expect(talk.frame.outbox?.entries.rows.map(\.words.raw) == ["kept: written by a newer rakkan"])
        talk.want(.item(.discard))
        #expect(talk.frame.status.notice == .isQuarantined)
        talk.want(.activate)
        #expect(talk.board.disk.rows.map(\.id.rawValue) == ["future"])
    }

    // MARK: A service without idempotency keys

    private func undecided() throws -> Talk {
        let service = ScriptedService(
            capabilities: Capabilities(
                recognisesIDs: false, readingNeedsSignIn: false, longestText: 200, longestTitle: 40))
        let talk = try Talk(service: service)
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Love it")
        talk.board.advance(.seconds(1))
        let lost = Failure(code: FailureCode.connectionLost, mayHaveArrived: true, likelyCopy: "13")
        talk.board.answer("m1", .cannotTell(lost))
        return talk
    }

    @Test func whatLooksPostedIsOffered() throws {
        let talk = try undecided()
        #expect(talk.words(of: 2) == ["looks already posted"])
        #expect(talk.comments.last?.marks.first?.remedy == .decide)
    }

    @Test func keepingSendsNothingAndMakesBothOne() throws {
        let talk = try undecided()
        talk.want(.item(.reply))
        talk.write("Brr.")
        talk.want(.move(.by(-1)), .item(.keep))
        #expect(talk.words(of: 2) == [])
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment Love it", "reply 13 Brr."])
        let mine = Talk.comment(13, by: "kei", isMine: true)
        talk.board.service.publish([.comment(mine, echoOf: nil)])
        talk.settle()
        #expect(talk.texts == ["comment 11", "comment 12", "comment 13", "Brr."])
    }

    @Test func sendingAgainIsTheUsersWord() throws {
        let talk = try undecided()
        talk.want(.activate)
        #expect(talk.board.service.asked.map(\.operation.short) == ["comment Love it", "comment Love it"])
    }

    @Test func whatIsAlreadyAnotherCommentOfOnesOwnIsNotOffered() throws {
        let talk = try undecided()
        talk.want(.activate)
        accept("m1", as: 13, "Love it", in: talk)
        talk.want(.item(.comment))
        talk.write("Love it")
        let lost = Failure(code: FailureCode.connectionLost, mayHaveArrived: true, likelyCopy: "13")
        talk.board.answer("m2", .cannotTell(lost))
        #expect(talk.words(of: 3) == ["may have been posted: connection lost"])
        #expect(talk.comments.last?.marks.first?.remedy == .sendAgain)
        talk.want(.item(.keep))
        #expect(talk.frame.status.notice == .nothingToKeep)
    }
}
