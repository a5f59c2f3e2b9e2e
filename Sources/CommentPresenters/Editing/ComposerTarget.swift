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

    /// The names under which the unsent text may be kept, the one for a new draft first. There are several for what this
    /// account made: until the server has named it, a draft can only be named after its mutation.
    func draftNames(in visible: borrowing Visible<Connection>) -> [String] {
        let names =
            switch work {
            case .comment(let post): Self.draftPrefixes(of: post, in: visible).map { $0 + "comment" }
            case .reply(let comment, _, let post): Self.names("reply", comment, post, in: visible)
            case .editComment(let comment, let post): Self.names("edit", comment, post, in: visible)
            case .post: [Self.newPostDraft]
            case .editPost(let post):
                Self.draftPrefixes(of: post, in: visible).map { $0 + "edit" }
                    + Self.postDraftNames(of: visible.identity(of: post))
            }
        return discarding.first.map { id in names.map { $0 + Self.insteadOf + id.rawValue } } ?? names
    }

    /// How the names of all drafts begin that belong to a post.
    static func draftPrefixes(of post: Ref<Post>, in visible: borrowing Visible<Connection>) -> [String] {
        post.draftNames(in: visible).map { "\(newPostDraft)-\($0)/" }
    }

    static let newPostDraft = "post"

    /// Parts what a draft is from the failed mutation whose place it is to take.
    static let insteadOf = "-instead-of-"

    /// The drafts that would take the place of a post whose creation failed.
    static func postDraftNames(of post: Ref<Post>) -> [String] {
        post.creator.map { [newPostDraft + insteadOf + $0.rawValue] } ?? []
    }

    private static func names(
        _ work: String, _ comment: Ref<Comment>, _ post: Ref<Post>, in visible: borrowing Visible<Connection>
    ) -> [String] {
        let comments = comment.draftNames(in: visible)
        return draftPrefixes(of: post, in: visible).flatMap { prefix in comments.map { "\(prefix)\(work)-\($0)" } }
    }
}

extension Ref {
    private static var newMark: String { "new-" }

    fileprivate func draftNames(in visible: borrowing Visible<Connection>) -> [String] {
        let server = visible.serverID(of: self)
        guard case .created(let id) = visible.identity(of: self) else { return [server].compactMap(\.self) }
        return [server, Self.newMark + id.rawValue].compactMap(\.self)
    }

    /// What a draft's name calls so.
    init(draftName name: Substring) {
        self =
            name.hasPrefix(Self.newMark)
            ? .created(by: MutationID(String(name.dropFirst(Self.newMark.count)))) : .server(String(name))
    }
}
