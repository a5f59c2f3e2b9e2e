import Comments
import OptimisticState

extension ServiceError {
    /// Why something could not be read, as the part of a sentence: reading posts nothing.
    package var reason: String {
        switch self {
        case .offline(let failure), .refused(let failure): failure.cause
        case .timedOut: "timed out"
        case .needsSignIn: "needs sign-in"
        case .notFound: "no longer there"
        case .cancelled: "cancelled"
        case .form(let mistake): mistake.sentence
        }
    }

    /// What stands under the sign-in form.
    package var formSentence: String {
        switch self {
        case .form(let mistake): mistake.sentence
        case .offline(let failure) where failure.code == FailureCode.offline:
            "You are offline. Nothing was sent; Enter tries again."
        case .offline(let failure): "Not reachable: \(failure.cause.setApart). Enter tries again."
        case .timedOut: "No answer in time. Enter tries again."
        case .needsSignIn: "The session has ended. Sign in again."
        case .notFound: "There is no such account."
        case .cancelled: "Cancelled. Nothing changed."
        case .refused(let failure): failure.ownPage(keys: true) ?? "It did not work: \(failure.cause.setApart)."
        }
    }
}

extension ServiceError {
    /// Why a sign-up or sign-in did not succeed, without a word about keys.
    package var formMistake: String {
        switch self {
        case .form(let mistake): mistake.mistake
        case .offline(let failure) where failure.code == FailureCode.offline: "You are offline. Nothing was sent."
        case .offline(let failure): "Not reachable: \(failure.cause.setApart)."
        case .timedOut: "No answer in time."
        case .refused(let failure): failure.ownPage(keys: false) ?? formSentence
        case .needsSignIn, .notFound, .cancelled: formSentence
        }
    }
}

extension Failure {
    /// The way past a server that signs people up and in on a page of its own: short, for it has two lines.
    fileprivate func ownPage(keys: Bool) -> String? {
        let page = words.isEmpty ? nil : words.setApart
        switch code {
        case FailureCode.signUpOnOwnPage:
            return "Sign up \(page.map { "at \($0)" } ?? "on the server's own page"), then sign in here"
                + (keys ? " (Ctrl-N)" : "") + " with an access token as the password."
        case FailureCode.noPasswords:
            return "No passwords here: get an access token \(page.map { "at \($0)" } ?? "on the server's own page"),"
                + " and paste it as the password."
        case _: return nil
        }
    }
}

extension FormMistake {
    /// Each mistake has its own sentence: what happened, and what to do at the form.
    package var sentence: String {
        switch self {
        case .nameTaken: "\(mistake) Choose another, or Ctrl-N to sign in."
        case .tooManyAttempts: "\(mistake) Then press Enter."
        case .signUpClosed, .tooManyAccounts, .noMoreAccountsToday: "\(mistake) Ctrl-N signs in with one you have."
        case .nameIsEmpty, .nameHasForbiddenCharacter, .nameHasNoLetter, .nameTooLong, .passwordIsEmpty,
            .passwordTooShort,
            .passwordTooLong, .wrongNameOrPassword, .banned, .keyHasAccount, .tokenIsEmpty, .tokenNotTaken:
            mistake
        case .wantsMore(let demands):
            demands.terms.isEmpty
                ? mistake : "\(mistake) Space agrees\(demands.token ? " below" : "")."
        case .termsNotAgreed: "\(mistake) Space agrees to them."
        }
    }

    /// What happened, without a word about keys.
    package var mistake: String {
        switch self {
        case .nameIsEmpty: "Choose a name."
        case .nameHasForbiddenCharacter: "A name has letters, digits, “_”, “-” and “.” only."
        case .nameHasNoLetter: "A name has a letter or a digit in it."
        case .nameTooLong(let limit): "This name is too long: \(limit) letters at most."
        case .nameTaken: "This name is taken."
        case .passwordIsEmpty: "Type a password."
        case .passwordTooShort(let least): "This password is too short: \(least) letters at least."
        case .passwordTooLong(let limit): "This password is too long: \(limit) letters at most."
        case .wrongNameOrPassword: "Name or password is wrong."
        case .tooManyAttempts(let wait):
            "Too many tries. Wait \((wait.inMilliseconds + 999) / 1_000) s."
        case .signUpClosed: "This board takes no new accounts."
        case .banned: "This account was banned by the board's owner."
        case .keyHasAccount: "Your key is an account already: another one needs a password."
        case .tooManyAccounts(let limit):
            "Not more than \(limit) account\(limit == 1 ? "" : "s") a day: come back tomorrow."
        case .noMoreAccountsToday: "No more accounts are made here today: come back tomorrow."
        case .wantsMore(let demands): demands.sentence
        case .tokenIsEmpty: "Type the token: whoever runs this place gives it."
        case .tokenNotTaken: "This token is not taken: it is mistyped, used up, or has run out."
        case .termsNotAgreed: "Without agreeing to the terms there is no account."
        }
    }
}

extension SignUpDemands {
    /// What the place wants besides, and why.
    fileprivate var sentence: String {
        let terms = self.terms.isEmpty ? nil : "There are terms to read and to agree to."
        return [token ? "Accounts here need a token: whoever runs this place gives it." : nil, terms]
            .compactMap(\.self).joined(separator: " ")
    }
}
