import Comments
import OptimisticState

extension Mutation<Connection> {
    /// The same with the server's names of what it is about, as far as it has them.
    func naming(
        post postID: (Ref<Post>) -> String?, comment commentID: (Ref<Comment>) -> String?
    ) -> any Mutation<Connection> {
        renaming {
            postID($0).map { .server($0) }
        } comment: {
            commentID($0).map { .server($0) }
        }
    }

    /// The same about other records; what is not renamed stays.
    func renaming(
        post postName: (Ref<Post>) -> Ref<Post>?, comment commentName: (Ref<Comment>) -> Ref<Comment>?
    ) -> any Mutation<Connection> {
        func post(_ ref: Ref<Post>) -> Ref<Post> { postName(ref) ?? ref }
        func comment(_ ref: Ref<Comment>) -> Ref<Comment> { commentName(ref) ?? ref }
        switch self {
        case let add as AddComment:
            return AddComment(
                post: post(add.post), parent: add.parent.map(comment), parentPlace: add.parentPlace, text: add.text,
                author: add.author)
        case let edit as EditComment: return EditComment(comment: comment(edit.comment), text: edit.text)
        case let deletion as DeleteComment:
            return DeleteComment(comment: comment(deletion.comment), post: post(deletion.post))
        case let wish as SetCommentFavourite:
            return SetCommentFavourite(comment: comment(wish.comment), wish: wish.wish)
        case let edit as EditPost: return EditPost(post: post(edit.post), title: edit.title, text: edit.text)
        case let deletion as DeletePost: return DeletePost(post: post(deletion.post))
        case let wish as SetPostFavourite: return SetPostFavourite(post: post(wish.post), wish: wish.wish)
        case _: return self
        }
    }

    /// The same about what was made anew, by the ids of what made it before and now.
    func renaming(_ ids: [MutationID: MutationID]) -> any Mutation<Connection> {
        renaming {
            $0.creator.flatMap { ids[$0] }.map { .created(by: $0) }
        } comment: {
            $0.creator.flatMap { ids[$0] }.map { .created(by: $0) }
        }
    }

    /// What the server has said of the records that it made or changed.
    func touched(by id: MutationID, in visible: borrowing Visible<Connection>) -> [Confirmed] {
        switch self {
        case let add as AddComment:
            return [visible.said(Ref<Comment>.created(by: id)), visible.said(add.post)].compactMap { $0 }
                + [add.parent.flatMap { visible.said($0) }].compactMap { $0 }
        case let edit as EditComment: return [visible.said(edit.comment)].compactMap { $0 }
        case let wish as SetCommentFavourite: return [visible.said(wish.comment)].compactMap { $0 }
        case let deletion as DeleteComment:
            return [visible.said(deletion.comment) ?? .removed(deletion.comment), visible.said(deletion.post)]
                .compactMap { $0 }
        case is AddPost: return [visible.said(Ref<Post>.created(by: id))].compactMap { $0 }
        case let edit as EditPost: return [visible.said(edit.post)].compactMap { $0 }
        case let wish as SetPostFavourite: return [visible.said(wish.post)].compactMap { $0 }
        case let deletion as DeletePost: return [.removed(deletion.post)]
        case _: return []
        }
    }
}

extension Visible where Service == Connection {
    fileprivate func said<R: Record>(_ ref: Ref<R>) -> Confirmed? {
        confirmed(ref).map { .record($0) }
    }
}
