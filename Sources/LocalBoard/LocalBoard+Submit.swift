import Comments
import OptimisticState

extension LocalBoard {
    package func submit(
        _ operation: Operation, id: MutationID, mayHaveArrived: Bool, as session: Session
    ) async -> Outcome {
        do {
            let (reply, isChange) = try await write { try perform(operation, id: id, as: session) }
            if isChange { didCommit() }
            return reply
        } catch {
            return Outcome(endedBy: error)
        }
    }

    /// Does the operation, or answers as the first time if it was done under this id, inside one transaction.
    private func perform(
        _ operation: Operation, id: MutationID, as session: Session
    ) throws -> (reply: Outcome, isChange: Bool) {
        let account = try AccountTable(database: database).row(of: session)
        let submission = Submission(
            database: database, account: account, id: id, now: time.now(), limits: capabilities)
        let mutations = MutationTable(database: database)
        let work: Submission.Work
        if let done = try mutations.outcome(of: id, by: account) {
            work = Submission.Work(made: done.made, isChange: false)
        } else {
            if let visit = settings.visit {
                try PaceTable(database: database).take(operation, of: account, visit, at: time.now())
            }
            work = try submission.perform(operation)
            try mutations.record(id, by: account, made: work.made)
        }
        let touched = try submission.touched(by: operation, made: work.made)
        if work.isChange {
            try ChangeLog(database: database, kept: Int64(settings.keptChanges)).append(touched)
        }
        let said = try touched.map { try change($0, viewer: account).confirmed(echoOf: id) }
        return (.accepted(serverID: work.made?.text, said: said), work.isChange)
    }

    /// What a record is like now.
    func change(_ entry: ChangeLog.Entry, viewer: Int64?) throws -> ChangeBatch.Change {
        let post = RecordID.post(entry.post).text
        guard let row = entry.comment else {
            return try PostTable(database: database, viewer: viewer).post(entry.post)
                .map { .post($0.post, echoOf: $0.echoOf) } ?? .postRemoved(post)
        }
        return try CommentTable(database: database, viewer: viewer).comment(row)
            .map { .comment($0.comment, echoOf: $0.echoOf) }
            ?? .commentRemoved(RecordID.comment(row).text, post: post)
    }
}

extension ChangeBatch.Change {
    /// The same as part of a reply to `mutation`, which changed it.
    fileprivate func confirmed(echoOf mutation: MutationID) -> Confirmed {
        switch self {
        case .post(let post, _): .record(post, echoOf: mutation)
        case .comment(let comment, _): .record(comment, echoOf: mutation)
        case .postRemoved(let post): .removed(Ref<Post>.server(post))
        case .commentRemoved(let comment, _): .removed(Ref<Comment>.server(comment))
        }
    }
}
