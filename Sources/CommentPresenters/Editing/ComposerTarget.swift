import Comments
import OptimisticState

/// What becomes of a text when it is sent.
package struct ComposerTarget: Hashable, Sendable {
    package enum Work: Hashable, Sendable {
        case comment(on: Ref<Post>)
        /// Replies stand one level deep: a reply to a reply stands under the same comment.
        case reply(to: Ref<Comment>, place: Place, on: Ref<Post>)
        case editComment(Ref<Comment>, of: Ref<Post>)
        case post
        case editPost(Ref<Post>)
    }
    package var work: Work
    /// What the text is about: a title, or a name.
    package var about: UntrustedText
    /// Failed ones whose place it takes, in the same write.
    package var discarding: [MutationID] = []

    /// The first line is the title, the rest the text.
    package var hasTitle: Bool {
        switch work {
        case .post, .editPost: true
        case .comment, .reply, .editComment: false
        }
    }

    /// The name under which the unsent text is kept.
    var draftName: String {
        let name =
            switch work {
            case .comment(let post): Self.draftPrefix(of: post) + "comment"
            case .reply(let comment, _, let post): Self.draftPrefix(of: post) + "reply-\(comment.draftName)"
            case .editComment(let comment, let post): Self.draftPrefix(of: post) + "edit-\(comment.draftName)"
            case .post: "post"
            case .editPost(let post): Self.draftPrefix(of: post) + "edit"
            }
        return discarding.first.map { "\(name)-instead-of-\($0)" } ?? name
    }

    /// How the names of all drafts begin that belong to a post.
    static func draftPrefix(of post: Ref<Post>) -> String { "post-\(post.draftName)/" }
}

extension Ref {
    fileprivate var draftName: String {
        switch self {
        case .server(let id): id
        case .created(let id): "new-\(id)"
        }
    }
}
