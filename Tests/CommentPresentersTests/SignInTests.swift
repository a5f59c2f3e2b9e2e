import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

@Suite struct SignInTests {
    @Test func aReaderWhoCommentsSignsUpAndThenComments() throws {
        let reader = try Talk(session: nil)
        reader.openPost()
        reader.want(.item(.comment))
        #expect(reader.client.focus == .signIn)
        let asked = reader.want(.text(.type("kei")), .send, .text(.type("secret")), .send)
        #expect(asked == [.signUp(SignUpForm(name: "kei", password: "secret"))])
        let member = try Talk()
        _ = reader.client.signedIn(member.client.account)
        #expect(reader.client.focus == .composer)
        #expect(reader.frame.composer != nil)
    }

    @Test func aReaderWhoFavouritesSignsUpAndThenTheFavouriteIsThere() throws {
        let reader = try Talk(session: nil)
        reader.want(.item(.toggleFavourite))
        #expect(reader.client.focus == .signIn)
        let member = try Talk()
        _ = reader.client.signedIn(member.client.account)
        #expect(reader.frame.feed.posts.rows.first?.isFavourited == true)
    }

    @Test func escGoesOnAsAReaderAndForgetsTheWish() throws {
        let reader = try Talk(session: nil)
        reader.want(.item(.comment), .back)
        #expect(reader.client.focus == .feed)
        let member = try Talk()
        _ = reader.client.signedIn(member.client.account)
        #expect(reader.frame.composer == nil)
    }

    @Test func theFormStaysFilledUnderAMistake() throws {
        let reader = try Talk(session: nil)
        reader.client.openForm(.signUp, reason: .newcomer)
        reader.want(.text(.type("kei")), .send, .text(.type("x")), .send)
        reader.client.signInFailed(.form(.passwordTooShort(least: 8)))
        #expect(reader.frame.signIn?.name.text == "kei")
        #expect(reader.frame.signIn?.passwordLength == 1)
        #expect(reader.frame.signIn?.message?.raw == "This password is too short: 8 letters at least.")
        #expect(reader.frame.signIn?.field == .password)
    }

    @Test func escCancelsARunningRequestAndItsAnswerIsDropped() throws {
        let reader = try Talk(session: nil)
        reader.client.openForm(.signIn, reason: .asked)
        reader.want(.text(.type("kei")), .send, .text(.type("secret")), .send)
        #expect(reader.want(.back) == [.cancelSignIn])
        reader.client.signInFailed(.form(.wrongNameOrPassword))
        #expect(reader.frame.signIn?.message?.raw == "Cancelled. Enter tries again.")
    }

    private static let rules = Terms(name: UntrustedText("Rules"), address: UntrustedText("https://a.example/rules"))

    @Test func aPlaceThatAsksForMoreGetsItFromTheSameForm() throws {
        let reader = try Talk(session: nil)
        reader.client.openForm(.signUp, reason: .newcomer)
        reader.want(.text(.type("kei")), .send, .text(.type("secret")), .send)
        reader.client.signInFailed(.form(.wantsMore(SignUpDemands(token: true, terms: [Self.rules]))))
        let form = try #require(reader.frame.signIn)
        #expect(form.field == .token && form.progress == nil && form.takesKeys && form.name.text == "kei")
        #expect(form.message?.raw.contains("need a token") == true && form.terms?.isAgreedTo == false)
        // Nothing is sent before all of it is there; what is typed agrees to nothing but a blank.
        #expect(reader.want(.send, .send) == [])
        #expect(reader.frame.signIn?.message?.raw == "Type the token: whoever runs this place gives it.")
        #expect(reader.want(.text(.type(" word ")), .send, .text(.paste("yes")), .send) == [])
        #expect(reader.frame.signIn?.field == .terms)
        let asked = reader.want(.text(.type(" ")), .send)
        let all = SignUpForm(name: "kei", password: "secret", token: "word", agreedTo: [Self.rules])
        #expect(asked == [.signUp(all)] && reader.frame.signIn?.isRunning == true)
        reader.client.signInFailed(.form(.tokenNotTaken))
        #expect(reader.frame.signIn?.field == .token && reader.frame.signIn?.progress?.phase == .failed)
        // Sign-in asks for none of it.
        reader.want(.form(.switchMode))
        #expect(reader.frame.signIn?.token == nil && reader.frame.signIn?.terms == nil)
        #expect(reader.want(.send) == [.signIn(name: "kei", password: "secret")])
    }

    @Test func otherTermsAreAgreedToAnew() throws {
        let reader = try Talk(session: nil)
        reader.client.openForm(.signUp, reason: .newcomer)
        reader.want(.text(.type("kei")), .send, .text(.type("secret")), .send)
        reader.client.signInFailed(.form(.wantsMore(SignUpDemands(terms: [Self.rules]))))
        reader.want(.text(.type(" ")), .send)
        let other = Terms(name: UntrustedText("Rules"), address: UntrustedText("https://a.example/new"))
        reader.client.signInFailed(.form(.wantsMore(SignUpDemands(terms: [other]))))
        #expect(reader.frame.signIn?.terms?.terms == [other] && reader.frame.signIn?.terms?.isAgreedTo == false)
        #expect(reader.want(.send) == [])
    }

