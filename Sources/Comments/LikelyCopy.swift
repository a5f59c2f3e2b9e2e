import OptimisticState

extension CommentService {
    /// Looks whether something stands among the newest that an earlier attempt of this create could have made: of the
    /// same account, in the same place, in the same words. It is offered to the user, and never taken for the same: two
    /// people's "+1" look alike, and so do two of one person.
    ///
    /// - Parameter taken: what other creates made.
    /// - Returns: the newest such record; nil if there is none, or if this creates nothing.
    package func likelyCopy(
        of operation: Operation, besides taken: Set<String>, as session: Session
    ) async throws(ServiceError) -> String? {
        let newest = PageRequest(limit: 50)
        switch operation {
        case .addPost(let title, let text):
            return try await posts(newest, as: session).records.lazy.filter { post in
                post.isMine && post.title.raw == title && post.text.raw == text
            }.compactMap { serverID($0.ref) }.first { !taken.contains($0) }
        case .addComment(let post, let parent, let text):
            return try await comments(of: post, newest, as: session).records.lazy.filter { comment in
                comment.isMine && !comment.isDeleted && comment.text.raw == text
                    && comment.parent == parent.map { .server($0) }
            }.compactMap { serverID($0.ref) }.first { !taken.contains($0) }
        case .editPost, .deletePost, .editComment, .deleteComment, .setPostFavourite, .setCommentFavourite:
            return nil
        }
    }

    private func serverID<R: Record>(_ ref: Ref<R>) -> String? {
        if case .server(let id) = ref { id } else { nil }
    }
}

extension ServiceError {
    /// What a submit that had to look first, and could not, ended in.
    package var outcome: Outcome {
        switch self {
        case .offline(let failure): .offline(failure)
        case .timedOut, .cancelled:
            .unknown(Failure(code: FailureCode.timedOut, mayHaveArrived: true, isTransient: true))
        case .needsSignIn: .needsSignIn(Failure(code: FailureCode.needsSignIn))
        // Where it would stand is gone.
        case .notFound: .rejected(Failure(code: FailureCode.notFound))
        case .refused(let failure): .transient(failure, retryAfter: nil)
        // Not of a submit.
        case .form: .rejected(Failure(code: FailureCode.refused))
        }
    }
}
