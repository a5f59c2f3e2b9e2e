import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

/// What is different from what was told, in lines.
extension ClientLines {
    /// - Parameter isIn: Whether a sign-in has just succeeded, perhaps of the same account again.
    func tellSession(_ isIn: Bool) {
        guard isIn || frame.status.name != name else { return }
        name = frame.status.name
        awaitsSignOut = false
        if let name { say("You are signed in as \(name.raw).") }
        feed.pause()
        thread.pause()
        pending.forget()
        composing = nil
        // Where one reads with an account only, there is something to list at last.
        if name != nil, feed.rows.isEmpty { greet() }
    }

    /// - Returns: whether the form has succeeded.
    func tellForm(_ client: ClientPresenter) -> Bool {
        guard let form = frame.signIn else {
            defer { formProgress = nil }
            return formProgress != nil
        }
        guard form.isRunning else {
            formProgress = nil
            askForMore(form, client)
            return false
        }
        var progress = formProgress ?? (ProgressLines(form.mode), client.now, .zero)
        let elapsed = client.now - progress.begun
        if elapsed >= progress.next {
            say(progress.lines.line(after: elapsed))
            progress.next = progress.lines.next(after: elapsed)
        }
        formProgress = progress
        let next = progress.begun + progress.next
        nextChange = min(nextChange ?? next, next)
        return false
    }

    func tellConnection() {
        let now: Connected =
            switch frame.status.connection {
            case nil: .yes
            case "needs sign-in"?: .needsSignIn
            case .some: .no
            }
        guard now != connection else { return }
        connection = now
        switch now {
        case .yes: say("connection: online again")
        case .no: say("connection: \(frame.status.connection ?? "")")
        case .needsSignIn:
            let what = name.map { "your session has ended. sign-in \($0.raw); nothing is lost" }
            say("needs sign-in: \(what ?? "sign-in NAME uses an account, sign-up NAME makes one")")
        }
    }

    func tellFeed() {
        let window = frame.feed.posts
        let isWhole = window.rows.count == window.count
        for change in feed.take(window.rows, isWhole: isWhole, replaced: replaced?.post, heirs: { $0.id.isNew }) {
            switch change {
            case .appeared(let post): say(items.post(post, feed.numbers[post.id] ?? 0, hasDraft: false))
            case .returned(let post):
                say("post \(feed.numbers[post.id] ?? 0) is back: \(post.title.raw)")
            case .gone(let post):
                guard post.id != opened else { break }
                say("post \(feed.numbers[post.id] ?? 0) \(takesAway ?? "deleted")\(undoWords)")
            case .changed(let old, let post):
                // The open one is told of by its own lines.
                guard post.id != opened, old.id != opened, old.title != post.title else { break }
                guard old.isRead else {
                    say(items.post(post, feed.numbers[post.id] ?? 0, hasDraft: false))
                    break
                }
                say("post \(feed.numbers[post.id] ?? 0) is now called: \(post.title.raw)")
            }
        }
        if !feed.isListed, !greets, held != .posts, frame.feed.reading != .loading { feed.resume() }
    }

    func tellPost(_ client: ClientPresenter) {
        guard frame.isPostInFront else {
            guard let opened else { return }
            if client.account.store.read({ $0.item(opened) != nil }) { return show(opened, client) }
            say("the post \(takesAway ?? "was deleted")\(undoWords). posts lists the others.")
            self.opened = nil
            listsThread = false
            return
        }
        // An account that has just begun to read does not have it yet.
        guard let post = frame.post, post.post.isRead || post.reading != .loading else { return }
        if let old = replaced?.post, old == opened, feed.numbers[old] == nil { opened = post.post.id }
        if post.post.id != opened { return openPost(post) }
        tell(post.post)
        tellThread(post)
    }

    /// Puts a post in front.
    func show(_ post: Ref<Post>, _ client: ClientPresenter) {
        client.show(post: post)
        want(client.update())
    }

    private func openPost(_ post: PostModel) {
        opened = post.post.id
        shownPost = post.post
        thread = ListTeller(newestIsLast: true)
        listsThread = true
        asksOlder = false
        say(items.openedPost(post.post, feed.giveNumber(to: post.post.id)))
        listsNext = true
        _ = thread.take(rows(of: post), isWhole: isWhole(post))
    }

