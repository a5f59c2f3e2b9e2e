import Comments
import OptimisticState

/// Ends a "process" before or after the n-th call that it makes of anything outside itself: from then on nothing that
/// it does reaches the disk or the service.
final class KillSwitch: Sendable {
    private struct State {
        var left: Int
        var isDead = false
        /// Mutations whose row was written while the process lived.
        var durable: Set<MutationID> = []
    }
    private let state: Locked<State>

    struct Dead: Error {}

    /// - Parameter moment: how many moments pass before the end; each call has two, one before and one after it.
    init(after moment: Int) {
        state = Locked(State(left: moment))
    }

    var isDead: Bool { state.withLock { $0.isDead } }
    var durable: Set<MutationID> { state.withLock { $0.durable } }

    func wrote(_ ids: [MutationID]) { state.withLock { $0.durable.formUnion(ids) } }

    /// One moment passes.
    func pass() throws(Dead) {
        let isDead = state.withLock { state in
            if state.left == 0 { state.isDead = true }
            state.left -= 1
            return state.isDead
        }
        if isDead { throw Dead() }
    }
}

/// A journal as a process uses it that may be killed.
struct MortalJournal<Inner: Journal>: Journal {
    typealias Service = Inner.Service

    let inner: Inner
    let fate: KillSwitch

    func load() throws -> JournalContents<Service> { try call { try inner.load() } }
    func changes(since revision: Int64) throws -> JournalContents<Service> {
        try call { try inner.changes(since: revision) }
    }
    func claimLease(at now: Timestamp) throws -> LeaseClaim { try call { try inner.claimLease(at: now) } }
    func releaseLease() throws { try call { try inner.releaseLease() } }

    func write(_ batch: JournalBatch<Service>) throws -> JournalReceipt {
        try call {
            let receipt = try inner.write(batch)
            fate.wrote(batch.appended.map(\.id))
            return receipt
        }
    }

    private func call<T>(_ body: () throws -> T) throws -> T {
        try fate.pass()
        let result = try body()
        try fate.pass()
        return result
    }
}

/// A service as a process uses it that may be killed: a request may have left, and its answer comes to no one.
struct MortalService: CommentService {
    let inner: any CommentService
    let fate: KillSwitch

    var capabilities: Capabilities { inner.capabilities }

    func submit(
        _ operation: Comments.Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        do {
            try fate.pass()
            let outcome = await inner.submit(operation, id: id, mayHaveArrived: mayHaveArrived, as: session)
            try fate.pass()
            return outcome
        } catch {
            return .offline(Failure(code: FailureCode.offline))
        }
    }

    func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        try await inner.signUp(form)
    }
    func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        try await inner.signIn(name: name, password: password)
    }
    func signOut(_ session: Session) async throws(ServiceError) { try await inner.signOut(session) }
    func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        try await inner.posts(page, as: session)
    }
    func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comment> {
        try await inner.comments(of: post, page, as: session)
    }
    func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        try await inner.post(id, as: session)
    }
    func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment {
        try await inner.comment(id, as: session)
    }
    func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        try await inner.favouriters(of: target, limit: limit, as: session)
    }
    func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        try await inner.changes(since: cursor, as: session)
    }
}
