import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

/// The bar of the sign-in form, driven by the client's time.
@Suite struct SignInProgressTests {
    private static let bar = BarRequest(cells: 48, style: .eighths)

    /// A reader in front of a filled form.
    private func form(_ mode: SignInPresenter.Mode = .signIn) throws -> Talk {
        let reader = try Talk(session: nil)
        reader.client.openForm(mode, reason: .asked)
        reader.want(.text(.type("kei")), .send, .text(.type("secret")))
        return reader
    }

    private func frame(_ talk: Talk, _ bar: BarRequest = Self.bar) -> Frame {
        var request = FrameRequest(rows: 50)
        request.bar = bar
        return talk.client.frame(request)
    }

    private func text(_ talk: Talk) -> String? { frame(talk).signIn?.progress?.text(Self.bar) }
    private func words(_ talk: Talk) -> String? { frame(talk).signIn?.message?.raw }

    /// Moves the clock as the loop would: from one deadline of a frame to the next.
    private func run(_ talk: Talk, for duration: Duration) {
        let end = talk.board.time.now() + duration
        while let next = frame(talk).nextChange, next < end {
            talk.board.time.advance(by: next - talk.board.time.now())
        }
        talk.board.time.advance(by: end - talk.board.time.now())
    }

    @Test func aBarShowsWithTheRequestAndNeverBefore() throws {
        let talk = try form()
        #expect(frame(talk).signIn?.progress == nil)
        talk.want(.send)
        #expect(text(talk) == "[██▍" + String(repeating: " ", count: 45) + "]")
        #expect(words(talk) == "Signing in…")
    }

