import Comments
import OptimisticState

extension NetworkConditions: CommentService {
    /// No network lies between a client and what it remembers.
    package func remembered(limit: Int, as session: Session?) async -> Remembered? {
        await wrapped.remembered(limit: limit, as: session)
    }

    package var capabilities: Capabilities { wrapped.capabilities }
    package var clockAhead: Duration { wrapped.clockAhead }
    package var successor: String? { wrapped.successor }
    package var removal: Removal? { wrapped.removal }
    package func newest(_ session: Session) -> Session { wrapped.newest(session) }
    package func isSame(_ one: Session, as other: Session) -> Bool { wrapped.isSame(one, as: other) }

    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        await submit(operation) { wrapped in
            await wrapped.submit(operation, id: id, mayHaveArrived: mayHaveArrived, as: session)
        }
    }

    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, madeAt: Timestamp, as session: Session
    ) async -> Outcome {
        await submit(operation) { wrapped in
            await wrapped.submit(operation, id: id, mayHaveArrived: mayHaveArrived, madeAt: madeAt, as: session)
        }
    }

    private func submit(
        _ operation: Operation, _ ask: @escaping @Sendable (any CommentService) async -> Outcome
    ) async -> Outcome {
        let reply = await exchange(.submit(operation)) { [wrapped] in await ask(wrapped) }
        switch reply {
        case .answer(let outcome): return outcome
        case .failed(let fault): return fault.outcome
        case .cancelled: return .unknown(.notWaitedFor)
        }
    }

    package func signUp(_ form: SignUpForm) async throws(ServiceError) -> Session {
        try await ask(.signUp) { service throws(ServiceError) in
            try await service.signUp(form)
        }
    }

    package func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        try await ask(.signIn) { service throws(ServiceError) in
            try await service.signIn(name: name, password: password)
        }
    }

    package func signOut(_ session: Session) async throws(ServiceError) {
        try await ask(.signOut) { service throws(ServiceError) in try await service.signOut(session) }
    }

    package func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        try await ask(.posts) { service throws(ServiceError) in try await service.posts(page, as: session) }
    }

    package func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comment> {
        try await ask(.comments) { service throws(ServiceError) in
            try await service.comments(of: post, page, as: session)
        }
    }

    package func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        try await ask(.record) { service throws(ServiceError) in try await service.post(id, as: session) }
    }

    package func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment {
        try await ask(.record) { service throws(ServiceError) in try await service.comment(id, as: session) }
    }

    package func favouriters(
        of target: FavouriteTarget, limit: Int, as session: Session?
    ) async throws(ServiceError) -> Favouriters {
        try await ask(.favouriters) { service throws(ServiceError) in
            try await service.favouriters(of: target, limit: limit, as: session)
        }
    }

    /// Offline, nothing is heard and nothing ends; afterwards what was missed comes by the cursor. Who listens has a
    /// connection: only the way there and back counts.
    package func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        guard cursor != nil else {
            // It answers at once, so it also fails at once: that is how one hears that there is no network.
            return try await ask(.changes) { service async throws(ServiceError) in
                try await service.changes(since: nil, as: session)
            }
        }
        do {
            try await whileUnreachable()
            guard let fate = drawFate(of: .changes) else {
                let batch = try await wrapped.changes(since: cursor, as: session)
                try await whileUnreachable()
                return batch
            }
            if let fault = fate.fault, !fault.comesAfterTheWork {
                try await pause(fate.up + fate.down)
                throw fault.error
            }
            try await pause(fate.up)
            let batch = try await wrapped.changes(since: cursor, as: session)
            try await whileUnreachable()
            try await pause(fate.down)
            if let fault = fate.fault { throw fault.error }
            return batch
        } catch let error as ServiceError {
            throw error
        } catch {
            throw .cancelled
        }
    }

    /// A request other than a submit.
    private func ask<Answer: Sendable>(
        _ subject: Traffic.Subject,
        _ request: @escaping @Sendable (any CommentService) async throws(ServiceError) -> Answer
    ) async throws(ServiceError) -> Answer {
        let reply = await exchange(subject) { [wrapped] () -> Result<Answer, ServiceError> in
            do throws(ServiceError) {
                return .success(try await request(wrapped))
            } catch {
                return .failure(error)
            }
        }
        switch reply {
        case .answer(let answer): return try answer.get()
        case .failed(let fault): throw fault.error
        case .cancelled: throw .cancelled
        }
    }
}

extension Failure {
    fileprivate static let notWaitedFor = Failure(
        code: FailureCode.timedOut, mayHaveArrived: true, isTransient: true)
}
