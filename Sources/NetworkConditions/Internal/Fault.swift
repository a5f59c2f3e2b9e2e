import Comments
import OptimisticState

/// What can go wrong with a request.
enum Fault: Hashable, Sendable {
    /// Nobody listens. No byte of the request left.
    case refused
    /// The connection broke before the server had the request. The client can't tell it from the next.
    case resetBefore
    /// The connection broke after the server had done the work.
    case resetAfter
    /// Nothing comes, ever.
    case hang
    /// The server answers with an HTTP status instead of doing the work.
    case status(Int, retryAfter: Duration?)
    /// The connection broke in the middle of the answer.
    case halfAnswer
    /// Someone on the way answers in the server's place: a page of HTML.
    case notJSON

    static let refusedForGood = Fault.status(403, retryAfter: nil)

    /// Whether the server has done the work all the same.
    var comesAfterTheWork: Bool {
        switch self {
        case .resetAfter, .halfAnswer: true
        case .refused, .resetBefore, .hang, .status, .notJSON: false
        }
    }

    var ending: Traffic.Ending {
        switch self {
        case .refused: .connectionRefused
        case .resetBefore: .lostBeforeServer
        case .resetAfter: .lostAfterServer
        case .hang: .givenUp
        case .status(let status, _): .status(status)
        case .halfAnswer: .halfAnswer
        case .notJSON: .notJSON
        }
    }
}

/// How many requests fail, and how.
struct Faults: Hashable, Sendable {
    /// 0 to 1.
    var chance = 0.0
    /// Each as likely as the other.
    var kinds: [Fault] = []
    /// Whether only what changes something fails, so that there is something to see.
    var sparesLists = true
}

/// What the client is told.
extension Fault {
    var outcome: Outcome {
        switch self {
        case .refused: .offline(failure)
        case .resetBefore, .resetAfter, .hang, .halfAnswer, .notJSON: .unknown(failure)
        case .status(401, _): .needsSignIn(failure)
        case .status(_, let retryAfter):
            failure.isTransient ? .transient(failure, retryAfter: retryAfter) : .rejected(failure)
        }
    }

    var error: ServiceError {
        switch self {
        case .refused, .resetBefore, .resetAfter, .hang, .halfAnswer, .notJSON: .offline(failure)
        case .status(401, _): .needsSignIn
        case .status: .refused(failure)
        }
    }

    private var failure: Failure {
        switch self {
        case .refused: Failure(code: FailureCode.offline, isTransient: true)
        case .resetBefore, .resetAfter, .halfAnswer:
            Failure(code: FailureCode.connectionLost, mayHaveArrived: true, isTransient: true)
        case .hang: Failure(code: FailureCode.timedOut, mayHaveArrived: true, isTransient: true)
        case .notJSON: Failure(code: FailureCode.notUnderstood, mayHaveArrived: true, isTransient: true)
        case .status(let status, _): Failure(status: status)
        }
    }
}

extension Failure {
    /// By the classes of HTTP (RFC 9110, 15.5 and 15.6): what could help is tried again.
    fileprivate init(status: Int) {
        switch status {
        case 401: self.init(code: FailureCode.needsSignIn, status: status)
        case 404, 410: self.init(code: FailureCode.notFound, status: status)
        case 408, 425: self.init(code: FailureCode.timedOut, status: status, isTransient: true)
        case 413: self.init(code: FailureCode.tooLong, status: status)
        case 429: self.init(code: FailureCode.rateLimited, status: status, isTransient: true)
        case 500...: self.init(code: FailureCode.serverError, status: status, isTransient: true)
        case _: self.init(code: FailureCode.refused, status: status)
        }
    }
}
