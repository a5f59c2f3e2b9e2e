import Comments
import OptimisticState

/// All that is on its way or failed, oldest first.
package struct OutboxPresenter: Sendable {
    var account: Account
    private var selection = Selection<MutationID>()

    init(account: Account) {
        self.account = account
    }

    mutating func move(_ movement: Movement) {
        let ids = account.store.read { $0.outbox.map(\.id) }
        let current = place(in: ids)
        guard let place = Selection<MutationID>.place(after: movement, from: current, count: ids.count) else { return }
        selection = Selection(id: ids[place], place: place)
    }

    mutating func select(_ id: MutationID) {
        let ids = account.store.read { $0.outbox.map(\.id) }
        selection = Selection(id: id, place: ids.firstIndex(of: id) ?? selection.place)
    }

    private func place(in ids: [MutationID]) -> Int? {
        guard !ids.isEmpty else { return nil }
        let found = selection.id.flatMap { id in ids.firstIndex(of: id) }
        return found ?? min(max(0, selection.place), ids.count - 1)
    }

    var selected: OutboxEntry<Connection>? {
        account.store.read { visible in
            let entries = visible.outbox
            return place(in: entries.map(\.id)).map { entries[$0] }
        }
    }

    func retry() -> Reaction {
        guard let entry = selected else { return .nothing }
        return Reaction(account.retry([entry.id]))
    }

    /// Everything that failed, oldest first.
    ///
    /// - Returns: false if nothing had.
    func retryAll() -> Bool {
        let failed = account.store.read { visible in
            visible.outbox.filter(\.loadingState.isFailure).map(\.id)
        }
        for id in failed { account.store.retry(id) }
        return !failed.isEmpty
    }

    func discard() -> Reaction { account.discard(among: selected.map { [$0.id] } ?? []) }

    func keep() -> Reaction { account.keep(among: selected.map { [$0.id] } ?? []) }

    /// Opens the text of what is selected, as `e` does where the comment or post is shown.
    func beginEdit() -> Reaction {
        guard let entry = selected else { return .notice(.nothingToEdit) }
        switch entry.mutation {
        case is AddComment: return edit(Ref<Comment>.created(by: entry.id))
        case is AddPost: return edit(Ref<Post>.created(by: entry.id))
        case let edit as EditComment: return self.edit(edit.comment)
        case let edit as EditPost: return self.edit(edit.post)
        case .some, nil: return .notice(.nothingToEdit)
        }
    }

    private func edit(_ comment: Ref<Comment>) -> Reaction {
        account.store.read { $0.item(comment) }.map(account.beginEdit) ?? .notice(.nothingToEdit)
    }

    private func edit(_ post: Ref<Post>) -> Reaction {
        account.store.read { $0.item(post) }.map(account.beginEdit) ?? .notice(.nothingToEdit)
    }

    func model(
        _ request: ListRequest<MutationID>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) -> OutboxModel {
        let entries = visible.outbox
        var window = ListWindow<OutboxItem>()
        window.count = entries.count
        window.selected = place(in: entries.map(\.id))
        let anchor = request.anchor.flatMap { id in entries.firstIndex { $0.id == id } }
        let range = request.window(anchor: anchor, selected: window.selected, count: window.count)
        window.start = range.lowerBound
        for entry in entries[range] { window.rows.append(OutboxItem(entry, in: visible, &clock)) }
        return OutboxModel(entries: window)
    }
}

/// What a screen shows of the outbox.
package struct OutboxModel: Sendable {
    package let entries: ListWindow<OutboxItem>
}

/// One mutation, as the outbox shows it.
package struct OutboxItem: Identifiable, Hashable, Sendable {
    package let id: MutationID
    /// "comment", "favourite", …
    package let what: UntrustedText
    /// The first line of what was typed, or of what it is about: more than is shown, cut to what is on screen.
    package let about: UntrustedText
    package let age: String
    package let tone: ItemMark.Tone
    /// State, reason, next try.
    package let words: UntrustedText
    /// What can be done about it; nil while it is pending.
    package let remedy: Remedy?

    private static let longestExcerpt = 80

    init(
        _ entry: OutboxEntry<Connection>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) {
        let words = MutationWords(entry.mutation, kindName: entry.kindName)
        id = entry.id
        what = UntrustedText(words.what)
        age = clock.age(of: entry.enqueuedAt, isServers: false)
        let about = entry.mutation.flatMap { $0.typedText ?? $0.targetText(in: visible) }
        self.about = UntrustedText(about?.excerpt(upTo: Self.longestExcerpt) ?? "")
        let said = EntryWords(entry, isAlone: false, in: visible, &clock)
        tone = said.tone
        remedy = said.remedy
        self.words = UntrustedText(said.text)
    }
}

extension Mutation {
    /// What a mutation without a text is about; nil if it has a text, or if that was not read.
    func targetText(in visible: borrowing Visible<Connection>) -> UntrustedText? {
        let comment: Ref<Comment>
        switch self {
        case let wish as SetCommentFavourite: comment = wish.comment
        case let deletion as DeleteComment: comment = deletion.comment
        case let wish as SetPostFavourite: return visible.item(wish.post)?.record.heading
        case let deletion as DeletePost: return visible.confirmed(deletion.post)?.title
        case _: return nil
        }
        return (visible.item(comment)?.record ?? visible.confirmed(comment))?.text
    }
}