    private func tell(_ post: PostItem) {
        guard post.isRead else { return }
        defer { shownPost = post }
        guard let old = shownPost else { return }
        guard old.isRead else { return say(items.openedPost(post, feed.giveNumber(to: post.id))) }
        if old.title != post.title || old.text != post.text {
            say("the post now reads: \(post.title.raw)")
            if !post.text.raw.isEmpty { say(paper.indented(post.text)) }
        }
        if old.isFavourited != post.isFavourited, !post.hasFailure {
            say("the post is \(post.isFavourited ? "" : "no longer ")your favourite, \(post.favourites) in all")
        }
    }

    private func tellThread(_ post: PostModel) {
        let changes = thread.take(
            rows(of: post), isWhole: isWhole(post), replaced: replaced?.comment, heirs: { $0.id.isNew })
        for change in changes {
            switch change {
            case .appeared(let item): say(line(item, isNews: true))
            case .returned(let item): say(paper.text(item.text, behind: "comment \(number(item)) is back:"))
            case .gone(let item): say("comment \(number(item)) \(takesAway ?? "was deleted")\(undoWords)")
            case .changed(let old, let item): tell(item, was: old)
            }
        }
        if !thread.isListed, !listsNext, post.reading != .loading { thread.resume() }
    }

    private func rows(of post: PostModel) -> [CommentItem] {
        post.thread.rows.compactMap { if case .comment(let item) = $0 { item } else { nil } }
    }

    private func isWhole(_ post: PostModel) -> Bool { post.thread.rows.count == post.thread.count }

    private func tell(_ item: CommentItem, was old: CommentItem) {
        if item.isDeleted != old.isDeleted {
            say("comment \(number(item)) \(item.isDeleted ? takesAway ?? "was deleted" : "is back")\(undoWords)")
        } else if item.text != old.text {
            say(paper.text(item.text, behind: "comment \(number(item)) now reads:"))
        }
        if old.isFavourited != item.isFavourited, !item.hasFailure {
            let words = item.isFavourited ? "is your favourite" : "is no longer your favourite"
            say("comment \(number(item)) \(words), \(item.favourites) in all")
        }
    }

    /// How long a deletion that has just been asked for can be taken back.
    private var undoWords: String {
        guard takesAway == "deleted", case .undoable(let seconds)? = frame.status.notice else { return "" }
        return ". undo takes it back for \(seconds) s"
    }

    func tellPending(_ client: ClientPresenter) {
        for change in pending.take(frame.pending, isOwnDoing: isOwnDoing, hasArrived: client.hasArrived) {
            switch change {
            case .stands(let item): say(standing(item))
            case .goesAgain(let item): say("\(subject(item).sentence)\(kind(item)) is sent again")
            case .arrived(let item): say("\(subject(item).sentence)\(kind(item)) sent")
            // The row that it made tells of it by going.
            case .gone(let item) where item.isCreation && subject(item).sentence != item.name.raw: break
            case .gone(let item):
                if takesAway == "discarded" { say("\(subject(item).sentence)\(kind(item)) discarded") }
            }
        }
    }

    /// What is written is nowhere but on the screen: that is no matter of one line.
    func tellDisk() {
        guard frame.status.isUnsaved != wasUnsaved else { return }
        wasUnsaved = frame.status.isUnsaved
        say(wasUnsaved ? "the disk takes nothing: what is done now is not saved" : "everything is on disk again")
    }

    func tellNotice() {
        let new = frame.status.notice
        guard new != notice else { return }
        notice = new
        if let sentence = new?.sentence { say(sentence) }
    }

    func tellQuestion(_ client: ClientPresenter) {
        let asked = frame.question
        guard asked != question else { return }
        question = asked
        guard let asked else { return }
        let about = asked.about + (asked.givesTextBack ? ["What was written is kept as a draft."] : [])
        say(([asked.sentence] + about + [asked.answers].compactMap(\.self)).joined(separator: " "))
        if asked.answers == nil {
            hasMistakes = true
            question = nil
            client.closePanels()
        }
    }

    /// A question that is asked; nil if none is.
    var asked: Question? { question }
    func forgetQuestion() { question = nil }
}

extension Ref {
    /// Whether this account has made it, in this run or an earlier one.
    fileprivate var isNew: Bool {
        switch self {
        case .created: true
        case .server: false
        }
    }
}

extension CommentItem {
    fileprivate var hasFailure: Bool { marks.contains { $0.tone == .failed } }
}

extension PostItem {
    fileprivate var hasFailure: Bool { marks.contains { $0.tone == .failed } }
}
