import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import PresenterSupport
import TerminalUI
import TestSupport
import Testing

private let narrow = Size(columns: 80, rows: 24)
private let wide = Size(columns: 120, rows: 35)

@Suite struct GoldenTests {
    @Test("An empty feed says what to do")
    func emptyFeed() throws {
        for size in [narrow, wide] {
            Golden(name: "feed-empty-\(size.columns)").expect(try Desk(size, posts: [], comments: [:]))
        }
    }

    @Test("A feed that can't be read says why")
    func unreadFeed() throws {
        let desk = try Desk(listError: .offline(Failure(code: FailureCode.offline)))
        Golden(name: "feed-offline-80").expect(desk)
        desk.board.service.fail(with: nil)
        desk.advance(.seconds(1))
        #expect(desk.draw().plainText().contains("Sunday at the lake"))
    }

    @Test("Feed and post, one after the other and side by side")
    func feedAndPost() throws {
        Golden(name: "feed-80").expect(try Desk(narrow))
        let desk = try Desk(narrow)
        desk.press(.enter)
        Golden(name: "post-80").expect(desk)
        Golden(name: "feed-120").expect(try Desk(wide))
        let both = try Desk(wide)
        both.press(.enter)
        Golden(name: "post-120").expect(both)
    }

    @Test("What is what: the roles that themes give looks to")
    func roles() throws {
        let desk = try Desk(wide, network: true)
        desk.press(.enter, .text("c"), .text("Love it"), .enter)
        desk.refuse("m1")
        desk.press(.text("c"), .text("So blue!"), .enter)
        desk.advance(.seconds(1))
        desk.press(.text("f"))
        Golden(name: "roles-post-120").expectRoles(desk)
        desk.press(.text("c"), .text("More"))
        Golden(name: "roles-composer-120").expectRoles(desk)
        desk.press(.escape, .text("?"))
        Golden(name: "roles-help-120").expectRoles(desk)
        let form = try Desk(narrow, session: nil)
        form.client.openForm(.signUp, name: "aki", reason: .newcomer)
        Golden(name: "roles-sign-up-80").expectRoles(form)
    }

