import Comments
import OptimisticState

/// What stands in a composer.
package struct Draft: Hashable, Sendable {
    /// Only a post has one.
    package var title: String
    package var text: String

    package init(title: String = "", text: String = "") {
        self.title = title
        self.text = text
    }

    package var isEmpty: Bool { title.isEmpty && text.isEmpty }
}

/// What a draft is written for. Refer to records by their permanent view identity, or the draft is lost from sight when
/// the server names what was pending.
package enum DraftKey: Hashable, Sendable {
    case newPost
    case comment(on: Ref<Post>)
    case reply(to: Ref<Comment>)
    case editPost(Ref<Post>)
    case editComment(Ref<Comment>)

    /// Stable: it names files.
    var name: String {
        switch self {
        case .newPost: "new-post"
        case .comment(let post): "comment-\(post.name)"
        case .reply(let comment): "reply-\(comment.name)"
        case .editPost(let post): "edit-post-\(post.name)"
        case .editComment(let comment): "edit-comment-\(comment.name)"
        }
    }
}

extension Ref {
    fileprivate var name: String {
        switch self {
        case .server(let id): "s-\(id)"
        case .created(let mutation): "c-\(mutation.rawValue)"
        }
    }
}
