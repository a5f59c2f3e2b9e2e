import OptimisticState

/// A service that is asked as each account's newest session.
///
/// When a session is not taken any more, the one that is remembered by now is looked at: if somebody has signed in as the
/// same account elsewhere meanwhile, that is asked as from then on, without a word. If there is none, the session is over,
/// and whoever listens is told.
package final class NewestSessionService: CommentService {
    fileprivate struct State {
        /// What the service did not take.
        var refused: Set<Session> = []
        /// By account: what is used in the place of what was refused.
        var newest: [String: Session] = [:]
        var isOver: (@Sendable () -> Void)?
    }
    private let wrapped: any CommentService
    private let remembered: @Sendable () -> Session?
    private let state = Locked(State())

    /// - Parameter remembered: Reads the session that is remembered now, of whatever account.
    package init(wrapping service: any CommentService, remembered: @escaping @Sendable () -> Session?) {
        wrapped = service
        self.remembered = remembered
    }

    /// Has it called, by whoever has asked, whenever a session turns out to be over; in the place of an earlier listener.
    package func whenOver(_ tell: @escaping @Sendable () -> Void) {
        state.withLock { $0.isOver = tell }
    }

    /// Whether the service took neither this session nor one in its place.
    package func isOver(_ session: Session) -> Bool {
        state.withLock { $0.refused.contains($0.current(session)) }
    }

    /// Looks once more whether a session that is over has a newer one.
    ///
    /// - Returns: whether there is one to be asked as, be it that it was not over.
    package func goesOn(_ session: Session) -> Bool {
        let current = state.withLock { $0.current(session) }
        return !isOver(session) || successor(of: current) != nil
    }

    /// What to ask as after `refused` was not taken; nil if there is nothing.
    private func successor(of refused: Session) -> Session? {
        let known = remembered()
        return state.withLock { state in
            state.refused.insert(refused)
            // Another request may have come first.
            let candidates = [state.newest[refused.account], known].compactMap { $0 }
            guard let next = candidates.first(where: { $0.account == refused.account && !state.refused.contains($0) })
            else { return nil }
            state.newest[refused.account] = next
            return next
        }
    }

    private func tellThatItIsOver() { state.withLock { $0.isOver }?() }

    private func wasTaken(_ session: Session) {
        state.withLock { state in
            // A place may take again what it did not: the one who simulates a network does.
            if !state.refused.isEmpty { state.refused.remove(session) }
        }
    }

    /// Asks for what is no part of the service's own questions.
    package func ask<T: Sendable>(
        as session: Session?, _ work: (Session?) async throws(ServiceError) -> T
    ) async throws(ServiceError) -> T {
        guard let session else { return try await work(nil) }
        var current = state.withLock { $0.current(session) }
        // Each round refuses another session for good, and there are only so many.
        while true {
            do throws(ServiceError) {
                let answer = try await work(current)
                wasTaken(current)
                return answer
            } catch {
                guard error == .needsSignIn else { throw error }
                guard let next = successor(of: current) else {
                    tellThatItIsOver()
                    throw error
                }
                current = next
            }
        }
    }

    // MARK: - CommentService

    package var capabilities: Capabilities { wrapped.capabilities }
    package var clockAhead: Duration { wrapped.clockAhead }
    package var successor: String? { wrapped.successor }
    package var removal: Removal? { wrapped.removal }

    package func newest(_ session: Session) -> Session {
        wrapped.newest(state.withLock { $0.current(session) })
    }

    package func isSame(_ one: Session, as other: Session) -> Bool { wrapped.isSame(one, as: other) }

    package func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        let session = try await wrapped.signUp(form)
        wasTaken(session)
        return session
    }

    package func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        let session = try await wrapped.signIn(name: name, password: password)
        wasTaken(session)
        return session
    }

    /// Ends this session, and no other in its place.
    package func signOut(_ session: Session) async throws(ServiceError) { try await wrapped.signOut(session) }

    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        await submit(as: session) { session in
            await wrapped.submit(operation, id: id, mayHaveArrived: mayHaveArrived, as: session)
        }
    }

    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, madeAt: Timestamp, as session: Session
    ) async -> Outcome {
        await submit(as: session) { session in
            await wrapped.submit(operation, id: id, mayHaveArrived: mayHaveArrived, madeAt: madeAt, as: session)
        }
    }

    private func submit(as session: Session, _ ask: (Session) async -> Outcome) async -> Outcome {
        var current = state.withLock { $0.current(session) }
        while true {
            let outcome = await ask(current)
            switch outcome {
            case .needsSignIn:
                guard let next = successor(of: current) else {
                    tellThatItIsOver()
                    return outcome
                }
                current = next
            case .accepted, .rejected, .transient, .cannotTell:
                wasTaken(current)
                return outcome
            case .offline, .unknown:
                return outcome
            }
        }
    }

    package func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        try await ask(as: session) { session async throws(ServiceError) in try await wrapped.posts(page, as: session) }
    }

    package func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comment> {
        try await ask(as: session) { session async throws(ServiceError) in
            try await wrapped.comments(of: post, page, as: session)
        }
    }

    package func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        try await ask(as: session) { session async throws(ServiceError) in try await wrapped.post(id, as: session) }
    }

    package func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment {
        try await ask(as: session) { session async throws(ServiceError) in try await wrapped.comment(id, as: session) }
    }

    package func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        try await ask(as: session) { session async throws(ServiceError) in
            try await wrapped.favouriters(of: target, limit: limit, as: session)
        }
    }

    package func remembered(limit: Int, as session: Session?) async -> Remembered? {
        await wrapped.remembered(limit: limit, as: session)
    }

    package func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        try await ask(as: session) { session async throws(ServiceError) in
            try await wrapped.changes(since: cursor, as: session)
        }
    }
}

extension NewestSessionService.State {
    /// What is asked as in the place of a session.
    fileprivate func current(_ session: Session) -> Session {
        refused.contains(session) ? newest[session.account] ?? session : session
    }
}
