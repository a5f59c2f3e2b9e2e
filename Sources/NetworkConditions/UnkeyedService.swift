import Comments
import OptimisticState

/// A service with its idempotency key taken away: each attempt is news to it, and no copy says where it came from. What
/// the client does with a weak service can be tried on a strong one.
package final class UnkeyedService: CommentService {
    private let wrapped: any CommentService
    private let makeID: @Sendable () -> MutationID
    /// What attempts made that were answered: none of it is a copy of another.
    private let made = Locked<Set<String>>([])

    /// - Parameter makeID: Names each attempt anew, towards the wrapped service.
    package init(wrapping service: any CommentService, makeID: @escaping @Sendable () -> MutationID) {
        wrapped = service
        self.makeID = makeID
    }

    package var clockAhead: Duration { wrapped.clockAhead }
    package var successor: String? { wrapped.successor }
    package var removal: Removal? { wrapped.removal }
    package func newest(_ session: Session) -> Session { wrapped.newest(session) }
    package func isSame(_ one: Session, as other: Session) -> Bool { wrapped.isSame(one, as: other) }

    package var capabilities: Capabilities {
        var capabilities = wrapped.capabilities
        capabilities.recognisesIDs = false
        return capabilities
    }

    /// A create that may have arrived is not sent again, as that could make a second one, and nothing but its words
    /// tells the first one from another: it looks for one in these words, and the user decides. All else is absolute,
    /// and repeating it changes nothing.
    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        if mayHaveArrived && operation.isCreate {
            do throws(ServiceError) {
                let copy = try await likelyCopy(of: operation, besides: made.withLock { $0 }, as: session)
                return .cannotTell(
                    Failure(code: FailureCode.connectionLost, mayHaveArrived: true, likelyCopy: copy))
            } catch {
                return error.outcome
            }
        }
        let outcome = await wrapped.submit(operation, id: makeID(), mayHaveArrived: false, as: session)
        guard case .accepted(let serverID, _) = outcome else { return outcome }
        if let serverID { _ = made.withLock { $0.insert(serverID) } }
        // What the reply told names the attempt's own id. An answer that returns no more than an id is allowed.
        return .accepted(serverID: serverID, said: [])
    }

    package func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        try await wrapped.signUp(form)
    }

    package func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        try await wrapped.signIn(name: name, password: password)
    }

    package func signOut(_ session: Session) async throws(ServiceError) {
        try await wrapped.signOut(session)
    }

    package func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        try await wrapped.posts(page, as: session).withoutEchoes()
    }

    package func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comment> {
        try await wrapped.comments(of: post, page, as: session).withoutEchoes()
    }

    package func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        try await wrapped.post(id, as: session)
    }

    package func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment {
        try await wrapped.comment(id, as: session)
    }

    package func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        try await wrapped.favouriters(of: target, limit: limit, as: session)
    }

    package func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        var batch = try await wrapped.changes(since: cursor, as: session)
        batch.said = batch.said.map { change in
            switch change {
            case .post(let post, _): .post(post, echoOf: nil)
            case .comment(let comment, _): .comment(comment, echoOf: nil)
            case .postRemoved, .commentRemoved: change
            }
        }
        return batch
    }
}

extension Page {
    fileprivate func withoutEchoes() -> Page { Page(records: records, next: next) }
}

extension Operation {
    fileprivate var isCreate: Bool {
        switch self {
        case .addPost, .addComment: true
        case .editPost, .deletePost, .editComment, .deleteComment, .setPostFavourite, .setCommentFavourite: false
        }
    }
}
