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
        #expect(asked == [.signUp(name: "kei", password: "secret")])
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
}
