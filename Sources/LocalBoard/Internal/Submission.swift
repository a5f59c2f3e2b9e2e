import Comments
import OptimisticState
import SQLiteStore

/// One operation of one account, inside the transaction that does it.
struct Submission {
    let database: Database
    let account: Int64
    let id: MutationID
    let now: Timestamp
    let limits: Capabilities

    private var posts: PostTable { PostTable(database: database, viewer: account) }
    private var comments: CommentTable { CommentTable(database: database, viewer: account) }

    /// What an operation came to: the record that it made, and whether anything is not as it was.
    struct Work {
        var made: RecordID?
        var isChange = true

        static let alreadySo = Work(isChange: false)
    }

    /// Does the operation.
    ///
    /// - Throws: `ServiceError`; the transaction is to be rolled back.
    func perform(_ operation: Operation) throws -> Work {
        switch operation {
        case .addPost(let title, let text):
            try check(title: title, text: text)
            return Work(
                made: .post(try posts.add(title: title, text: text, author: account, mutation: id, at: now)))
        case .editPost(let post, let title, let text):
            try check(title: title, text: text)
            let row = try RecordID.post(in: post)
            try checkOwn(try posts.standing(row))
            try posts.edit(row, title: title, text: text, at: now)
        case .deletePost(let post):
            guard case .post(let row) = RecordID(post), try isThereToDelete(try posts.standing(row)) else {
                return .alreadySo
            }
            try posts.delete(row, at: now)
        case .addComment(let post, let parent, let text):
            return Work(made: .comment(try addComment(post: post, parent: parent, text: text)))
        case .editComment(let comment, let text):
            try check(text: text)
            let row = try RecordID.comment(in: comment)
            try checkOwn(try comments.standing(row))
            try comments.edit(row, text: text, at: now)
        case .deleteComment(let comment):
            guard case .comment(let row) = RecordID(comment), try isThereToDelete(try comments.standing(row)) else {
                return .alreadySo
            }
            try comments.delete(row, at: now)
        case .setPostFavourite(let post, let wish):
            let row = try RecordID.post(in: post)
            guard try isThereToFavourite(try posts.standing(row), wish) else { return .alreadySo }
            return Work(isChange: try posts.setFavourite(row, wish, of: account))
        case .setCommentFavourite(let comment, let wish):
            let row = try RecordID.comment(in: comment)
            guard try isThereToFavourite(try comments.standing(row), wish) else { return .alreadySo }
            return Work(isChange: try comments.setFavourite(row, wish, of: account))
        }
        return Work()
    }

    /// The records that `operation` changes, counts included: what a reply tells, also to one that comes again.
    func touched(by operation: Operation, made: RecordID?) throws -> [ChangeLog.Entry] {
        switch operation {
        case .addPost:
            guard case .post(let row) = made else { return [] }
            return [entry(post: row)]
        case .editPost(let post, _, _), .deletePost(let post), .setPostFavourite(let post, _):
            guard case .post(let row) = RecordID(post) else { return [] }
            return [entry(post: row)]
        case .addComment(_, let parent, _):
            guard case .comment(let row) = made else { return [] }
            let touched = try thread(of: row)
            // A reply to a reply stands beside it, but its writer counted it under the one that was named.
            guard case .comment(let named) = parent.flatMap(RecordID.init) else { return touched }
            return try touched + thread(of: named).prefix(1).filter { !touched.contains($0) }
        case .deleteComment(let comment):
            guard case .comment(let row) = RecordID(comment) else { return [] }
            return try thread(of: row)
        case .editComment(let comment, _), .setCommentFavourite(let comment, _):
            guard case .comment(let row) = RecordID(comment) else { return [] }
            return try Array(thread(of: row).prefix(1))
        }
    }

    private func entry(post: Int64) -> ChangeLog.Entry { ChangeLog.Entry(post: post, comment: nil) }

    /// A comment, and what counts it: its post, and the comment that it stands under.
    private func thread(of comment: Int64) throws -> [ChangeLog.Entry] {
        guard let position = try comments.position(comment) else { return [] }
        var entries = [ChangeLog.Entry(post: position.post, comment: comment), entry(post: position.post)]
        if let parent = position.parent {
            entries.append(ChangeLog.Entry(post: position.post, comment: parent))
        }
        return entries
    }

    private func addComment(post: String, parent: String?, text: String) throws -> Int64 {
        try check(text: text)
        let postRow = try RecordID.post(in: post)
        guard try posts.standing(postRow)?.isDeleted == false else { throw ServiceError.notFound }
        var top: Int64?
        if let parent {
            let row = try RecordID.comment(in: parent)
            guard try comments.standing(row)?.isDeleted == false, let position = try comments.position(row),
                position.post == postRow
            else { throw ServiceError.notFound }
            // One level of replies: a reply to a reply stands under the same comment.
            top = position.parent ?? row
        }
        return try comments.add(to: postRow, under: top, text: text, author: account, mutation: id, at: now)
    }
}

/// The rules.
extension Submission {
    private func check(text: String) throws(ServiceError) {
        guard !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { throw .refused(.empty) }
        guard text.unicodeScalars.count <= limits.longestText else { throw .refused(.tooLong) }
    }

    /// A post may do without a text, never without a title.
    private func check(title: String, text: String) throws(ServiceError) {
        guard !title.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { throw .refused(.empty) }
        guard title.unicodeScalars.count <= limits.longestTitle, text.unicodeScalars.count <= limits.longestText else {
            throw .refused(.tooLong)
        }
    }

    private func checkOwn(_ standing: Standing?) throws(ServiceError) {
        guard let standing else { throw .notFound }
        guard standing.author == account else { throw .refused(.forbidden) }
        guard !standing.isDeleted else { throw .notFound }
    }

    /// Whether there is something to delete: what is gone, is gone already.
    private func isThereToDelete(_ standing: Standing?) throws(ServiceError) -> Bool {
        guard let standing else { return false }
        guard standing.author == account else { throw .refused(.forbidden) }
        return !standing.isDeleted
    }

    /// Whether there is something to favourite: what is gone is no favourite already, and can't become one.
    private func isThereToFavourite(_ standing: Standing?, _ wish: Bool) throws(ServiceError) -> Bool {
        guard let standing else { throw .notFound }
        guard standing.isDeleted else { return true }
        guard !wish else { throw .notFound }
        return false
    }
}
