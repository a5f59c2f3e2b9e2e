import Comments
import OptimisticState

/// Threads that are folded away, and long comments that are shown whole.
extension PostPresenter {
    /// What is folded away now: as what belongs there comes and goes.
    ///
    /// - Complexity: O(log n) for each folded comment.
    func folds(in visible: borrowing Visible<Connection>) -> Folds {
        guard !folded.isEmpty else { return Folds() }
        var stretches: [Range<Int>] = []
        for root in folded {
            guard let place = visible.index(of: root, in: scope) else { continue }
            stretches.append(place + 1..<threadEnd(of: root, at: place, in: visible))
        }
        return Folds(stretches)
    }

    /// The place behind the last reply to a comment: replies stand in one piece under it.
    private func threadEnd(of root: Ref<Comment>, at place: Int, in visible: borrowing Visible<Connection>) -> Int {
        let count = visible.count(in: scope)
        var inside = place
        var step = 1
        var outside = min(count, place + 1)
        while outside < count, isReply(at: outside, to: root, in: visible) {
            inside = outside
            step *= 2
            outside = min(count, inside + step)
        }
        while outside - inside > 1 {
            let middle = (inside + outside) / 2
            if isReply(at: middle, to: root, in: visible) { inside = middle } else { outside = middle }
        }
        return inside + 1
    }

    private func isReply(at place: Int, to root: Ref<Comment>, in visible: borrowing Visible<Connection>) -> Bool {
        let parent = visible.items(in: scope, place..<place + 1).first?.record.parent
        return parent.map { visible.identity(of: $0) == root } ?? false
    }

    /// The comment that a thread is folded to.
    private func root(of item: Item<Comment>) -> Ref<Comment> {
        let parent = item.record.parent
        return account.store.read { visible in parent.map { visible.identity(of: $0) } ?? item.id }
    }

    private func hasReplies(_ root: Ref<Comment>) -> Bool {
        account.store.read { visible in
            guard let place = visible.index(of: root, in: scope) else { return false }
            return isReply(at: place + 1, to: root, in: visible)
        }
    }

    /// `-`: the replies of the selected comment go out of sight, and its long text does.
    mutating func fold() -> Reaction {
        guard let item = selectedComment else { return .nothing }
        let wasOpened = close(item.id)
        let root = root(of: item)
        guard !folded.contains(root), hasReplies(root) else { return wasOpened ? .nothing : .notice(.nothingToFold) }
        folded.insert(root)
        select(.comment(root))
        return .nothing
    }

    /// `+`: all of the selected comment is shown.
    mutating func unfold() {
        guard let item = selectedComment else { return }
        opened.insert(item.id)
        folded.remove(root(of: item))
    }

    /// Enter, where it means nothing else: opens what is folded; a long text it also closes again.
    mutating func toggleFold() {
        guard let item = selectedComment else { return }
        if folded.remove(item.id) == nil, !close(item.id) { opened.insert(item.id) }
    }

    /// - Returns: Whether it was shown whole.
    private mutating func close(_ comment: Ref<Comment>) -> Bool {
        let wasRevealed = revealed == comment
        if wasRevealed { revealed = nil }
        return opened.remove(comment) != nil || wasRevealed
    }

    /// Shows a comment that is folded away.
    mutating func unfold(over comment: Ref<Comment>) {
        guard !folded.isEmpty else { return }
        let root = account.store.read { visible in
            visible.item(comment)?.record.parent.map { visible.identity(of: $0) }
        }
        if let root { folded.remove(root) }
    }

    /// How many are hidden in a stretch of the list, and what of it the server does not have.
    ///
    /// - Complexity: O(p log n) of the p pending mutations.
    func hiddenReplies(_ stretch: Range<Int>, in visible: borrowing Visible<Connection>) -> HiddenReplies {
        var hidden = HiddenReplies(count: stretch.count)
        guard visible.pendingCount + visible.failedCount > 0 else { return hidden }
        var failed: Set<Ref<Comment>> = []
        var pending: Set<Ref<Comment>> = []
        for entry in visible.outbox {
            guard let comment = Self.comment(of: entry.mutation, entry.id),
                let place = visible.index(of: comment, in: scope), stretch.contains(place)
            else { continue }
            if entry.loadingState.isFailure {
                failed.insert(visible.identity(of: comment))
            } else {
                pending.insert(visible.identity(of: comment))
            }
        }
        hidden.failed = failed.count
        hidden.pending = pending.subtracting(failed).count
        return hidden
    }

    /// The comment that a mutation makes or changes.
    private static func comment(of mutation: (any Mutation<Connection>)?, _ id: MutationID) -> Ref<Comment>? {
        switch mutation {
        case is AddComment: .created(by: id)
        case let edit as EditComment: edit.comment
        case let wish as SetCommentFavourite: wish.comment
        case let deletion as DeleteComment: deletion.comment
        case .some, nil: nil
        }
    }
}
