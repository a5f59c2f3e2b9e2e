import Comments
import OptimisticState

extension OutboxEntry {
    /// Whether the server may have it although nothing said so. What a server refused for good is not there.
    package var mayBeThere: Bool {
        switch loadingState {
        case .loading: mayHaveArrived
        case .failure(let failure):
            failure.mayHaveArrived
                || mayHaveArrived && (failure.isTransient || failure.isOffline || failure.code == Failure.gaveUpCode)
        }
    }

    /// Whether the user may still undo it: it is held back until its moment.
    var isHeld: Bool {
        if case .loading(.waiting(_, let failure)) = loadingState {
            failure.code == Failure.notBeforeCode
        } else {
            false
        }
    }
}

/// What is to be said of one mutation of the outbox, wherever it is shown.
struct EntryWords {
    var tone: ItemMark.Tone
    var text: String
    var remedy: Remedy?

    /// - Parameters:
    ///   - isAlone: Whether nothing beside it says what kind of mutation it is.
    ///   - isNamed: Whether they stand behind its name: "your favourite of “So blue!”".
    init(
        _ entry: OutboxEntry<Connection>, isAlone: Bool, isNamed: Bool = false,
        in visible: borrowing Visible<Connection>,
        _ clock: inout FrameClock
    ) {
        let words = MutationWords(entry.mutation, kindName: entry.kindName)
        let unsaved = entry.isSaved ? "" : " · not saved"
        switch entry.loadingState {
        case .failure(let failure):
            clock.remember(failure, of: entry.id)
            tone = .failed
            if failure.isUndecided, visible.offersCopy(of: entry.mutation, failure) {
                text = "looks already posted" + unsaved
                remedy = .decide
            } else {
                let prefix = entry.mayBeThere ? words.perhaps(isNamed: isNamed) : words.failed(isNamed: isNamed)
                text = "\(prefix): \(failure.cause)\(unsaved)"
                remedy = failure.isUndecided ? .sendAgain : .retry
            }
        case .loading(let detail):
            tone = .pending
            text =
                (isAlone ? words.pendingPrefix : "") + detail.words(of: entry, in: visible, &clock)
                + unsaved
        }
    }
}

/// What can be done about something that failed.
package enum Remedy: Hashable, Sendable {
    case retry
    /// Sending again could do it twice: the user has to know.
    case sendAgain
    /// It looks done: send again, or take it as done.
    case decide
    /// It is told where it is: opening it shows what.
    case open
}

extension Visible where Service == Connection {
    /// Whether it is not sent before somebody does something about it: it failed, or what it waits for did.
    package func isStuck(_ entry: OutboxEntry<Connection>) -> Bool {
        switch entry.loadingState {
        case .failure, .loading(.quarantined): true
        case .loading(.blocked(let other)), .loading(.queued(behind: let other?)):
            self.entry(other).map { isStuck($0) } ?? false
        case .loading: false
        }
    }

    /// Whether the copy that a service found is not already another item of this client's own.
    func offersCopy(of mutation: (any Mutation<Connection>)?, _ failure: Failure) -> Bool {
        guard let copy = failure.likelyCopy else { return false }
        switch mutation {
        case is AddComment: return identity(of: Ref<Comment>.server(copy)) == .server(copy)
        case is AddPost: return identity(of: Ref<Post>.server(copy)) == .server(copy)
        case .some, nil: return false
        }
    }
}

extension LoadingState.Detail {
    /// What a mutation is waiting for, counting down where a moment is known.
    func words(
        of entry: OutboxEntry<Connection>, in visible: borrowing Visible<Connection>, _ clock: inout FrameClock
    ) -> String {
        switch self {
        case .sending, .queued(behind: nil):
            return Self.sending(entry, clock)
        case .queued(behind: let other?), .blocked(on: let other):
            guard let other = visible.entry(other) else { return "sending…" }
            let name = other.name(in: visible)
            switch other.loadingState {
            case .loading: return "waits for \(name)"
            case .failure:
                return "waits for \(name), which \(other.mayBeThere ? "may have been posted" : "was not sent")"
            }
        case .waiting(let until, let failure):
            let seconds = until.map { clock.seconds(until: $0) }
            if failure.code == Failure.notBeforeCode {
                return seconds.map { $0 > 0 ? "goes out in \($0) s" : "sending…" } ?? "sending…"
            }
            clock.remember(failure, of: entry.id)
            let reason = Self.reason(failure, entry)
            guard let seconds else { return "waiting: \(reason)" }
            guard seconds > 0 else { return Self.sending(entry, clock) }
            return failure.namesMoment
                ? "waiting \(seconds) s, as the server asked: \(reason)" : "waiting \(seconds) s: \(reason)"
        case .needsSignIn:
            return "needs sign-in"
        case .quarantined:
            return "kept: written by a newer rakkan"
        }
    }

    fileprivate static func reason(_ failure: Failure, _ entry: OutboxEntry<Connection>) -> String {
        failure.cause + (entry.mayBeThere ? ", may have been posted" : "")
    }

    /// The last reason stays in sight until there is an answer.
    private static func sending(_ entry: OutboxEntry<Connection>, _ clock: FrameClock) -> String {
        guard entry.attempts > 0, let last = clock.lastFailures[entry.id], !last.isOffline else { return "sending…" }
        return "sending again: \(last.cause)\(entry.mayHaveArrived ? ", may have been posted" : "")"
    }
}

extension OutboxEntry<Connection> {
    /// It named so that a person finds it on the screen: by the text that stands there now.
    package func name(in visible: borrowing Visible<Connection>) -> String {
        let shown: UntrustedText? =
            switch mutation {
            case is AddComment: visible.item(Ref<Comment>.created(by: id))?.record.text
            case is AddPost: visible.item(Ref<Post>.created(by: id))?.record.title
            case .some, nil: nil
            }
        let words = MutationWords(mutation, kindName: kindName)
        let target = mutation?.targetText(in: visible)?.excerpt ?? ""
        return target.isEmpty ? words.name(shown?.excerpt) : words.name(about: target)
    }

    /// Its state in a line of plain text, as it is now. Whoever prints that sends nothing: what could be sent at once
    /// waits for somebody who does.
    ///
    /// - Parameter isAlone: Whether nothing beside it says what kind of mutation it is.
    package func words(isAlone: Bool, in visible: borrowing Visible<Connection>, at now: Timestamp) -> String {
        var clock = FrameClock(now: now)
        if isHeld, case .loading(.waiting(let until?, _)) = loadingState, until > now {
            return "held back so that it can be undone"
        }
        let waiting: String
        switch loadingState {
        case .loading(.queued(behind: nil)): waiting = "waiting"
        case .loading(.waiting(let until?, let failure)) where until <= now:
            waiting = isHeld ? "waiting" : "waiting: \(LoadingState.Detail.reason(failure, self))"
        case .loading, .failure: return EntryWords(self, isAlone: isAlone, in: visible, &clock).text
        }
        let prefix = isAlone ? MutationWords(mutation, kindName: kindName).pendingPrefix : ""
        return prefix + waiting + (isSaved ? "" : " · not saved")
    }
}
