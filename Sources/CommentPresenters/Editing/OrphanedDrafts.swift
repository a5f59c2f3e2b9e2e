import Comments
import OptimisticState

/// Drafts to which no key leads by their own name: of a comment that was discarded or sent while it was written anew, of a
/// reply to what somebody has deleted. What is left over of something that is there is taken up by its next edit; what is
/// left over of nothing by the next new text on the same post, or by the next new post.
struct OrphanedDrafts {
    let drafts: any DraftKeeper
    /// How far the lists were read: what was not read yet may well be there.
    let reading: ReadingState

    /// The names of such drafts that a composer takes up, if it has no draft of its own.
    ///
    /// - Complexity: O(drafts that are kept).
    func names(for target: ComposerTarget, in visible: borrowing Visible<Connection>) -> [String] {
        guard target.discarding.isEmpty else { return [] }
        return switch target.work {
        case .comment(let post): names(under: post, in: visible) { isOrphan($0, of: post, in: visible) }
        case .editComment(let comment, let post):
            names(under: post, in: visible) { isLeft($0, of: comment, in: visible) }
        case .editPost(let post):
            names(under: post, in: visible) { subject in
                subject.work == .edit && subject.comment == nil
                    && subject.replaced.map { visible.entry($0) == nil } ?? false
            }
        case .post: ofPosts(in: visible)
        case .reply: []
        }
    }

    /// The drafts of posts that are no more, and of comments under them.
    func ofPosts(in visible: borrowing Visible<Connection>) -> [String] {
        var found: [String] = []
        for name in drafts.names(under: ComposerTarget.newPostDraft + "-").sorted()
        where isOrphanedPost(name, in: visible) { found.append(name) }
        return found
    }

    private func names(
        under post: Ref<Post>, in visible: borrowing Visible<Connection>, where isMeant: (DraftSubject) -> Bool
    ) -> [String] {
        ComposerTarget.draftPrefixes(of: post, in: visible).flatMap { prefix in
            drafts.names(under: prefix).filter { isMeant(DraftSubject($0.dropFirst(prefix.count))) }.sorted()
        }
    }

    /// Whether it is about a comment that is there, and no name of its own leads to it: the comment itself was written
    /// anew while it was refused, or a refused edit of it was.
    private func isLeft(
        _ subject: DraftSubject, of comment: Ref<Comment>, in visible: borrowing Visible<Connection>
    ) -> Bool {
        guard let replaced = subject.replaced, visible.entry(replaced) == nil else { return false }
        return switch subject.work {
        case .comment, .reply: visible.identity(of: comment) == .created(by: replaced)
        case .edit: subject.comment.map { visible.identity(of: $0) } == visible.identity(of: comment)
        }
    }

    private func isOrphan(
        _ subject: DraftSubject, of post: Ref<Post>, in visible: borrowing Visible<Connection>
    ) -> Bool {
        if let comment = subject.comment, isGone(comment, of: post, in: visible) { return true }
        guard subject.work != .edit, let replaced = subject.replaced else { return false }
        return isGone(.created(by: replaced), of: post, in: visible)
    }

    private func isOrphanedPost(_ name: String, in visible: borrowing Visible<Connection>) -> Bool {
        if let replaced = DraftSubject(name[...]).replaced, !name.contains("/") {
            return isGone(Ref<Post>.created(by: replaced), in: visible)
        }
        let post = name.dropFirst(ComposerTarget.newPostDraft.count + 1).prefix { $0 != "/" }
        return isGone(Ref<Post>(draftName: post), in: visible)
    }

    /// Whether a comment is known to be no more.
    private func isGone(
        _ comment: Ref<Comment>, of post: Ref<Post>, in visible: borrowing Visible<Connection>
    ) -> Bool {
        if let item = visible.item(comment) { return item.record.isDeleted }
        guard visible.serverID(of: comment) != nil else { return waitsForNothing(comment, in: visible) }
        let list = visible.serverID(of: post).flatMap { reading.posts[$0] }
        return list?.isComplete ?? false
    }

    private func isGone(_ post: Ref<Post>, in visible: borrowing Visible<Connection>) -> Bool {
        guard visible.item(post) == nil else { return false }
        guard let id = visible.serverID(of: post) else { return waitsForNothing(post, in: visible) }
        return reading.feed.isComplete || reading.posts[id]?.error == .notFound
    }

    /// Whether nothing is in the outbox that would make it.
    private func waitsForNothing<R>(_ ref: Ref<R>, in visible: borrowing Visible<Connection>) -> Bool {
        guard case .created(let id) = ref else { return false }
        return visible.entry(id) == nil
    }
}

/// What a draft was written for, as its name says it behind the post's part (``ComposerTarget/draftNames(in:)``).
private struct DraftSubject {
    enum Work { case comment, reply, edit }
    let work: Work
    /// The comment that it answers or edits; nil where it is about the post.
    let comment: Ref<Comment>?
    /// The failed one whose place it was to take.
    let replaced: MutationID?

    init(_ name: Substring) {
        var rest = name
        if let mark = name.firstRange(of: ComposerTarget.insteadOf) {
            replaced = MutationID(String(name[mark.upperBound...]))
            rest = name[..<mark.lowerBound]
        } else {
            replaced = nil
        }
        let parts = rest.split(separator: "-", maxSplits: 1)
        work = parts.first == "reply" ? .reply : parts.first == "edit" ? .edit : .comment
        comment = work == .comment || parts.count < 2 ? nil : Ref(draftName: parts[1])
    }
}
