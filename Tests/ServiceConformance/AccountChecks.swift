import Comments
import OptimisticState
import TestSupport
import Testing

/// A mistake was named, but not the one that was made.
private struct Unexpected: Error {
    let mistake: FormMistake
}

extension Conformance {
    static let accountChecks = [
        Check("An account signs up, and in again from elsewhere") { stage in
            let here = try await stage.signUp("anna")
            let there = try await stage.signIn("anna")
            #expect(here.session.account == there.session.account)
            #expect(here.session.name == "anna" && there.session.name == "anna")
            #expect(!here.session.token.isEmpty && here.session.token != there.session.token)
            let post = try await here.addPost()
            #expect(try await there.post(post).isMine)
        },
        Check("Each mistake in the form is its own") { stage in
            _ = try await stage.signUp("anna")
            func mistake(_ name: String, _ password: String) async throws -> FormMistake? {
                guard
                    case .form(let mistake) = try await stage.refusal(of: {
                        try await $0.signUp(name: name, password: password)
                    })
                else { return nil }
                return mistake
            }
            #expect(try await mistake("", Stage.password) == .nameIsEmpty)
            for name in ["two words", "a/b", "\u{202E}anna", "new\nline", "nul\0", "\u{1B}[2J"] {
                #expect(try await mistake(name, Stage.password) == .nameHasForbiddenCharacter)
            }
            let long = String(repeating: "a", count: 10_000)
            let tooLong = try #require(try await mistake(long, Stage.password))
            guard case .nameTooLong(16...) = tooLong else { throw Unexpected(mistake: tooLong) }
            #expect(try await mistake("anna", Stage.password) == .nameTaken)
            #expect(try await mistake("AnnA", Stage.password) == .nameTaken)
            #expect(try await mistake("berta", "") == .passwordIsEmpty)
            let tooShort = try #require(try await mistake("berta", "short"))
            guard case .passwordTooShort(8...) = tooShort else { throw Unexpected(mistake: tooShort) }
            let tooMuch = try #require(try await mistake("berta", long))
            guard case .passwordTooLong(64...) = tooMuch else { throw Unexpected(mistake: tooMuch) }
        },
        Check("A wrong name and a wrong password are one mistake") { stage in
            _ = try await stage.signUp("anna")
            for (name, password) in [("anna", "wrong password"), ("nobody", Stage.password)] {
                let refusal = try await stage.refusal { try await $0.signIn(name: name, password: password) }
                #expect(refusal == .form(.wrongNameOrPassword))
            }
        },
        Check("After wrong passwords signing in slows down, for so long as it says") { stage in
            _ = try await stage.signUp("anna")
            var wait: Duration?
            for _ in 0..<20 where wait == nil {
                let refusal = try await stage.refusal { try await $0.signIn(name: "anna", password: "wrong password") }
                if case .form(.tooManyAttempts(let asked)) = refusal { wait = asked }
            }
            let asked = try #require(wait)
            #expect(asked > .zero)
            try await stage.pause(asked)
            _ = try await stage.signIn("anna")
        },
        Check("A session that was ended is over, and ending it again is no mistake") { stage in
            let anna = try await stage.signUp("anna")
            let elsewhere = try await stage.signIn("anna")
            let post = try await anna.addPost()
            for _ in 0..<2 { try await stage.asking { try await $0.signOut(anna.session) } }
            #expect(try await anna.submit(.addPost(title: "late", text: "")) == .needsSignIn)
            #expect(
                try await stage.refusal { try await $0.posts(PageRequest(limit: 1), as: anna.session) } == .needsSignIn)
            #expect(try await elsewhere.post(post).isMine)
        },
        Check("A token that nobody was given is no session") { stage in
            let anna = try await stage.signUp("anna")
            let forged = Session(account: anna.session.account, name: "anna", token: "0123456789abcdef")
            #expect(
                try await Person(stage: stage, session: forged).submit(.addPost(title: "t", text: "")) == .needsSignIn)
        },
    ]
}
