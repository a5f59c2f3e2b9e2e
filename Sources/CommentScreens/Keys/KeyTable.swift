import CommentPresenters
import TerminalUI

/// Every key, in one table: what dispatches keys, what `?` shows, what `docs/keys.md` is made of. As it comes, or with the
/// user's own keys.
package struct KeyTable: Sendable {
    let bindings: [Binding]
    /// What the user asked for and did not get.
    package let conflicts: [KeyConflict]
    let isRebound: Bool

    /// The table as it comes.
    package static let standard = KeyTable(bindings: bindings, conflicts: [], isRebound: false)

    init(bindings: [Binding], conflicts: [KeyConflict], isRebound: Bool) {
        self.bindings = bindings
        self.conflicts = conflicts
        self.isRebound = isRebound
    }

    /// What a key means. Pages depend on what is on screen, so that only the screen knows how far they go.
    enum Meaning: Hashable, Sendable {
        case intent(Intent)
        /// In halves of a page; negative is up.
        case page(Int)
    }

    struct Binding: Sendable {
        var keys: [Key]
        var places: [Focus]
        let meaning: Meaning
        /// For help.
        let words: String
        /// For the status line, beginning with the first key as it comes; nil for a key that everyone finds.
        let hint: String?
    }

    /// The table for someone who has no shell here: nothing to come back to, and no program to start.
    package func withoutShell() -> KeyTable {
        let outside: Set<Meaning> = [.intent(.app(.suspend)), .intent(.app(.openEditor))]
        return KeyTable(
            bindings: bindings.filter { !outside.contains($0.meaning) }, conflicts: conflicts, isRebound: isRebound)
    }

    func meaning(of key: Key, in focus: Focus) -> Meaning? {
        bindings.first { $0.places.contains(focus) && $0.keys.contains(key) }?.meaning
    }

    /// What a key without a meaning in a list means in another one; nil if it means nothing in any.
    func meaningElsewhere(of key: Key, than focus: Focus) -> Meaning? {
        let lists: [Focus] = [.feed, .post, .outbox, .rooms]
        guard lists.contains(focus) else { return nil }
        return lists.lazy.compactMap { meaning(of: key, in: $0) }.first
    }

    /// Whether what is typed there is text.
    static func takesText(_ focus: Focus) -> Bool {
        switch focus {
        case .composer, .search, .signIn, .network: true
        case .feed, .post, .rooms, .favouriters, .outbox, .help, .deleteQuestion, .discardQuestion, .notSentYet,
            .signOutQuestion,
            .waiting:
            false
        }
    }

    func bindings(in focus: Focus) -> [Binding] {
        bindings.filter { $0.places.contains(focus) }
    }

    static func name(of focus: Focus) -> String {
        switch focus {
        case .feed: "Feed"
        case .post: "Post and comments"
        case .rooms: "Rooms"
        case .search: "Search"
        case .favouriters: "Who favourited it"
        case .composer: "Composer"
        case .outbox: "Outbox"
        case .network: "Network panel"
        case .help: "Help"
        case .signIn: "Sign-in and sign-up"
        case .deleteQuestion: "Before deleting"
        case .discardQuestion: "Before discarding"
        case .notSentYet: "What is not sent yet"
        case .signOutQuestion: "Before signing out"
        case .waiting: "While the waiting way waits"
        }
    }
}
