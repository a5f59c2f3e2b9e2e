import Comments
import OptimisticState

extension NetworkConditions: CommentService {
    package var capabilities: Capabilities { wrapped.capabilities }

    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        let reply = await exchange(canBeRefused: true) { [wrapped] in
            await wrapped.submit(operation, id: id, mayHaveArrived: mayHaveArrived, as: session)
        }
        switch reply {
        case .answer(let outcome): return outcome
        case .connectionRefused: return .offline(.connectionRefused)
        case .connectionLost: return .unknown(.connectionLost)
        case .refusedForGood: return .rejected(.refusedForGood)
        case .cancelled: return .unknown(.notWaitedFor)
        }
    }

    package func signUp(name: String, password: String) async throws(ServiceError) -> Session {
        try await ask(canBeRefused: true) { service throws(ServiceError) in
            try await service.signUp(name: name, password: password)
        }
    }

    package func signIn(name: String, password: String) async throws(ServiceError) -> Session {
        try await ask(canBeRefused: true) { service throws(ServiceError) in
            try await service.signIn(name: name, password: password)
        }
    }

    package func signOut(_ session: Session) async throws(ServiceError) {
        try await ask { service throws(ServiceError) in try await service.signOut(session) }
    }

    package func posts(_ page: PageRequest, as session: Session?) async throws(ServiceError) -> Page<Post> {
        try await ask { service throws(ServiceError) in try await service.posts(page, as: session) }
    }

    package func comments(
        of post: String, _ page: PageRequest, as session: Session?
    ) async throws(ServiceError) -> Page<Comment> {
        try await ask { service throws(ServiceError) in try await service.comments(of: post, page, as: session) }
    }

    package func post(_ id: String, as session: Session?) async throws(ServiceError) -> Post {
        try await ask { service throws(ServiceError) in try await service.post(id, as: session) }
    }

    package func comment(_ id: String, as session: Session?) async throws(ServiceError) -> Comment {
        try await ask { service throws(ServiceError) in try await service.comment(id, as: session) }
    }

    /// Offline, nothing is heard and nothing ends; afterwards what was missed comes by the cursor.
    package func changes(since cursor: Cursor?, as session: Session?) async throws(ServiceError) -> ChangeBatch {
        do {
            try await whileOffline()
            guard let fate = drawFate(canBeRefused: false) else {
                let batch = try await wrapped.changes(since: cursor, as: session)
                try await whileOffline()
                return batch
            }
            try await pause(fate.up)
            switch fate.ending {
            case .answered, .lostAfterServer: break
            case .connectionRefused, .refusedForGood:
                try await pause(fate.down)
                throw ServiceError.offline(.connectionRefused)
            case .lostBeforeServer:
                try await pause(fate.down)
                throw ServiceError.offline(.connectionLost)
            }
            let batch = try await wrapped.changes(since: cursor, as: session)
            try await whileOffline()
            try await pause(fate.down)
            if case .lostAfterServer = fate.ending { throw ServiceError.offline(.connectionLost) }
            return batch
        } catch let error as ServiceError {
            throw error
        } catch {
            throw .cancelled
        }
    }

    /// A request other than a submit.
    private func ask<Answer: Sendable>(
        canBeRefused: Bool = false,
        _ request: @escaping @Sendable (any CommentService) async throws(ServiceError) -> Answer
    ) async throws(ServiceError) -> Answer {
        let reply = await exchange(canBeRefused: canBeRefused) { [wrapped] () -> Result<Answer, ServiceError> in
            do throws(ServiceError) {
                return .success(try await request(wrapped))
            } catch {
                return .failure(error)
            }
        }
        switch reply {
        case .answer(let answer): return try answer.get()
        case .connectionRefused: throw .offline(.connectionRefused)
        case .connectionLost: throw .offline(.connectionLost)
        case .refusedForGood: throw .refused(.refusedForGood)
        case .cancelled: throw .cancelled
        }
    }
}

extension Failure {
    fileprivate static let connectionRefused = Failure(code: FailureCode.offline, isTransient: true)
    /// Lost before the server or after: nobody on this side can tell.
    fileprivate static let connectionLost = Failure(
        code: FailureCode.connectionLost, mayHaveArrived: true, isTransient: true)
    fileprivate static let refusedForGood = Failure(code: FailureCode.refused, status: 403)
    fileprivate static let notWaitedFor = Failure(
        code: FailureCode.timedOut, mayHaveArrived: true, isTransient: true)
}
