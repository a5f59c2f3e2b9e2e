import Comments
import OptimisticState
import SQLiteStore
import TestSupport
import Testing

@testable import LocalBoard

@Suite struct RefusalTests {
    static let classes: [(DatabaseError.Code, String, waits: Bool)] = [
        (.busy, FailureCode.busy, waits: true),
        (.diskFull, FailureCode.diskFull, waits: true),
        (.io, FailureCode.serverError, waits: true),
        (.readOnly, FailureCode.readOnly, waits: false),
        (.damaged, FailureCode.damaged, waits: false),
        (.tooBig, FailureCode.tooLong, waits: false),
        (.constraint, FailureCode.serverError, waits: false),
    ]

    @Test("What the database refuses has a class, and keeps its words", arguments: classes)
    func whatTheDatabaseRefusesHasAClass(_ code: DatabaseError.Code, _ word: String, waits: Bool) throws {
        let error = DatabaseError(code: code, message: "SQLite's words")
        let outcome = Outcome(endedBy: error)
        let failure: Failure
        switch outcome {
        case .transient(let found, retryAfter: nil) where waits: failure = found
        case .rejected(let found) where !waits: failure = found
        case _: throw NotMade(outcome: outcome)
        }
        #expect(failure.code == word && failure.words == "SQLite's words")
        #expect(failure.isTransient == waits && !failure.mayHaveArrived)
        #expect(ServiceError(endedBy: error) == .refused(failure))
    }
}
