import Comments
import OptimisticState

/// The first post of a new board: its comments explain the keys by being commented on.
package enum Welcome {
    package static let author = "rakkan"

    private static let title = "Welcome"
    private static let text =
        "This board is yours: one file on this machine. Press Enter to open this post, and try the keys on the comments "
        + "below. Whatever you do shows at once; the network catches up behind."
    private static let comments: [(text: String, replies: [String])] = [
        ("j and k (or the arrows) move from comment to comment. You are reading the right one.", []),
        ("Press f on this comment. The heart fills under your finger.", ["f again takes it back. The last wish wins."]),
        ("Press c and say hello. Enter sends it; Ctrl-J begins a new line.", []),
        ("Press r to reply to this one.", ["Replies stand here, under what they answer."]),
        ("Your own comments: e edits one, d deletes it (it asks first).", []),
        (
            "If the network fails, your comment stays, with the reason. Enter on it tries again, x takes its text back to "
                + "the composer. Nothing that you typed is lost.", []
        ),
        ("o shows what is still on its way, ? shows every key, q goes back. p writes a post of your own.", []),
    ]

    /// Writes it, once the board is there and before anyone else is.
    ///
    /// - Parameter password: Of the author's account; nobody signs in with it.
    package static func write(
        to board: any CommentService, password: String, makeID: @Sendable () -> MutationID
    ) async throws(AlbumError) {
        let session: Session
        do throws(ServiceError) {
            session = try await board.signUp(name: author, password: password)
        } catch {
            throw .noAccount(error)
        }
        func write(_ operation: Operation) async throws(AlbumError) -> String {
            let outcome = await board.submit(operation, id: makeID(), mayHaveArrived: false, as: session)
            guard case .accepted(let made, _) = outcome else { throw .notWritten(outcome) }
            return made ?? ""
        }
        let post = try await write(.addPost(title: title, text: text))
        for comment in comments {
            let top = try await write(.addComment(post: post, parent: nil, text: comment.text))
            for reply in comment.replies {
                _ = try await write(.addComment(post: post, parent: top, text: reply))
            }
        }
        try? await board.signOut(session)
    }
}
