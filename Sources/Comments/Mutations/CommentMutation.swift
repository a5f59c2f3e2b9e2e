import OptimisticState

/// A mutation of this domain: it names the operation that it is, once its references are resolved.
package protocol CommentMutation: Mutation where Service == Connection {
    /// What to ask of the service; nil if the server has no id yet for a record that it names.
    func operation(_ attempt: Attempt) -> Operation?
}

extension CommentMutation {
    package func send(_ attempt: Attempt, to connection: Connection) async -> Outcome {
        await submit(attempt, to: connection)
    }

    /// Asks the service, within the deadline that a submit has.
    func submit(_ attempt: Attempt, to connection: Connection) async -> Outcome {
        guard let operation = operation(attempt) else {
            return .rejected(Failure(code: FailureCode.notFound))
        }
        let limit = connection.deadlines.submit
        let answer = await connection.deadlines.within(limit) {
            await connection.service.submit(
                operation, id: attempt.id, mayHaveArrived: attempt.mayHaveArrived, madeAt: attempt.enqueuedAt,
                as: connection.session)
        }
        return answer
            ?? .unknown(Failure(code: FailureCode.timedOut, mayHaveArrived: true, isTransient: true))
    }
}

/// Every kind that the outbox of this program may hold.
package let commentKinds = Kinds<Connection>([
    AddPost.self, EditPost.self, DeletePost.self,
    AddComment.self, EditComment.self, DeleteComment.self,
    SetPostFavourite.self, SetCommentFavourite.self,
])

extension Ref {
    /// The mutation that created this record, if it was one of this client's.
    package var creator: MutationID? {
        switch self {
        case .server: nil
        case .created(let id): id
        }
    }

    /// The mutation that has to be acknowledged before the server knows this record.
    var parents: [MutationID] { creator.map { [$0] } ?? [] }
}

extension Lane {
    /// Edits and the deletion of one record: none overtakes another.
    static func changes<R: Record>(of ref: Ref<R>) -> Lane { Lane("changes", on: ref) }
    static func favourite<R: Record>(of ref: Ref<R>) -> Lane { Lane("favourite", on: ref) }
}

extension Outcome {
    /// A wish on what is gone is no failure that anyone could act upon: the record goes, and the wish with it.
    func settlingIfGone<R: Record>(_ ref: Ref<R>) -> Outcome {
        guard case .rejected(let failure) = self, failure.code == FailureCode.notFound else { return self }
        return .accepted(serverID: nil, said: [.removed(ref)])
    }
}
