import Comments
import OptimisticState

extension Mutation {
    /// All that was typed for it; a post's title and text, parted as in the composer. Nil if it holds no text.
    package var typedText: UntrustedText? {
        switch self {
        case let add as AddComment: add.text
        case let edit as EditComment: edit.text
        case let add as AddPost: whole(add.title, add.text)
        case let edit as EditPost: whole(edit.title, edit.text)
        case _: nil
        }
    }

    /// What it is about: the server's id, or the mutation that creates it. Nil for a new post.
    package var target: String? {
        switch self {
        case let add as AddComment: add.parent?.name ?? add.post.name
        case let edit as EditComment: edit.comment.name
        case let edit as EditPost: edit.post.name
        case let delete as DeleteComment: delete.comment.name
        case let delete as DeletePost: delete.post.name
        case let wish as SetCommentFavourite: wish.comment.name
        case let wish as SetPostFavourite: wish.post.name
        case _: nil
        }
    }

    private func whole(_ title: UntrustedText, _ text: UntrustedText) -> UntrustedText {
        text.raw.isEmpty ? title : UntrustedText(title.raw + "\n" + text.raw)
    }
}

extension Ref {
    fileprivate var name: String {
        switch self {
        case .server(let id): id
        case .created(let mutation): mutation.rawValue
        }
    }
}
