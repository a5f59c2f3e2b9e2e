import OptimisticState

/// A place where comments live: the one seam between the client and a board, a homeserver, or a simulated network.
///
/// Implementations are asked from tasks, may block their own thread and no other, and say failures by class
/// (``ServiceError``, `Outcome`), without a sentence for people.
package protocol CommentService: Sendable {
    var capabilities: Capabilities { get }
    /// How far the clock that its records are dated by is ahead of the one here, as far as it is known.
    var clockAhead: Duration { get }
    /// Where the place goes on, by the name that it is opened by there; nil for one that goes on itself. Nothing can be
    /// written any more in one that does not.
    var successor: String? { get }
    /// Why the account that asked last is not in the place any more; nil while it is. Nothing can be written then.
    var removal: Removal? { get }

    /// Makes an account, and signs in with it. A place that asks for more than the form has says what
    /// (``FormMistake/wantsMore(_:)``), and is asked again with all of it.
    func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session
    func signIn(name: String, password: String) async throws(ServiceError) -> Session
    /// Ends the session on the server. Done already is done.
    func signOut(_ session: Session) async throws(ServiceError)
    /// The session with its newest secret: what has to be kept of one that could not be ended.
    func newest(_ session: Session) -> Session
    /// Whether ending one session would end the other.
    func isSame(_ one: Session, as other: Session) -> Bool

    /// One page of posts, the newest first. Works without a session if `capabilities.reading` says so.
    func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post>
    /// One page of a post's comments, the newest first, replies among them.
    func comments(of post: String, _ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<
        Comment
    >
    func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post
    func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment
    /// Who favourited something, without the account of the session: whether that did is said by the record itself.
    ///
    /// - Parameter limit: At most so many names; all are counted.
    func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters

    /// Does one thing under the mutation's id. With `mayHaveArrived` a service that does not recognise ids looks first.
    func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome

    /// As ``submit(_:id:mayHaveArrived:as:)``.
    ///
    /// - Parameter madeAt: When the user did it: who looks first looks no further back.
    func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, madeAt: Timestamp, as session: Session
    ) async -> Outcome

    /// What is known of the place from an earlier run without asking it; nil if nothing is.
    func remembered(limit: Int, as session: Session?) async -> Remembered?

    /// Waits until something has changed since `cursor`, and tells what. Without a cursor it answers at once with the
    /// cursor of now and nothing said.
    func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch
}

/// A place as it was when it was last followed.
package struct Remembered: Sendable {
    /// The newest posts.
    package var posts: Page<Post>
    /// Where following goes on.
    package var cursor: Cursor

    /// Its page says as of when.
    package init(posts: Page<Post>, cursor: Cursor) {
        self.posts = posts
        self.cursor = cursor
    }
}

extension CommentService {
    /// Most places have the clock of this machine.
    package var clockAhead: Duration { .zero }
    /// Most places stay.
    package var successor: String? { nil }
    /// Most places keep whoever has an account.
    package var removal: Removal? { nil }
    /// Most secrets stay.
    package func newest(_ session: Session) -> Session { session }
    package func isSame(_ one: Session, as other: Session) -> Bool { one == other }
    /// Most places look through nothing.
    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, madeAt: Timestamp, as session: Session
    ) async -> Outcome {
        await submit(operation, id: id, mayHaveArrived: mayHaveArrived, as: session)
    }
    /// Most places are asked.
    package func remembered(limit: Int, as session: Session?) async -> Remembered? { nil }
}

/// One thing that a service can be asked to do. Ids are the server's, opaque.
package enum Operation: Hashable, Codable, Sendable {
    case addPost(title: String, text: String)
    case editPost(String, title: String, text: String)
    case deletePost(String)
    case addComment(post: String, parent: String?, text: String)
    case editComment(String, text: String)
    case deleteComment(String)
    case setPostFavourite(String, Bool)
    case setCommentFavourite(String, Bool)
}

/// A place in a list or in the stream of changes: opaque, the service's own.
package struct Cursor: Hashable, Codable, Sendable {
    package let rawValue: String
    package init(_ rawValue: String) { self.rawValue = rawValue }
}

package struct PageRequest: Hashable, Sendable {
    /// Where an earlier page said that the list goes on; nil begins at the newest.
    package var cursor: Cursor?
    /// At most this many.
    package var limit: Int
    package init(after cursor: Cursor? = nil, limit: Int) {
        self.cursor = cursor
        self.limit = limit
    }
}

package struct Page<R: Record>: Sendable {
    package var records: [R]
    /// Where the list goes on towards older ones; nil at its end.
    package var next: Cursor?
    /// Which mutations of the session's own account made records of this page, where the service knows it. A reader
    /// passes them on as echoes: a record whose reply was lost must not stand beside the pending one.
    package var echoes: [Ref<R>: MutationID]
    /// Of what was kept from an earlier time, since nobody answered: that time, or the least that is known of it. Nil of
    /// what the service has told now.
    package var asOf: Timestamp?
    package init(records: [R], next: Cursor?, echoes: [Ref<R>: MutationID] = [:], asOf: Timestamp? = nil) {
        self.records = records
        self.next = next
        self.echoes = echoes
        self.asOf = asOf
    }
}

package struct ChangeBatch: Sendable {
    package var said: [Change]
    package var cursor: Cursor
    /// Changes were lost between the two cursors: read again what is shown.
    package var hasGap: Bool
    package init(said: [Change], cursor: Cursor, hasGap: Bool = false) {
        self.said = said
        self.cursor = cursor
        self.hasGap = hasGap
    }

    /// What changed, in the domain's terms, so that a reader can leave out what it does not show.
    package enum Change: Sendable {
        case post(Post, echoOf: MutationID?)
        case comment(Comment, echoOf: MutationID?)
        case postRemoved(String)
        case commentRemoved(String, post: String)
    }
}
