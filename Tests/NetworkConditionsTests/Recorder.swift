import Comments
import OptimisticState
import TestSupport

/// A service that writes down what reaches it, and when; it does everything at once.
final class Recorder: CommentService {
    private let time: ManualTime
    private let arrived = Locked<[(what: String, at: Timestamp)]>([])
    private let news = WakeUps()

    init(_ time: ManualTime) { self.time = time }

    var submits: Int { count("submit") }
    func count(_ what: String) -> Int { arrived.withLock { $0.count { $0.what == what } } }
    var lastArrival: Timestamp? { arrived.withLock { $0.last?.at } }

    /// Something has changed: who waits for changes is answered.
    func change() { news.ring() }

    private func note(_ what: String) { arrived.withLock { $0.append((what, time.now())) } }

    let capabilities = Capabilities(
        recognisesIDs: true, readingNeedsSignIn: false, longestText: 100, longestTitle: 100)

    func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        note("sign-up")
        return Recorder.session
    }

    func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        note("sign-in")
        return Recorder.session
    }

    func signOut(_ session: Session) async throws(ServiceError) { note("sign-out") }

    func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        note("posts")
        return Page(records: [], next: nil)
    }

    func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comments.Comment> {
        note("comments")
        return Page(records: [], next: nil)
    }

    func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post { throw .notFound }

    func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comments.Comment { throw .notFound }

    func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        note("favouriters")
        return Favouriters(others: [], count: 0)
    }

    func submit(_ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session) async -> Outcome {
        note("submit")
        return .accepted(serverID: "c1", said: [])
    }

    func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        note("changes")
        do { try await news.wait(past: 0) } catch { throw .cancelled }
        return ChangeBatch(said: [], cursor: Cursor("1"))
    }

    static let session = Session(account: "a", name: "anna", token: "t")
}
