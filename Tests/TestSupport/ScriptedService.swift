import Comments
import OptimisticState

/// A service whose lists are what a test says, and whose submits wait until the test answers them.
package final class ScriptedService: CommentService {
    private struct State {
        var posts: [Post] = []
        var comments: [String: [Comment]] = [:]
        var submits: [MutationID: CheckedContinuation<Outcome, Never>] = [:]
        var asked: [(id: MutationID, operation: Operation)] = []
        var listError: ServiceError?
        var pollError: ServiceError?
        var polls = 0
        var isSilent = false
        var unheard: [CheckedContinuation<Void, any Error>] = []
        var batches: [ChangeBatch] = []
        var poll: (since: Int, answer: CheckedContinuation<ChangeBatch, any Error>)?
        var pages = 0
        var clockAhead = Duration.zero
        var removal: Removal?
        var favouriters: [FavouriteTarget: [String]] = [:]

        func batch(since: Int) -> ChangeBatch {
            let new = batches[since...]
            return ChangeBatch(
                said: new.flatMap(\.said), cursor: Cursor(String(batches.count)),
                hasGap: new.contains(where: \.hasGap))
        }
    }
    private let state = Locked(State())
    package let capabilities: Capabilities

    package init(
        capabilities: Capabilities = Capabilities(
            recognisesIDs: true, readingNeedsSignIn: false, longestText: 200, longestTitle: 40)
    ) {
        self.capabilities = capabilities
    }

    // MARK: - What a test does

    package func hold(posts: [Post], comments: [String: [Comment]] = [:]) {
        state.withLock { state in
            state.posts = posts
            state.comments = comments
        }
    }

    package var clockAhead: Duration { state.withLock { $0.clockAhead } }

    package var removal: Removal? { state.withLock { $0.removal } }

    /// The account is not in the place any more; nil lets it in again.
    package func remove(_ removal: Removal?) { state.withLock { $0.removal = removal } }

    package func setClock(ahead duration: Duration) { state.withLock { $0.clockAhead = duration } }

    /// Who favourited something, besides who asks.
    package func hold(favouriters names: [String], of target: FavouriteTarget) {
        state.withLock { $0.favouriters[target] = names }
    }

    /// Lists, single posts and polls fail with this; nil lets them succeed.
    package func fail(with error: ServiceError?) {
        state.withLock { $0.listError = error }
    }

    /// What waits for news fails with this at once, and nothing else does; nil lets it wait.
    package func failPolls(with error: ServiceError?) { state.withLock { $0.pollError = error } }

    /// How often news were waited for.
    package var polls: Int { state.withLock { $0.polls } }

    /// Lists, and what asks for news from now on, get no answer until it speaks again or they are given up.
    package func fallSilent() { state.withLock { $0.isSilent = true } }

    package func speak() {
        state.withLock { $0.isSilent = false }
        for one in takeUnheard() { one.resume() }
    }

    private func takeUnheard() -> [CheckedContinuation<Void, any Error>] {
        state.withLock { state in
            defer { state.unheard = [] }
            return state.unheard
        }
    }

    private func beHeard() async throws(ServiceError) {
        guard state.withLock({ $0.isSilent }) else { return }
        do {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { one in state.withLock { $0.unheard.append(one) } }
            } onCancel: {
                for one in takeUnheard() { one.resume(throwing: ServiceError.cancelled) }
            }
        } catch {
            throw .cancelled
        }
    }

    /// Everything that was submitted, attempts included, in the order asked.
    package var asked: [(id: MutationID, operation: Operation)] { state.withLock { $0.asked } }
    /// How many pages were read.
    package var pages: Int { state.withLock { $0.pages } }

    /// Answers a submit that waits; false if none does.
    @discardableResult
    package func answer(_ id: MutationID, _ outcome: Outcome) -> Bool {
        let waiting = state.withLock { $0.submits.removeValue(forKey: id) }
        waiting?.resume(returning: outcome)
        return waiting != nil
    }

    /// Tells the poll, and everyone who asks from before it.
    package func publish(_ said: [ChangeBatch.Change], hasGap: Bool = false) {
        let answered = state.withLock { state in
            state.batches.append(
                ChangeBatch(said: said, cursor: Cursor(String(state.batches.count + 1)), hasGap: hasGap))
            defer { state.poll = nil }
            return state.poll.map { ($0.answer, state.batch(since: $0.since)) }
        }
        if let (poll, batch) = answered { poll.resume(returning: batch) }
    }

    // MARK: - CommentService

    package func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        Session(account: form.name, name: form.name, token: "token")
    }

    package func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        Session(account: name, name: name, token: "token")
    }

    package func signOut(_ session: Session) async throws(ServiceError) {}

    package func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        try await beHeard()
        return try list { $0.posts.sorted { $1.place < $0.place } }.page(page)
    }

    package func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comment> {
        try await beHeard()
        return try list { ($0.comments[post] ?? []).sorted { $1.place < $0.place } }.page(page)
    }

    private func list<R: Record>(_ records: (State) -> [R]) throws(ServiceError) -> List<R> {
        let (error, records) = state.withLock { state in
            state.pages += 1
            return (state.listError, records(state))
        }
        if let error { throw error }
        return List(records: records)
    }

    package func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        let (error, post) = state.withLock { state in
            (state.listError, state.posts.first { $0.ref == .server(id) })
        }
        if let error { throw error }
        guard let post else { throw .notFound }
        return post
    }

    package func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment {
        let found = state.withLock { $0.comments.values.joined().first { $0.ref == .server(id) } }
        guard let found else { throw .notFound }
        return found
    }

    package func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        let (error, names) = state.withLock { ($0.listError, $0.favouriters[target] ?? []) }
        if let error { throw error }
        return Favouriters(others: names.prefix(limit).map { UntrustedText($0) }, count: names.count)
    }

    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.asked.append((id, operation))
                    state.submits[id] = continuation
                }
            }
        } onCancel: {
            answer(id, .unknown(Failure(code: FailureCode.timedOut, mayHaveArrived: true, isTransient: true)))
        }
    }

    package func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        if let error = state.withLock({ $0.listError }) { throw error }
        try await beHeard()
        guard let since = cursor.flatMap({ Int($0.rawValue) }) else {
            return state.withLock { ChangeBatch(said: [], cursor: Cursor(String($0.batches.count))) }
        }
        let pollError = state.withLock { state in
            state.polls += 1
            return state.pollError
        }
        if let pollError { throw pollError }
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let batch = state.withLock { state -> ChangeBatch? in
                        if since < state.batches.count { return state.batch(since: since) }
                        state.poll = (since, continuation)
                        return nil
                    }
                    if let batch { continuation.resume(returning: batch) }
                }
            } onCancel: {
                end(with: .cancelled)
            }
        } catch {
            throw error as? ServiceError ?? .cancelled
        }
    }

    /// The running poll fails.
    package func end(with error: ServiceError) {
        let poll = state.withLock { state in
            defer { state.poll = nil }
            return state.poll?.answer
        }
        poll?.resume(throwing: error)
    }
}

private struct List<R: Record> {
    let records: [R]

    func page(_ request: PageRequest) -> Page<R> {
        let start = request.cursor.flatMap { Int($0.rawValue) } ?? 0
        let end = min(records.count, start + request.limit)
        return Page(
            records: Array(records[min(start, end)..<end]), next: end < records.count ? Cursor(String(end)) : nil)
    }
}