    @Test func fieldsGoRoundBothWays() throws {
        let reader = try Talk(session: nil)
        reader.client.openForm(.signUp, reason: .newcomer)
        reader.want(.form(.fieldBefore))
        #expect(reader.frame.signIn?.field == .password)
        reader.want(.send)
        reader.client.signInFailed(.form(.wantsMore(SignUpDemands(token: true, terms: [Self.rules]))))
        reader.want(.form(.fieldBefore), .form(.fieldBefore), .form(.fieldBefore))
        #expect(reader.frame.signIn?.field == .terms)
        reader.want(.form(.nextField))
        #expect(reader.frame.signIn?.field == .name)
    }

    @Test func signingOutAlwaysAsks() throws {
        let talk = try Talk()
        #expect(talk.want(.signOut) == [])
        #expect(talk.frame.question == .signOut(waiting: 0))
        #expect(talk.want(.answer(.no)) == [])
        #expect(talk.want(.signOut, .answer(.yes)) == [.signOut(discarding: false)])
        talk.openPost()
        talk.want(.item(.comment))
        talk.write("Love it")
        #expect(talk.want(.signOut) == [])
        #expect(talk.frame.question == .signOut(waiting: 1))
        #expect(talk.want(.answer(.discard)) == [])
        #expect(talk.frame.question == .discardAtSignOut(texts: 1))
        #expect(talk.want(.answer(.yes)) == [.signOut(discarding: true)])
    }

    @Test func anAnswerThatIsNotOfferedDoesNothing() throws {
        let talk = try Talk()
        for answer in [Answer.keep, .discard] {
            #expect(talk.want(.signOut, .answer(answer)) == [])
            #expect(talk.frame.question == .signOut(waiting: 0))
        }
        talk.want(.answer(.no))
        talk.openPost()
        talk.want(.item(.toggleFavourite), .signOut)
        #expect(talk.want(.answer(.yes)) == [] && talk.frame.question == .signOut(waiting: 1))
        // No text goes: one question is enough.
        #expect(talk.want(.answer(.discard)) == [.signOut(discarding: true)])
    }

    @Test func aTextThatComesBackToNobodyIsAskedAboutOnceMore() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.move(.last), .item(.edit))
        talk.write(" and more")
        talk.want(.signOut, .answer(.discard))
        #expect(talk.frame.question?.sentence == "Discard 1 text for good?")
        #expect(talk.client.focus == .discardQuestion)
        #expect(talk.want(.answer(.no)) == [] && talk.frame.question == nil)
        #expect(talk.board.store.read { $0.pendingCount } == 1)
    }

    @Test func leavingSaysWhatWaits() throws {
        let talk = try Talk()
        #expect(talk.client.farewell().isEmpty)
        talk.openPost()
        for text in ["one", "two"] {
            talk.want(.item(.comment))
            talk.write(text)
        }
        #expect(
            talk.client.farewell().map(\.raw)
                == ["2 comments wait; they go out the next time rakkan runs, or now: rakkan outbox drain"])
        talk.client.leave()
        #expect(talk.frame.status.notice == .sendingBeforeLeaving(2))
    }

    /// What is typed on is no password.
    @Test func aSessionThatEndsWhileATextIsWrittenAsksWhenThatIsDone() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment), .text(.type("half a ")))
        talk.client.sessionEnded()
        talk.settle()
        #expect(talk.frame.signIn == nil && talk.client.focus == .composer)
        talk.write("text")
        #expect(talk.frame.signIn?.reason == .sessionEnded)
        #expect(talk.board.disk.rows.count == 1)
    }

    @Test("A session that goes on after all asks for nothing any more, unless somebody is typing a password")
    func aSessionThatGoesOnAsksForNothing() throws {
        let talk = try Talk()
        talk.client.sessionEnded()
        #expect(talk.frame.signIn?.reason == .sessionEnded)
        talk.client.sessionGoesOn()
        #expect(talk.frame.signIn == nil)

        talk.client.sessionEnded()
        talk.want(.text(.type("s")))
        talk.client.sessionGoesOn()
        #expect(talk.frame.signIn?.reason == .sessionEnded)

        // A form that was asked for is not taken away either.
        let reader = try Talk(session: nil)
        reader.client.openForm(.signIn, reason: .asked)
        reader.client.sessionGoesOn()
        #expect(reader.frame.signIn?.reason == .asked)
    }

    @Test func aSessionThatWentOnWhileATextWasWrittenAsksForNothingAfterwards() throws {
        let talk = try Talk()
        talk.openPost()
        talk.want(.item(.comment), .text(.type("half a ")))
        talk.client.sessionEnded()
        talk.client.sessionGoesOn()
        talk.write("text")
        #expect(talk.frame.signIn == nil && talk.board.disk.rows.count == 1)
    }
}
