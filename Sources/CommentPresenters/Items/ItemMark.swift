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
}

extension ItemMark {
    /// - Returns: nil while there is nothing to say yet.
    init?(
        _ entry: OutboxEntry<Connection>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) {
        let words = MutationWords(entry.mutation, kindName: entry.kindName)
        let unsaved = entry.isSaved ? "" : " · not saved"
        switch entry.loadingState {
        case .failure(let failure):
            tone = .failed
            self.words = UntrustedText("\(words.failedPrefix): \(failure.reason)\(unsaved)")
        case .loading(let detail):
            tone = .pending
            let state = detail.words(in: visible, &clock)
            if clock.isWorthAWord(since: entry.enqueuedAt) {
                self.words = UntrustedText(words.pendingPrefix + state + unsaved)
            } else if words.isQuiet {
                return nil
            }
        }
    }
}

extension LoadingState.Detail {
    /// What a mutation is waiting for, counting down where a moment is known.
    func words(in visible: borrowing Visible<Connection>, _ clock: inout FrameClock) -> String {
        switch self {
        case .sending, .queued(behind: nil):
            return "sending…"
        case .queued(behind: let other?), .blocked(on: let other):
            guard let entry = visible.entry(other) else { return "sending…" }
            let name = MutationWords(entry.mutation, kindName: entry.kindName).name
            switch entry.loadingState {
            case .loading: return "waits for \(name)"
            case .failure: return "waits for \(name), which was not sent"
            }
        case .waiting(until: nil, let failure):
            return "waiting: \(failure.reason)"
        case .waiting(until: let moment?, let failure):
            let seconds = clock.seconds(until: moment)
            return seconds > 0 ? "waiting \(seconds) s: \(failure.reason)" : "sending…"
        case .needsSignIn:
            return "waiting for you to sign in"
        case .quarantined:
            return "kept: written by a newer rakkan"
        }
    }
}
