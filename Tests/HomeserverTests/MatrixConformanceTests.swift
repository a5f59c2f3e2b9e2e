import Comments
import MatrixBoard
import HomeserverSupport
import OptimisticState
import ServiceConformance
import TestSupport
import Testing

@Suite struct MatrixConformanceTests {
    @Test("A Matrix homeserver passes the suite", arguments: Conformance.checks)
    func aHomeserverPasses(_ check: Check) throws {
        let server = try Homeserver.shared()
        let board = Locked<MatrixBoard?>(nil)
        try Conformance.run(check) { time, executor in
            let place = try NumberedPlace(on: server, time: time)
            board.withLock { $0 = place.board }
            return place
        } whenIdle: { time, executor in
            guard let board = board.withLock({ $0 }) else { return }
            wait(for: board, time, executor)
        }
    }

    /// While requests are under way it is their turn; when all that is under way waits for news, the clock moves, short
    /// times for real, since the server has a clock of its own.
    private func wait(for board: MatrixBoard, _ time: ManualTime, _ executor: ManualExecutor) {
        if board.underWay > board.waitingForNews {
            executor.waitForWork(milliseconds: 60_000)
        } else if let deadline = time.nextDeadline {
            let rest = deadline - time.now()
            if rest <= .seconds(2), executor.waitForWork(milliseconds: Int32(clamping: rest.inMilliseconds)) { return }
            time.advance(by: deadline - time.now())
        } else {
            executor.waitForWork(milliseconds: 20_000)
        }
    }
}

/// A board in a room of its own, whose accounts have a number behind their names that nobody sees: the server is shared,
/// and each check wants to be alone.
final class NumberedPlace: CommentService {
    let board: MatrixBoard
    private let suffix: String

    init(on server: Homeserver, time: any Timekeeper) throws {
        let number = Homeserver.newNumber()
        suffix = "-\(number)"
        let token = try server.account("host\(number)")
        _ = try server.room("room\(number)", token: token)
        let devices = Locked(0)
        // Each sign-in of a check is another terminal's.
        let hooks = MatrixBoard.Hooks { name in
            devices.withLock { count in
                count += 1
                return "\(name)-\(count)"
            }
        }
        board = MatrixBoard(
            try MatrixAddress(server.address), room: "#room\(number):localhost", time: time, hooks: hooks)
    }

    var capabilities: Capabilities { board.capabilities }

    private func numbered(_ name: String) -> String { name.isEmpty ? name : name + suffix }

    private func plain(_ text: UntrustedText) -> UntrustedText {
        UntrustedText(text.raw.hasSuffix(suffix) ? String(text.raw.dropLast(suffix.count)) : text.raw)
    }

    private func plain(_ session: Session) -> Session {
        Session(account: session.account, name: plain(UntrustedText(session.name)).raw, token: session.token)
    }

    private func plain(_ post: Post) -> Post {
        var post = post
        post.author = plain(post.author)
        return post
    }

    private func plain(_ comment: Comments.Comment) -> Comments.Comment {
        var comment = comment
        comment.author = plain(comment.author)
        return comment
    }

    func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        plain(try await board.signUp(name: numbered(form.name), password: form.password))
    }

    func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        plain(try await board.signIn(name: numbered(name), password: password))
    }

    func signOut(_ session: Session) async throws(ServiceError) { try await board.signOut(session) }

    func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        var page = try await board.posts(page, as: session)
        page.records = page.records.map(plain)
        return page
    }

    func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comments.Comment> {
        var page = try await board.comments(of: post, page, as: session)
        page.records = page.records.map(plain)
        return page
    }

    func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        plain(try await board.post(id, as: session))
    }

    func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comments.Comment {
        plain(try await board.comment(id, as: session))
    }

    func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        var found = try await board.favouriters(of: target, limit: limit, as: session)
        found.others = found.others.map(plain)
        return found
    }

    func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        await board.submit(operation, id: id, mayHaveArrived: mayHaveArrived, as: session)
    }

    func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        var batch = try await board.changes(since: cursor, as: session)
        batch.said = batch.said.map { change in
            switch change {
            case .post(let post, let echo): .post(plain(post), echoOf: echo)
            case .comment(let comment, let echo): .comment(plain(comment), echoOf: echo)
            case .postRemoved, .commentRemoved: change
            }
        }
        return batch
    }
}
