import Comments
import OptimisticState

/// What an intent is to be about, for who names it instead of moving a selection there.
package enum Named: Hashable, Sendable {
    /// The post that is open.
    case post
    case comment(Ref<Comment>)
    case outboxEntry(MutationID)
}

extension ClientPresenter {
    /// Selects what the next intent is about, in whatever list it stands.
    ///
    /// - Returns: false if it is not there any more.
    package func select(_ named: Named) -> Bool {
        closePanels()
        switch named {
        case .post:
            guard post != nil else { return false }
            post?.select(.post)
        case .comment(let ref):
            guard let shown = post, account.store.read({ shown.place(of: .comment(ref), in: $0) }) != nil else {
                return false
            }
            post?.select(.comment(ref))
        case .outboxEntry(let id):
            guard account.store.read({ $0.entry(id) }) != nil else { return false }
            outbox = OutboxPresenter(account: account)
            outbox?.select(id)
            return true
        }
        isPostInFront = true
        return true
    }

    /// Takes away whatever lies over the lists, answering no question and cancelling no request.
    package func closePanels() {
        question = nil
        help = nil
        outbox = nil
        network?.close()
        if signIn?.isRunning != true { signIn = nil }
        wish = nil
    }

    /// Does what opens the composer, and sends a text from it at once. Drafts stay as they are.
    ///
    /// - Returns: What the composer says if it can't be sent, and is closed again; nil if it is on its way, or if the
    ///   composer did not open.
    package func handle(_ intent: Intent, writing text: String) -> (commands: [Command], refusal: ComposerModel?) {
        writesAtOnce = true
        defer { writesAtOnce = false }
        var commands = handle(intent)
        guard focus == .composer else { return (commands, nil) }
        commands += handle(.text(.paste(text)))
        commands += handle(.send)
        guard focus == .composer, let refused = composer?.model(waiting: nil) else { return (commands, nil) }
        closeComposer()
        return (commands, refused)
    }

    /// Whether the server has what a mutation has made.
    package func hasArrived(_ id: MutationID) -> Bool {
        account.store.read { visible in
            visible.serverID(of: Ref<Comment>.created(by: id)) != nil
                || visible.serverID(of: Ref<Post>.created(by: id)) != nil
        }
    }
}

/// Keeps nothing: for a text that is sent in the moment in which it is typed.
struct NoDrafts: DraftKeeper {
    func open(_ name: String) -> OpenedDraft { OpenedDraft() }
    func append(_ edit: TextEdit, to name: String) -> Bool { true }
    func keep(_ text: String, as name: String) -> Bool { true }
    func close(_ name: String) {}
    func forget(_ name: String) {}
    func hasDraft(under prefix: String) -> Bool { false }
    func names(under prefix: String) -> [String] { [] }
    func hasDraft(named name: String) -> Bool { false }
}
