/// What a person says in a line, before anyone knows whether it can be done.
package enum Word: Hashable, Sendable {
    /// Which record a word is about: by the number under which it was told, or by what it is.
    package enum Target: Hashable, Sendable {
        case comment(Int)
        /// The post that is open.
        case post
        /// What the outbox lists as `o1`, `o2`, …
        case outbox(Int)
    }

    case posts, comments, more
    case open(Int)
    /// One comment once more.
    case read(Int)
    /// The text is nil when it follows in lines of its own; so with the others.
    case comment(String?)
    case reply(to: Int, String?)
    case addPost(String?)
    /// Absolute, not the opposite of what is: a script may say it twice.
    case favourite(Target, wish: Bool)
    case edit(Target, String?)
    case delete(Target)
    case undo
    case retry(Target), retryAll
    case discard(Target)
    case keep(Target)
    case outbox
    /// Until nothing is on its way any more.
    case wait
    case status
    case signIn(String?), signUp(String?), signOut
    /// Nil lists them.
    case network(String?)
    case refuse
    case automaticRetry(Bool)
    case switchWay
    /// Where there are several: lists them, opens one.
    case rooms, room(String)
    case help, quit
}

/// Why a line is no word.
package enum WordMistake: Error, Hashable, Sendable {
    case unknown(String)
    /// How it is said.
    case usage(String)
}

extension Word {
    /// Reads a line; nil for one that says nothing.
    package static func read(_ line: String) throws(WordMistake) -> Word? {
        let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let first = parts.first else { return nil }
        let rest = parts.count > 1 ? String(parts[1].drop(while: \.isWhitespace)).trimmingEnd : ""
        guard let entry = WordList.entry(named: first.lowercased()) else { throw .unknown(String(first)) }
        guard let word = entry.make(rest) else { throw .usage(entry.usage) }
        return word
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
