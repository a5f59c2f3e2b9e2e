import Comments
import OptimisticState

extension Failure {
    /// Why a mutation was not done, as the part of a sentence that follows "not sent: ".
    package var reason: String { mayHaveArrived ? "\(cause), may have been posted" : cause }

    /// Why there is no success, without a word on whether it is there all the same.
    package var cause: String {
        switch code {
        case FailureCode.offline: "offline"
        case FailureCode.timedOut: "timed out"
        case FailureCode.connectionLost: "connection lost"
        case FailureCode.refusedByProxy: status.map { "the proxy answered \($0)" } ?? "the proxy refused"
        case Failure.interruptedCode: "interrupted"
        case Failure.gaveUpCode: "gave up after 24 hours"
        case FailureCode.refused: inService("refused")
        case FailureCode.forbidden: inService("not allowed")
        case FailureCode.notFound: inService("no longer there")
        case FailureCode.tooLong: inService("too long")
        case FailureCode.empty: inService("empty")
        case FailureCode.readOnly: "the board is read-only"
        case FailureCode.busy: "board is busy"
        case FailureCode.diskFull: "the board's disk is full"
        case FailureCode.damaged: "the board's file is damaged"
        case FailureCode.serverError: inService("server error")
        case FailureCode.rateLimited: "too many at once"
        case FailureCode.needsSignIn: "needs sign-in"
        case FailureCode.encrypted: "this room is end-to-end encrypted: rakkan does not read such rooms"
        case FailureCode.moved: "this room goes on elsewhere"
        case FailureCode.removed: "you are not in this room any more"
        case FailureCode.noRoom: "there is no room of that name"
        case FailureCode.roomNotOpen: "this room is open to those alone who are invited"
        case FailureCode.roomServerNotReached: "the server of that room, \(words.setApart), can't be reached"
        case FailureCode.noPasswords:
            "this server takes no passwords: sign in on its own page\(page) and paste an access token as the password"
        case FailureCode.signUpOnOwnPage:
            "this server makes accounts on its own page: sign up there\(page), and sign in here with an access token in the place of the password"
        case FailureCode.signUpElsewhere: "this server wants more to sign up: do it on its own page, then sign in here"
        case FailureCode.noHomeserver: "no Matrix homeserver answers there"
        case FailureCode.notTrusted: "the server could not prove who it is"
        case FailureCode.notUnderstood: "the answer made no sense"
        case FailureCode.answerTooLong: "the server's answer is too long to be read"
        default: inService(code)
        }
    }

    /// The page in the words, if there is one.
    private var page: String { words.isEmpty ? "" : " (\(words))" }

    /// With the status before it and the server's own words behind it.
    private func inService(_ what: String) -> String {
        let numbered = status.map { "\($0) \(what)" } ?? what
        return words.isEmpty || words == what ? numbered : "\(numbered) (\(words))"
    }
}
