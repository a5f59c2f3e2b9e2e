import Comments
import OptimisticState

extension ClientPresenter {
    /// The sign-up or sign-in has succeeded: the session is in use at once, only the bar is seen for a moment longer.
    package func signedIn(_ account: Account) -> [Command] {
        closeFormAfterSuccess()
        use(account)
        let asked = needsRoom && account.session != nil ? showRooms() : []
        return asked + update()
    }

    /// The sign-up or sign-in has failed; the form stays filled.
    package func signInFailed(_ error: ServiceError) {
        guard signIn?.isRunning == true else { return }
        signIn?.fail(error, at: now)
    }

    /// The session has ended, as it was asked to: a reader goes on.
    package func signedOut(_ reader: Account) -> [Command] {
        use(reader)
        notice = .signedOut
        openForm(.signIn, reason: .asked)
        return update()
    }

    /// The server does not take the session any more: nothing is dropped.
    package func sessionEnded() {
        guard signIn == nil, let name = account.session?.name else { return }
        // What is being typed is no password.
        hasEndedSession = composer != nil
        guard composer == nil else { return }
        openForm(.signIn, name: name, reason: .sessionEnded)
    }

    /// A session that was over has gone on as a newer one: what asked for a password is not asked any more, unless the
    /// user is at it.
    package func sessionGoesOn() {
        hasEndedSession = false
        if signIn?.asksForNothingTyped == true { signIn = nil }
    }

    /// The text that was being written when the session ended is sent or kept: now it is asked for.
    func composerEnded() {
        guard hasEndedSession, composer == nil else { return }
        sessionEnded()
    }

    /// What leaving has to say, after the terminal is as it was, line by line; empty if nothing waits.
    package func farewell() -> [UntrustedText] {
        let (entries, stuck) = account.store.read { visible in
            (visible.outbox, Set(visible.outbox.filter { visible.isStuck($0) }.map(\.id)))
        }
        let goesOut = entries.filter { $0.isSaved && !stuck.contains($0.id) }
        let stays = entries.filter { $0.isSaved && stuck.contains($0.id) }
        var lines: [UntrustedText] = []
        if let (what, isOne) = Self.counted(goesOut) {
            let verbs = isOne ? "waits; it goes" : "wait; they go"
            lines.append(UntrustedText("\(what) \(verbs) out \(settings.nextChance)"))
        }
        if let (what, isOne) = Self.counted(stays) {
            let verbs = isOne ? "was not sent: it stays" : "were not sent: they stay"
            lines.append(UntrustedText("\(what) \(verbs) in the outbox"))
        }
        let isBehind = account.store.read { $0.hasUnsavedChanges }
        if isBehind, entries.allSatisfy(\.isSaved) {
            let what = "what was discarded or deleted last"
            lines.append(UntrustedText("the outbox's disk did not take \(what): it may be back"))
        }
        // What no disk took is shown once more: this is the last chance to copy it.
        for entry in entries where !entry.isSaved {
            let words = MutationWords(entry.mutation, kindName: entry.kindName)
            lines.append(UntrustedText("not sent, and the outbox's disk did not take it: \(words.what)"))
            if let text = entry.mutation?.typedText {
                lines += text.raw.split(separator: "\n").map { UntrustedText("  \($0)") }
            }
        }
        return lines
    }

    /// "2 comments", and whether it is one; nil for none.
    private static func counted(_ entries: [OutboxEntry<Connection>]) -> (words: String, isOne: Bool)? {
        guard !entries.isEmpty else { return nil }
        let what = entries.allSatisfy { $0.mutation is AddComment } ? "comment" : "change"
        return ("\(entries.count) \(what)\(entries.count == 1 ? "" : "s")", entries.count == 1)
    }

    /// Says that what can be sent is being sent before leaving.
    package func leave() {
        let waiting = account.store.read { $0.pendingCount }
        notice = waiting == 0 ? nil : .sendingBeforeLeaving(waiting)
    }

    /// Says something that is no answer to a key. It stands until the next one.
    package func tell(_ notice: Notice) { self.notice = notice }

    /// Whether a reader has to make an account first; what was asked for is done afterwards.
    func needsAccount(for action: ItemAction) -> Bool {
        needsAccount(for: .item(action))
    }

    func needsAccount(for intent: Intent) -> Bool {
        guard account.session == nil else { return false }
        wish = intent
        openForm(.signUp, reason: .needed)
        return true
    }

    /// Does what a reader had asked for, once the account sees what it was about.
    func fulfilWish() -> [Command] {
        guard let wish, account.session != nil, signIn == nil else { return [] }
        guard wish == .addPost || (focus == .post ? isThreadThere(for: wish) : feed.selectedPost != nil) else {
            return []
        }
        self.wish = nil
        return handle(wish)
    }

    private func isThreadThere(for wish: Intent) -> Bool {
        guard let post else { return false }
        let isThere = account.store.read { $0.item(post.post) != nil }
        return isThere && (wish == .item(.comment) || post.reading.wasRead)
    }

    func askToSignOut() -> [Command] {
        guard account.session != nil else {
            openForm(.signIn, reason: .asked)
            return []
        }
        // Also when nothing waits: it is one letter among many, and signing in again takes a password.
        question = .signOut(waiting: account.store.read { $0.outbox.count })
        return []
    }

    /// A text that is discarded here comes back to no composer: that is asked about once more.
    func discardAndSignOut() -> [Command] {
        let texts = account.store.read { visible in visible.outbox.count { $0.mutation?.typedText != nil } }
        guard texts > 0 else { return [.signOut(discarding: true)] }
        question = .discardAtSignOut(texts: texts)
        return []
    }
}