    @Test("A comment shows at once, its word after 0.4 s")
    func pending() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size)
            desk.press(.enter, .text("c"), .text("See you there next Sunday!"), .enter)
            Golden(name: "comment-just-sent-\(size.columns)").expect(desk)
            desk.advance(.milliseconds(400))
            Golden(name: "comment-sending-\(size.columns)").expect(desk)
        }
    }

    @Test("A comment behind another says for which it waits")
    func waitingBehind() throws {
        let desk = try Desk(narrow)
        desk.press(.enter, .text("c"), .text("First"), .enter, .text("c"), .text("Second"), .enter)
        desk.advance(.seconds(1))
        Golden(name: "comment-waits-80").expect(desk)
    }

    @Test("A comment that waits counts down")
    func waitingForTheServer() throws {
        let desk = try Desk(narrow)
        desk.press(.enter, .text("c"), .text("Patience"), .enter)
        desk.board.answer(
            "m1", .transient(Failure(code: FailureCode.serverError, status: 503), retryAfter: .seconds(12)))
        desk.advance(.seconds(4))
        Golden(name: "comment-waiting-8-s-80").expect(desk)
    }

    @Test("A refused comment stays, with the reason and what to press")
    func failed() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size)
            desk.press(.enter, .text("c"), .text("Love it"), .enter)
            desk.refuse("m1")
            Golden(name: "comment-failed-\(size.columns)").expect(desk)
        }
    }

    @Test("A failed edit shows the new text, a failed deletion the comment")
    func failedEditAndDelete() throws {
        let desk = try Desk(narrow)
        desk.press(.enter, .text("kk"), .text("e"), .control("u"), .text("So green!"), .enter)
        desk.refuse("m1")
        Golden(name: "edit-failed-80").expect(desk)
        let other = try Desk(narrow)
        other.press(.enter, .text("kk"), .text("d"))
        Golden(name: "delete-question-80").expect(other)
        other.press(.text("y"))
        other.advance(.seconds(5))
        Golden(name: "delete-sending-80").expect(other)
        other.refuse("m1")
        Golden(name: "delete-failed-80").expect(other)
    }

    @Test("A refused favourite is as the server has it, and marked")
    func refusedFavourite() throws {
        let desk = try Desk(wide)
        desk.press(.enter, .text("f"), .tab, .text("f"))
        Golden(name: "favourites-flipped-120").expect(desk)
        desk.refuse("m1")
        desk.refuse("m2")
        Golden(name: "favourites-refused-120").expect(desk)
    }

    @Test("The outbox shows each mutation, its state and its reason")
    func outbox() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size)
            desk.press(.text("o"))
            Golden(name: "outbox-empty-\(size.columns)").expect(desk)
            desk.press(.escape, .enter, .text("c"), .text("Refused"), .enter)
            desk.refuse("m1")
            desk.press(.text("c"), .text("On its way"), .enter, .text("c"), .text("Behind it"), .enter)
            desk.press(.text("kkkk"), .text("f"))
            desk.advance(.seconds(61))
            desk.press(.text("o"))
            Golden(name: "outbox-\(size.columns)").expect(desk)
        }
    }

    @Test("The composer: empty, long, blank, too long, for a post, for a reply")
    func composer() throws {
        let desk = try Desk(narrow)
        desk.press(.enter, .text("c"))
        Golden(name: "composer-empty-80").expect(desk)
        desk.press(.enter)
        Golden(name: "composer-blank-80").expect(desk)
        desk.press(
            .paste("一行目は日本語です 🍧\nA second line that is long enough to be broken once, at a blank, by the composer."))
        Golden(name: "composer-long-80").expect(desk)
        desk.press(.paste(String(repeating: "far too long ", count: 20)))
        desk.press(.enter)
        Golden(name: "composer-over-80").expect(desk)
        let post = try Desk(wide)
        post.press(.text("p"), .text("A title"), .control("j"), .text("and its text"))
        Golden(name: "composer-post-120").expect(post)
        let reply = try Desk(wide)
        reply.press(.enter, .text("kr"), .text("Brr."))
        Golden(name: "composer-reply-120").expect(reply)
    }

    @Test("The composer near its limit, with another window, and a post with a draft")
    func composerAndDrafts() throws {
        let desk = try Desk(narrow)
        desk.press(.enter, .text("c"), .paste(String(repeating: "near the limit ", count: 12)), .text("now"))
        Golden(name: "composer-near-80").expect(desk)
        desk.press(.escape, .text("q"))
        Golden(name: "feed-draft-80").expect(desk)
        let other = try Desk(narrow)
        other.drafts.next.withLock { $0.otherWindow = OtherWindow(process: 1_234) }
        other.press(.enter, .text("c"))
        Golden(name: "composer-other-window-80").expect(other)
    }

    @Test("The composer at small sizes, with wide letters")
    func smallComposer() throws {
        for size in [Size(columns: 40, rows: 10), Size(columns: 20, rows: 5)] {
            let desk = try Desk(size)
            desk.press(.enter, .text("c"), .text("今日は湖へ行きました。とても青かった。한글도 있고 👨‍👩‍👧‍👦 too."))
            desk.press(.alt("b"))
            Golden(name: "composer-small-\(size.columns)x\(size.rows)").expect(desk)
        }
    }

    @Test("The form: empty, filled, running, and each mistake under it")
    func form() throws {
        let desk = try Desk(narrow, session: nil)
        desk.client.openForm(.signUp, reason: .newcomer)
        Golden(name: "sign-up-80").expect(desk)
        desk.press(.text("kei"), .tab, .text("secret"))
        Golden(name: "sign-up-filled-80").expect(desk)
        desk.press(.enter)
        let mistakes: [(String, FormMistake)] = [
            ("name-empty", .nameIsEmpty), ("name-character", .nameHasForbiddenCharacter),
            ("name-letter", .nameHasNoLetter),
            ("name-long", .nameTooLong(limit: 32)), ("name-taken", .nameTaken),
            ("password-empty", .passwordIsEmpty), ("password-short", .passwordTooShort(least: 8)),
            ("password-long", .passwordTooLong(limit: 128)), ("wrong", .wrongNameOrPassword),
            ("too-many", .tooManyAttempts(wait: .milliseconds(29_500))), ("closed", .signUpClosed),
            ("banned", .banned),
        ]
        for (name, mistake) in mistakes {
            let form = try Desk(narrow, session: nil)
            form.client.openForm(.signUp, reason: .newcomer)
            form.press(.text("kei"), .tab, .text("secret"), .enter)
            form.client.signInFailed(.form(mistake))
            Golden(name: "sign-up-\(name)-80").expect(form)
        }
        let reader = try Desk(wide, session: nil)
        reader.press(.text("c"))
        Golden(name: "sign-up-needed-120").expect(reader)
        reader.press(.control("n"))
        Golden(name: "sign-in-120").expect(reader)
    }

    @Test("docs/keys.md is the key table")
    func keysPage() throws {
        Golden(documentation: "keys.md").expect(KeyTable.standard.markdown())
    }

    @Test("Help is made of the key table")
    func help() throws {
        for size in [narrow, wide, Size(columns: 200, rows: 50)] {
            let desk = try Desk(size)
            desk.press(.enter, .text("?"))
            Golden(name: "help-\(size.columns)").expect(desk)
        }
    }

    @Test("The network panel")
    func network() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size, network: true)
            desk.press(.enter, .text("L"))
            Golden(name: "network-\(size.columns)").expect(desk)
            desk.press(.text("o"))
            Golden(name: "network-narrowed-\(size.columns)").expect(desk)
        }
    }

    @Test("The network panel shows what is on its way, and what became of it")
    func traffic() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size, network: true, traffic: Road())
            desk.press(.enter, .text("L"))
            Golden(name: "traffic-\(size.columns)").expect(desk)
        }
        let plain = try Desk(
            narrow, posts: [], comments: [:], repertoire: .ascii, network: true, traffic: Road())
        plain.press(.text("L"))
        let text = plain.draw().plainText()
        #expect(text.contains("#########.......") && !text.contains("━"))
    }

    @Test("The panel is drawn ten times a second only while something is on its way")
    func trafficIsCalm() throws {
        let desk = try Desk(narrow, network: true, traffic: Road())
        let isQuiet = (desk.screen.nextChange?.milliseconds ?? 0) - desk.board.time.now().milliseconds > 1_000
        #expect(isQuiet)
        desk.press(.text("L"))
        #expect(desk.screen.nextChange == desk.board.time.now() + .milliseconds(100))
        desk.advance(.seconds(60))
        desk.press(.escape)
        let isQuietAgain = (desk.screen.nextChange?.milliseconds ?? .max) % 60_000 == 0
        #expect(isQuietAgain)
    }

    @Test("The waiting way")
    func waitingWay() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size, network: true, banner: "Try f and c. W waits as of old.")
            desk.press(.enter, .text("W"), .text("c"), .text("So blue!"), .enter)
            desk.advance(.seconds(3))
            Golden(name: "waiting-\(size.columns)").expect(desk)
            desk.refuse("w1")
            Golden(name: "waiting-refused-\(size.columns)").expect(desk)
        }
        let desk = try Desk(narrow, network: true)
        desk.press(.enter, .text("W"), .text("f"))
        desk.advance(.seconds(2))
        Golden(name: "waiting-favourite-80").expect(desk)
    }

    @Test("What is on its way is edited, favourited and answered at once, and says what follows and waits")
    func pendingItems() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size)
            desk.press(.enter, .text("c"), .text("So bleu! I want to go back there tomorrow"), .enter)
            desk.press(
                .text("e"), .control("u"), .text("So blue! I want to go back there tomorrow"), .enter, .text("f"))
            desk.press(.text("r"), .text("Brr."), .enter)
            desk.advance(.seconds(1))
            Golden(name: "pending-followed-\(size.columns)").expect(desk)
            desk.refuse("m1")
            Golden(name: "pending-blocked-\(size.columns)").expect(desk)
            desk.press(.text("o"))
            Golden(name: "pending-outbox-\(size.columns)").expect(desk)
            desk.press(.text("o"), .enter, .text("x"))
            Golden(name: "pending-discard-question-\(size.columns)").expect(desk)
            desk.press(.text("y"))
            Golden(name: "pending-discarded-\(size.columns)").expect(desk)
        }
    }

    @Test("A small screen asks with its answers in sight")
    func smallQuestion() throws {
        let desk = try Desk(Size(columns: 40, rows: 10))
        desk.press(.enter, .text("c"), .text("So blue!"), .enter)
        for text in ["Brr.", "Cold.", "Very.", "Still."] {
            desk.press(.text("r"), .text(text), .enter, .text("G"))
        }
        desk.refuse("m1")
        desk.press(.text("kkkk"), .text("x"))
        Golden(name: "pending-discard-question-40").expect(desk)
    }

    @Test("Under the talk's rule what is not sent yet says why it can't be changed")
    func restricted() throws {
        let desk = try Desk(narrow, pendingRule: .restrict)
        desk.press(.enter, .text("c"), .text("So blue!"), .enter)
        desk.advance(.seconds(1))
        desk.press(.text("e"), .text("typed on"))
        Golden(name: "pending-restricted-80").expect(desk)
    }

    @Test("A deletion is gone at once, and can be undone")
    func undo() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size)
            desk.press(.enter, .text("kk"), .text("d"), .text("y"))
            desk.advance(.seconds(2))
            Golden(name: "delete-undo-\(size.columns)").expect(desk)
            desk.press(.text("o"))
            Golden(name: "delete-held-\(size.columns)").expect(desk)
            desk.press(.text("u"))
            Golden(name: "delete-undone-\(size.columns)").expect(desk)
        }
    }

    @Test("What may have been posted is not called unsent; what looks posted is offered")
    func undecided() throws {
        for size in [narrow, wide] {
            let desk = try Desk(size)
            desk.press(.enter, .text("c"), .text("Refused"), .enter)
            desk.refuse("m1")
            desk.press(.text("c"), .text("Lost"), .enter)
            desk.board.answer(
                "m2", .cannotTell(Failure(code: FailureCode.connectionLost, mayHaveArrived: true)))
            desk.press(.text("c"), .text("Seen"), .enter)
            desk.board.answer(
                "m3", .cannotTell(Failure(code: FailureCode.connectionLost, mayHaveArrived: true, likelyCopy: "99")))
            desk.press(.text("c"), .text("Busy"), .enter)
            desk.board.answer("m4", .transient(Failure(code: FailureCode.busy), retryAfter: nil))
            desk.settle()
            desk.advance(.seconds(1))
            Golden(name: "may-have-been-posted-\(size.columns)").expect(desk)
            desk.press(.text("o"))
            Golden(name: "may-have-been-posted-outbox-\(size.columns)").expect(desk)
            desk.press(.text("jj"), .text("jj"), .text("kk"), .text("x"))
            Golden(name: "may-have-been-posted-discard-\(size.columns)").expect(desk)
        }
    }

    @Test("A row of a newer version is shown, and kept")
    func quarantined() throws {
        let desk = try Desk(narrow)
        _ = try desk.board.disk.open().writeRowOfANewerVersion(id: "future")
        try desk.board.store.reload()
        desk.press(.text("o"), .text("x"))
        Golden(name: "outbox-newer-version-80").expect(desk)
    }

    @Test("Signing out asks when something waits")
    func signOut() throws {
        let desk = try Desk(narrow)
        desk.press(.enter, .text("c"), .text("Hello"), .enter, .text("S"))
        Golden(name: "sign-out-question-80").expect(desk)
    }

    @Test("Small screens show what fits", arguments: [(40, 10), (20, 5), (19, 5), (10, 3), (2, 1), (1, 1), (0, 0)])
    func small(columns: Int, rows: Int) throws {
        let desk = try Desk(Size(columns: columns, rows: rows))
        desk.press(.enter)
        Golden(name: "small-\(columns)x\(rows)").expect(desk)
    }

    @Test("Without Unicode, every sign is a letter")
    func ascii() throws {
        let posts = Album.posts.filter { $0.ref != .server("2") }
        let comments = ["4": Array((Album.comments["4"] ?? []).dropLast())]
        let desk = try Desk(wide, posts: posts, comments: comments, repertoire: .ascii)
        desk.press(.enter, .text("c"), .text("Love it"), .enter, .text("c"), .text("Really"), .enter)
        desk.refuse("m1")
        desk.advance(.seconds(1))
        desk.press(.text("g"), .text("f"))
        Golden(name: "ascii-120").expect(desk)
        let isPlain = desk.draw().plainText().allSatisfy { $0.isASCII }
        #expect(isPlain)
    }
}

