import Comments
import OptimisticState

/// All that is on its way or failed, oldest first.
package struct OutboxPresenter: Sendable {
    let account: Account
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
    func retryAll() {
        let failed = account.store.read { visible in
            visible.outbox.filter(\.loadingState.isFailure).map(\.id)
        }
        for id in failed { account.store.retry(id) }
    }

    func discard() -> Reaction {
        guard let entry = selected else { return .nothing }
        guard entry.loadingState.isFailure else { return .notice(.stillBeingSent) }
        return Reaction(discarded: account.store.discard(entry.id), in: account)
    }

    /// Opens the text of a failed one; sending it discards the failed one in the same write.
    func beginEdit() -> Reaction {
        guard let entry = selected else { return .nothing }
        guard entry.loadingState.isFailure else { return .notice(.notSentYet) }
        switch entry.mutation {
        case let add as AddComment:
            return .compose(
                ComposerTarget(again: add, instead: entry.id, in: account), text: add.text.raw, isOriginal: true)
        case let add as AddPost:
            return .compose(
                ComposerTarget(work: .post, about: add.title, discarding: [entry.id]), text: add.wholeText,
                isOriginal: true)
        case let edit as EditComment:
            return ComposerTarget(again: edit, instead: entry.id, in: account)
                .map { .compose($0, text: edit.text.raw, isOriginal: true) } ?? .nothing
        case let edit as EditPost:
            let target = ComposerTarget(work: .editPost(edit.post), about: edit.title, discarding: [entry.id])
            return .compose(target, text: edit.wholeText, isOriginal: true)
        case .some, nil:
            return .nothing
        }
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
    /// What was typed, or what it is about.
    package let about: UntrustedText
    package let age: String
    package let tone: ItemMark.Tone
    /// State, reason, next try.
    package let words: UntrustedText
    package let attempts: Int

    init(
        _ entry: OutboxEntry<Connection>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) {
        let words = MutationWords(entry.mutation, kindName: entry.kindName)
        id = entry.id
        what = UntrustedText(words.what)
        age = clock.age(of: entry.enqueuedAt)
        attempts = entry.attempts
        about = UntrustedText(words.excerpt.isEmpty ? Self.target(of: entry.mutation, in: visible) : words.excerpt)
        let unsaved = entry.isSaved ? "" : " · not saved"
        switch entry.loadingState {
        case .failure(let failure):
            tone = .failed
            self.words = UntrustedText("\(words.failedPrefix): \(failure.reason)\(unsaved)")
        case .loading(let detail):
            tone = .pending
            self.words = UntrustedText(detail.words(in: visible, &clock) + unsaved)
        }
    }

    /// The record that a mutation without a text is about.
    private static func target(
        of mutation: (any Mutation<Connection>)?, in visible: borrowing Visible<Connection>
    ) -> String {
        let comment: Ref<Comment>
        switch mutation {
        case let wish as SetCommentFavourite: comment = wish.comment
        case let deletion as DeleteComment: comment = deletion.comment
        case let wish as SetPostFavourite: return visible.item(wish.post)?.record.title.excerpt ?? ""
        case let deletion as DeletePost: return visible.confirmed(deletion.post)?.title.excerpt ?? ""
        case .some, nil: return ""
        }
        return (visible.item(comment)?.record ?? visible.confirmed(comment))?.text.excerpt ?? ""
    }
}
