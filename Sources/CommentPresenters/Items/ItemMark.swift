import Comments
import OptimisticState

/// What is said beside an item that the server does not have as it is shown.
package struct ItemMark: Hashable, Sendable {
    package enum Tone: Hashable, Sendable {
        /// Under way or waiting.
        case pending
        /// Failed: Enter retries it, `x` discards it.
        case failed
    }
    package var tone: Tone
    /// Nil in the first moment, when only the glyph shows.
    package var words: UntrustedText?
    /// What can be done about it; nil while it is pending.
    package var remedy: Remedy?
}

extension ItemMark {
    /// - Returns: nil while there is nothing to say yet.
    init?(
        _ entry: OutboxEntry<Connection>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) {
        let said = EntryWords(entry, isAlone: true, in: visible, &clock)
        tone = said.tone
        remedy = said.remedy
        switch said.tone {
        case .failed: words = UntrustedText(said.text)
        case .pending:
            if clock.isWorthAWord(since: entry.enqueuedAt) {
                words = UntrustedText(said.text)
            } else if MutationWords(entry.mutation, kindName: entry.kindName).isQuiet {
                return nil
            }
        }
    }
}

extension [ItemMark] {
    /// What is to be said of an item, failures first: once for each thing, however many mutations there are.
    init(
        of mutations: [MutationID], in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) {
        self.init()
        var isMade = true
        var followers: [String] = []
        var hasFavourite = false
        for id in mutations {
            guard let entry = visible.entry(id) else { continue }
            let words = MutationWords(entry.mutation, kindName: entry.kindName)
            if !isMade, !entry.loadingState.isFailure {
                // Behind what makes the item it needs no reason of its own.
                if !followers.contains(words.what), clock.isWorthAWord(since: entry.enqueuedAt) {
                    followers.append(words.what)
                }
                continue
            }
            if words.isCreation { isMade = false }
            if words.isQuiet, !entry.loadingState.isFailure {
                // The wish in flight and the one behind it are one favourite to whoever looks.
                guard !hasFavourite else { continue }
                hasFavourite = true
            }
            guard let mark = ItemMark(entry, in: visible, &clock) else { continue }
            append(mark)
        }
        add(followers)
        self = filter { $0.tone == .failed } + filter { $0.tone == .pending }
    }

    private mutating func add(_ followers: [String]) {
        guard !followers.isEmpty else { return }
        let then = "then your \(followers.joined(separator: " and your "))"
        if let index = firstIndex(where: { $0.tone == .pending }), let words = self[index].words {
            self[index].words = UntrustedText("\(words.raw) · \(then)")
        } else {
            append(ItemMark(tone: .pending, words: UntrustedText(then)))
        }
    }
}
