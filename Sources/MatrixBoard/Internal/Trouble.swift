import Comments
import HTTPTransport
import OptimisticState

/// Why the homeserver did not do what it was asked, before it is told as a class of the domain.
enum Trouble: Error, Sendable {
    /// No answer.
    case transport(HTTPFailure)
    /// The server's own refusal (client-server interface, 2.2, standard error response).
    case refused(status: Int, code: String, words: String, retryAfter: Duration?, body: JSONValue)
    /// An answer that is none of this interface: a proxy's page, half a value, a redirect.
    case strange(status: Int, retryAfter: Duration?)
    /// There is no such thing, or it is not what was meant; said here, not there.
    case notFound
    case forbidden
    case empty
    case tooLong
    /// The room's words can't be read here (encrypted).
    case encrypted
    /// It goes on in another room.
    case moved
    /// This account was put out of the room, or left it.
    case removed
    /// The room can't be entered.
    case noRoom(NoRoom)

    /// Whether the work may be done all the same, if the request was to do some.
    var mayHaveArrived: Bool {
        switch self {
        case .transport(let failure): failure.hasLeft
        case .refused(let status, _, _, _, _): status >= 500
        case .strange(let status, _): status >= 500 || (200..<300).contains(status)
        case .notFound, .forbidden, .empty, .tooLong, .encrypted, .moved, .removed, .noRoom: false
        }
    }

    /// Why a room can't be entered.
    enum NoRoom: Hashable, Sendable {
        case notThere, notOpen
        /// The server of that name can't be reached by the homeserver.
        case serverNotReached(String)
    }

    var code: String? { if case .refused(_, let code, _, _, _) = self { code } else { nil } }

    /// Whether the session goes on once its token is renewed (soft logout).
    var isSoft: Bool {
        if case .refused(_, _, _, _, let body) = self { body["soft_logout"]?.flag == true } else { false }
    }

    var isOver: Bool { code == "M_UNKNOWN_TOKEN" || code == "M_MISSING_TOKEN" }
}

extension Failure {
    /// As for a request that does no work: of one that does, the outcome says whether it may have arrived.
    init(_ trouble: Trouble) {
        switch trouble {
        case .transport(let failure):
            let code =
                switch failure.kind {
                case .unreachable, .noLibrary, .malformed: FailureCode.offline
                case .timedOut: failure.hasLeft ? FailureCode.timedOut : FailureCode.offline
                case .refusedByProxy: FailureCode.refusedByProxy
                case .broken, .cancelled: FailureCode.connectionLost
                case .untrusted: FailureCode.notTrusted
                case .tooLong: FailureCode.answerTooLong
                }
            self.init(code: code, words: failure.words, isTransient: true)
            if case .refusedByProxy(let proxyStatus) = failure.kind { status = proxyStatus }
            isOffline = !failure.hasLeft
        case .refused(let status, let errcode, let words, _, _):
            let code =
                switch (status, errcode) {
                case (429, _), (_, "M_LIMIT_EXCEEDED"): FailureCode.rateLimited
                case (_, "M_TOO_LARGE"), (413, _): FailureCode.tooLong
                case (403, _), (_, "M_FORBIDDEN"), (_, "M_GUEST_ACCESS_FORBIDDEN"): FailureCode.forbidden
                case (404, _): FailureCode.notFound
                case (401, _): FailureCode.needsSignIn
                case (500..., _): FailureCode.serverError
                case _: FailureCode.refused
                }
            self.init(code: code, status: status, words: words)
            isTransient = status >= 500 || code == FailureCode.rateLimited || status == 408 || status == 425
        case .strange(let status, _):
            let code = status >= 500 ? FailureCode.serverError : FailureCode.notUnderstood
            self.init(code: code, status: status, isTransient: true)
        case .notFound: self.init(code: FailureCode.notFound, status: 404)
        case .forbidden: self.init(code: FailureCode.forbidden, status: 403)
        case .empty: self.init(code: FailureCode.empty, status: 422)
        case .tooLong: self.init(code: FailureCode.tooLong, status: 413)
        case .encrypted: self.init(code: FailureCode.encrypted, status: 403)
        case .moved: self.init(code: FailureCode.moved, status: 403)
        case .removed: self.init(code: FailureCode.removed, status: 403)
        case .noRoom(.notThere): self.init(code: FailureCode.noRoom, status: 404)
        case .noRoom(.notOpen): self.init(code: FailureCode.roomNotOpen, status: 403)
        case .noRoom(.serverNotReached(let server)):
            self.init(code: FailureCode.roomServerNotReached, words: String(server.prefix(255)), isTransient: true)
        }
    }
}

extension ServiceError {
    init(_ trouble: Trouble) {
        self =
            switch trouble {
            case .transport(let failure) where failure.kind == .cancelled: .cancelled
            case .transport(let failure) where failure.kind == .timedOut && failure.hasLeft: .timedOut
            case .transport(let failure) where failure.kind == .tooLong: .refused(Failure(trouble))
            case .transport: .offline(Failure(trouble))
            case .refused where trouble.isOver: .needsSignIn
            case .refused(404, _, _, _, _), .notFound: .notFound
            case .refused, .strange, .forbidden, .empty, .tooLong, .encrypted, .moved, .removed, .noRoom:
                .refused(Failure(trouble))
            }
    }
}

extension Outcome {
    /// - Parameter isWork: Whether the request was the one that does the work, not one that looked first.
    init(_ trouble: Trouble, isWork: Bool) {
        var failure = Failure(trouble)
        let mayHaveArrived = isWork && trouble.mayHaveArrived
        failure.mayHaveArrived = mayHaveArrived
        switch trouble {
        case .transport(let transport):
            failure.isTransient = true
            failure.isOffline = !mayHaveArrived && !transport.hasLeft
            self =
                mayHaveArrived
                ? .unknown(failure) : failure.isOffline ? .offline(failure) : .transient(failure, retryAfter: nil)
        case .refused(let status, _, _, let retryAfter, _):
            if trouble.isOver || status == 401 {
                self = .needsSignIn(failure)
            } else if failure.isTransient {
                self =
                    mayHaveArrived && retryAfter == nil
                    ? .unknown(failure) : .transient(failure, retryAfter: retryAfter)
            } else {
                self = .rejected(failure)
            }
        case .strange(_, let retryAfter):
            self =
                mayHaveArrived && retryAfter == nil
                ? .unknown(failure) : .transient(failure, retryAfter: retryAfter)
        case .noRoom(.serverNotReached): self = .transient(failure, retryAfter: nil)
        case .notFound, .forbidden, .empty, .tooLong, .encrypted, .moved, .removed, .noRoom:
            self = .rejected(failure)
        }
    }
}