/// Requests in every state.
private struct Road: TrafficSource {
    var traffic: [Traffic] {
        let begun = Timestamp(milliseconds: 1_000_000_000_000 - 1_200)
        let legs = [
            Traffic.Leg(.dns, .milliseconds(100)), Traffic.Leg(.connect, .milliseconds(300)),
            Traffic.Leg(.send, .milliseconds(500)), Traffic.Leg(.server, .milliseconds(700)),
            Traffic.Leg(.receive, .milliseconds(400)),
        ]
        func request(_ id: Int, _ subject: Traffic.Subject, _ ending: Traffic.Ending? = nil, given: Bool = false)
            -> Traffic
        {
            var traffic = Traffic(id: id, subject: subject, begunAt: begun, legs: legs)
            traffic.ending = ending
            traffic.endedAt = ending == nil ? nil : begun + .milliseconds(2_350)
            traffic.isGivenUp = given
            return traffic
        }
        return [
            request(1, .posts, .answered),
            request(2, .submit(.addComment(post: "4", parent: nil, text: "Was it cold?")), .lostAfterServer),
            request(3, .submit(.setCommentFavourite("11", true)), .status(403)),
            request(4, .submit(.addComment(post: "4", parent: nil, text: "So blue!"))),
            request(5, .submit(.addComment(post: "4", parent: "11", text: "夏の海とかき氷がとても好きです、みんなで")), given: true),
        ]
    }
}
