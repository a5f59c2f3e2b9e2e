import CommentPresenters
import Comments
import OptimisticState
import TestSupport
import Testing

/// A reading that failed has posted nothing, whatever became of its request.
@Suite struct ReadingWordsTests {
    private static let lost = Failure(code: FailureCode.connectionLost, mayHaveArrived: true, isTransient: true)
    private static let broken = Failure(
        code: FailureCode.serverError, status: 502, mayHaveArrived: true, isTransient: true)

    @Test(arguments: [ServiceError.offline(lost), .refused(lost), .offline(broken), .refused(broken), .timedOut])
    func noReadingIsSaidToHavePostedAnything(error: ServiceError) throws {
        for words in [error.reason, error.formSentence, error.formMistake] {
            #expect(!words.contains("may have"), "\(words)")
        }
        // Of a mutation it is said.
        #expect(Self.lost.reason == "connection lost, may have been posted")
        let talk = try Talk()
        talk.board.service.fail(with: error)
        talk.want(.move(.last), .activate)
        talk.settle()
        guard case .failed(let reason) = talk.frame.post?.reading else {
            Issue.record("\(String(describing: talk.frame.post?.reading))")
            return
        }
        #expect(!reason.raw.contains("may have"), "\(reason.raw)")
    }

    @Test func momentsAreSaidInWords() {
        let now = Timestamp(milliseconds: 1_000_000_000_000)
        let expected: [(Int64, String)] = [
            (0, "a moment ago"), (5 * 60, "5 min ago"), (3 * 3_600, "3 h ago"), (40 * 86_400, "on 2001-07-31"),
        ]
        for (seconds, words) in expected {
            #expect(Timestamp(milliseconds: now.milliseconds - seconds * 1_000).ago(at: now) == words)
        }
    }
}