    @Test func wordsFollowTheTime() throws {
        let talk = try form()
        talk.want(.send)
        var seen: [String] = []
        for seconds in [4, 6, 1, 19, 30] {
            run(talk, for: .seconds(seconds))
            seen.append(words(talk) ?? "")
        }
        #expect(
            seen == [
                "Still working…", "Taking longer than usual, 10 s. Esc cancels",
                "Taking longer than usual, 11 s. Esc cancels", "Slow or lost connection, 30 s of 60 s",
                "Slow or lost connection, 60 s of 60 s",
            ])
        #expect(text(talk)?.contains(" ") == true)
        talk.client.signInFailed(.timedOut)
        #expect(words(talk) == "No answer in time. Enter tries again.")
    }

    @Test func theResultIsInUseAtOnceAndOnlyThePictureFollows() throws {
        let talk = try form()
        talk.want(.send)
        run(talk, for: .seconds(3))
        let member = try Talk()
        _ = talk.client.signedIn(member.client.account)
        #expect(talk.client.focus == .feed)
        #expect(frame(talk).status.name?.raw == "kei")
        #expect(words(talk) == "You are signed in.")
        run(talk, for: .milliseconds(300))
        #expect(text(talk) == "[" + String(repeating: "█", count: 48) + "]")
        run(talk, for: .milliseconds(149))
        #expect(frame(talk).signIn != nil)
        run(talk, for: .milliseconds(1))
        #expect(frame(talk).signIn == nil)
    }

    @Test func anyKeySkipsThePictureOnce() throws {
        let talk = try form()
        talk.want(.send)
        _ = talk.client.signedIn(try Talk().client.account)
        #expect(talk.client.skipPicture())
        #expect(frame(talk).signIn == nil)
        #expect(!talk.client.skipPicture())
    }

    @Test func aSessionThatComesWithoutARequestHasNoPicture() throws {
        let talk = try form()
        _ = talk.client.signedIn(try Talk().client.account)
        #expect(frame(talk).signIn == nil)
    }

    @Test func failureFreezesTheBarUnderItsOwnSignsAndTheNextRunBeginsAnew() throws {
        let talk = try form()
        talk.want(.send)
        run(talk, for: .seconds(5))
        let reached = try #require(text(talk)).count { $0 == "█" }
        #expect(reached > 3)
        talk.client.signInFailed(.form(.wrongNameOrPassword))
        run(talk, for: .seconds(60))
        #expect(text(talk)?.count { $0 == "▒" } == reached)
        #expect(text(talk)?.contains("█") == false)
        #expect(frame(talk).signIn?.name.text == "kei")
        #expect(frame(talk).signIn?.passwordLength == 6)
        #expect(talk.want(.send) == [.signIn(name: "kei", password: "secret")])
        #expect(text(talk)?.hasPrefix("[██▍ ") == true)
    }

    @Test func aLateAnswerToACancelledRequestChangesNothing() throws {
        let talk = try form(.signUp)
        talk.want(.send)
        run(talk, for: .seconds(2))
        #expect(talk.want(.back) == [.cancelSignIn])
        let cancelled = frame(talk).signIn
        #expect(cancelled?.progress?.phase == .cancelled)
        talk.client.signInFailed(.timedOut)
        run(talk, for: .seconds(2))
        #expect(frame(talk).signIn == cancelled)
    }

    @Test func nothingIsWaitedForAfterAnyEnd() throws {
        for end in 0..<3 {
            let talk = try form()
            let before = frame(talk).nextChange
            talk.want(.send)
            let during = try #require(frame(talk).nextChange)
            #expect(during < talk.board.time.now() + .seconds(3))
            switch end {
            case 0: talk.want(.back)
            case 1: talk.client.signInFailed(.timedOut)
            case _:
                _ = talk.client.signedIn(try Talk().client.account)
                run(talk, for: .milliseconds(500))
            }
            #expect(frame(talk).nextChange == before || end == 2)
            #expect(frame(talk).signIn?.isRunning != true)
            #expect(talk.board.time.sleeperCount == (try form()).board.time.sleeperCount)
        }
    }

    @Test func aLongStopIsOneStepAndTheCountGoesOn() throws {
        let talk = try form()
        talk.want(.send)
        run(talk, for: .seconds(2))
        let before = try #require(text(talk)).count { $0 == "█" }
        talk.board.time.advance(by: .seconds(20))
        let after = try #require(text(talk)).count { $0 == "█" }
        #expect(after > before && after <= before + 8)
        #expect(words(talk) == "Taking longer than usual, 22 s. Esc cancels")
    }

    @Test func theDemoComparesFourKinds() throws {
        let talk = try form()
        var kinds = [frame(talk).signIn?.progressKind]
        for _ in 0..<4 {
            talk.want(.form(.switchProgress))
            kinds.append(frame(talk).signIn?.progressKind)
        }
        #expect(kinds == [.seed, .easing, .spinner, .honest, .seed])
        // Kept for the next form; not changed while a request runs.
        talk.want(.form(.switchProgress), .send, .form(.switchProgress))
        #expect(frame(talk).signIn?.progressKind == .easing)
        talk.client.openForm(.signUp, reason: .asked)
        #expect(frame(talk).signIn?.progressKind == .easing)
    }

    @Test func anHonestBarIsEmptyUntilItIsFull() throws {
        let talk = try form()
        for _ in 0..<3 { talk.want(.form(.switchProgress)) }
        talk.want(.send)
        run(talk, for: .seconds(20))
        #expect(text(talk) == "[" + String(repeating: " ", count: 48) + "]")
        _ = talk.client.signedIn(try Talk().client.account)
        #expect(text(talk) == "[" + String(repeating: "█", count: 48) + "]")
    }

    @Test func aSpinnerTurnsTenTimesASecond() throws {
        let talk = try form()
        for _ in 0..<2 { talk.want(.form(.switchProgress)) }
        talk.want(.send)
        var signs: [String] = []
        for _ in 0..<11 {
            signs.append(text(talk) ?? "")
            let next = try #require(frame(talk).nextChange)
            #expect(next - talk.board.time.now() == .milliseconds(100))
            run(talk, for: .milliseconds(100))
        }
        #expect(Set(signs).count == 10)
        #expect(signs.first == signs.last)
    }

    @Test(arguments: BarStyle.allCases) func everyWidthIsDrawn(style: BarStyle) throws {
        let talk = try form()
        talk.want(.send)
        for cells in -1...9 {
            let request = BarRequest(cells: cells, style: style)
            let model = try #require(frame(talk, request).signIn?.progress)
            #expect(model.text(request).count == (cells < 2 ? 0 : cells + 2))
        }
    }

    @Test func whereNoBarCanBeDrawnThereAreLines() {
        let lines = ProgressLines(.signIn)
        var (elapsed, told) = (Duration.zero, [lines.line(after: .zero)])
        while elapsed < .seconds(60) {
            elapsed = lines.next(after: elapsed)
            told.append(lines.line(after: elapsed))
        }
        #expect(
            told == [
                "Signing in…", "Taking longer than usual, 10 s. Ctrl-C cancels",
                "Slow or lost connection, 30 s of 60 s", "Slow or lost connection, 60 s of 60 s",
            ])
    }
}
