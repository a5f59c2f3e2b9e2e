import OptimisticState

/// A key that begins a text and is refused: whoever pressed it may be typing on, and a letter of that text must not sign
/// out or delete.
extension ClientPresenter {
    /// Whether what is typed now is the rest of a text whose first key was refused. It then does nothing.
    package func swallowsTyping() -> Bool {
        let goesOn = refusedText?.goesOn(at: now) ?? false
        if !goesOn { endTyping() }
        return goesOn
    }

    /// A key that is no typing.
    package func endTyping() { refusedText = nil }

    /// A key that means something elsewhere, and nothing here.
    ///
    /// - Parameters:
    ///   - name: the key as it is called.
    ///   - intent: what it means elsewhere.
    package func refuse(_ name: String, meaning intent: Intent?) {
        endTyping()
        notice = .nothingHere(key: name)
        if intent?.beginsText ?? false { refuseText() }
    }

    /// Whether letters are keys: no text, no form and no question is open.
    var isOverLists: Bool {
        switch focus {
        case .feed, .post, .outbox, .rooms: true
        case .search, .favouriters, .composer, .network, .help, .signIn, .deleteQuestion, .discardQuestion, .notSentYet,
            .signOutQuestion,
            .waiting:
            false
        }
    }

    func refuseText() {
        notice = notice ?? .notReadYet
        refusedText = RefusedText(at: now)
    }
}

/// A text that is typed although its first key was refused.
struct RefusedText {
    /// Letters that follow each other more slowly are keys again: whoever makes such a pause has seen the notice.
    private static var pause: Duration { .milliseconds(500) }
    /// However fast they come: a key that is held down must do something again.
    private static var patience: Duration { .milliseconds(1_500) }

    private let begunAt: Timestamp
    private var lastAt: Timestamp

    /// - Parameter moment: of the refusal.
    init(at moment: Timestamp) {
        begunAt = moment
        lastAt = moment
    }

    /// Whether a letter that comes now is one of it.
    mutating func goesOn(at now: Timestamp) -> Bool {
        guard now < lastAt + Self.pause, now < begunAt + Self.patience else { return false }
        lastAt = now
        return true
    }
}

extension Intent {
    /// Whether it opens the composer, where it can.
    var beginsText: Bool {
        switch self {
        case .item(.comment), .item(.reply), .item(.edit), .addPost, .list(.search): true
        case .item(.toggleFavourite), .item(.delete), .item(.discard), .item(.copy), .item(.keep), .app, .back,
            .otherPane, .signOut, .showOutbox, .showNetwork, .move, .activate, .retryAll, .text, .send, .form,
            .network, .answer, .list, .rooms:
            false
        }
    }
}
