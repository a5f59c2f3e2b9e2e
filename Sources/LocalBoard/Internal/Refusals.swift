import Comments
import OptimisticState
import SQLiteStore

extension Failure {
    static let forbidden = Failure(code: FailureCode.forbidden, status: 403)
    static let notFound = Failure(code: FailureCode.notFound, status: 404)
    static let badRequest = Failure(code: FailureCode.refused, status: 400)
    static let tooLong = Failure(code: FailureCode.tooLong, status: 413)
    static let empty = Failure(code: FailureCode.empty, status: 422)

    /// What the database refused, by class, with SQLite's words kept.
    init(_ error: DatabaseError) {
        func failure(_ code: String, isTransient: Bool = false) -> Failure {
            Failure(code: code, words: error.message, isTransient: isTransient)
        }
        self =
            switch error.code {
            case .busy: failure(FailureCode.busy, isTransient: true)
            case .diskFull: failure(FailureCode.diskFull, isTransient: true)
            case .io, .cannotOpen: failure(FailureCode.serverError, isTransient: true)
            case .readOnly: failure(FailureCode.readOnly)
            case .tooBig: failure(FailureCode.tooLong)
            case .damaged, .notADatabase: failure(FailureCode.damaged)
            case .newerVersion, .noFolder, .noFile, .constraint, .other: failure(FailureCode.serverError)
            }
    }
}

extension ServiceError {
    /// The class of whatever ended a request to this board.
    init(endedBy error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let error as DatabaseError: self = .refused(Failure(error))
        case is CancellationError: self = .cancelled
        case _: self = .refused(Failure(code: FailureCode.serverError, words: "\(error)"))
        }
    }
}

extension Outcome {
    /// The class of whatever ended a submit to this board. Its transaction was rolled back: nothing has arrived.
    init(endedBy error: any Error) {
        if let wait = (error as? TooFast)?.wait {
            self = .transient(
                Failure(code: FailureCode.rateLimited, status: 429, isTransient: true), retryAfter: wait)
            return
        }
        switch ServiceError(endedBy: error) {
        case .refused(let failure) where failure.isTransient: self = .transient(failure, retryAfter: nil)
        case .refused(let failure): self = .rejected(failure)
        case .notFound: self = .rejected(.notFound)
        case .needsSignIn: self = .needsSignIn(Failure(code: FailureCode.needsSignIn, status: 401))
        case .offline(let failure): self = .offline(failure)
        // Cancelled while it waited for the lock, so that it was never begun.
        case .cancelled, .timedOut:
            self = .transient(Failure(code: FailureCode.busy, isTransient: true), retryAfter: nil)
        case .form: self = .rejected(.badRequest)
        }
    }
}
