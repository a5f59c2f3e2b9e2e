import OptimisticState

/// Why a request other than a submit was not answered, by class. Sentences are made where they are shown.
package enum ServiceError: Error, Hashable, Sendable {
    /// A mistake in the sign-in or sign-up form.
    case form(FormMistake)
    /// No byte left: offline, refused.
    case offline(Failure)
    /// No answer came in time.
    case timedOut
    /// The session is over.
    case needsSignIn
    /// There is no such thing.
    case notFound
    /// The task was cancelled.
    case cancelled
    /// Anything else that the service said.
    case refused(Failure)
}

extension ServiceError {
    /// Whether it says nothing of what was asked for: nobody answered, or nobody who knows. What was kept from an earlier
    /// time is then all there is.
    package var isWithoutAnswer: Bool {
        switch self {
        case .offline, .timedOut: true
        case .refused(let failure): failure.isTransient
        case .form, .needsSignIn, .notFound, .cancelled: false
        }
    }
}

/// Each has its own sentence under the form.
package enum FormMistake: Hashable, Sendable {
    case nameIsEmpty
    /// Letters, digits, `_`, `-` and `.` only.
    case nameHasForbiddenCharacter
    /// Nothing but “_”, “-” and “.”.
    case nameHasNoLetter
    case nameTooLong(limit: Int)
    case nameTaken
    case passwordIsEmpty
    case passwordTooShort(least: Int)
    case passwordTooLong(limit: Int)
    case wrongNameOrPassword
    /// After several wrong passwords.
    case tooManyAttempts(wait: Duration)
    case signUpClosed
    case banned
    /// The visitor's key is an account already.
    case keyHasAccount
    /// The visitor has made so many accounts today.
    case tooManyAccounts(limit: Int)
    /// All visitors together have made as many accounts as may be made in a day.
    case noMoreAccountsToday
    /// The place asks for more than the form had; what it had was not wrong.
    case wantsMore(SignUpDemands)
    case tokenIsEmpty
    /// Never given out, used up, or run out: places do not say which.
    case tokenNotTaken
    /// There are terms that were not agreed to.
    case termsNotAgreed
}

/// The words of ``Failure/code`` that services here use. Programs may rely on them; people get sentences.
package enum FailureCode {
    package static let offline = "offline"
    package static let timedOut = "timed-out"
    /// The proxy on the way made no way to the server: nothing left.
    package static let refusedByProxy = "refused-by-proxy"
    package static let connectionLost = "connection-lost"
    package static let refused = "refused"
    package static let forbidden = "forbidden"
    package static let notFound = "not-found"
    package static let tooLong = "too-long"
    package static let empty = "empty"
    package static let readOnly = "read-only"
    package static let busy = "busy"
    package static let diskFull = "disk-full"
    package static let damaged = "damaged"
    package static let serverError = "server-error"
    package static let rateLimited = "rate-limited"
    package static let needsSignIn = "needs-sign-in"
    /// The room is end-to-end encrypted.
    package static let encrypted = "encrypted"
    /// The room was given up for another one, where it goes on.
    package static let moved = "moved"
    /// The account is not in the room any more.
    package static let removed = "removed"
    /// There is no room of that name.
    package static let noRoom = "no-room"
    /// One enters the room with an invitation only.
    package static let roomNotOpen = "room-not-open"
    /// The homeserver does not reach the one that the room's name is of. Which one is in the failure's words.
    package static let roomServerNotReached = "room-server-not-reached"
    /// The server takes no passwords: it signs people in on a page of its own.
    package static let noPasswords = "no-passwords"
    /// Signing up needs a step that there is no form for.
    package static let signUpElsewhere = "sign-up-elsewhere"
    /// The server makes accounts on a page of its own alone, and takes no passwords. The page is in the failure's words.
    package static let signUpOnOwnPage = "sign-up-on-own-page"
    /// No homeserver answers at that address.
    package static let noHomeserver = "no-homeserver"
    /// Whoever answered could not prove that it is who was asked for.
    package static let notTrusted = "not-trusted"
    /// What came is no answer of this protocol.
    package static let notUnderstood = "not-understood"
    /// What came is longer than any answer is read.
    package static let answerTooLong = "answer-too-long"
}
