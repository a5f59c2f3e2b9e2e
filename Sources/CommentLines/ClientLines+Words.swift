import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

extension ClientLines {
    /// Whether a word can be done now: what is about a list waits until that was read.
    func isReady(_ word: Word, _ client: ClientPresenter) -> Bool {
        guard canRead(client) else { return true }
        switch word {
        case .posts, .open: return frame.feed.reading != .loading
        case .comments, .read: return isThreadRead
        case .more:
            if !listsThread {
                return asksOlder ? isOlderThere(feed.older.count, frame.feed.reading) : frame.feed.reading != .loading
            }
            guard let post = frame.post, asksOlder else { return isThreadRead }
            return isOlderThere(thread.older.count, post.reading)
        case .reply, .comment: return isThreadRead
        case .favourite(let target, _), .edit(let target, _), .delete(let target), .retry(let target),
            .discard(let target), .keep(let target):
            if case .outbox = target { return true }
            return isThreadRead
        case .wait: return frame.feed.reading != .loading && isThreadRead && !pending.isSomethingOnItsWay
        case .addPost, .undo, .retryAll, .outbox, .status, .signIn, .signUp, .signOut, .network, .refuse,
            .automaticRetry, .switchWay, .rooms, .room, .help, .quit:
            return true
        }
    }

    /// Whether there is no open post that is still waited for.
    var isThreadRead: Bool { opened == nil ? !frame.isPostInFront : frame.post?.reading != .loading }

    /// An older page was asked for: it is there, or will not come.
    private func isOlderThere(_ count: Int, _ reading: ReadingWords) -> Bool {
        switch reading {
        case .whole, .failed, .missing, .closed: true
        case .more, .loading: count > 0
        }
    }

    func canRead(_ client: ClientPresenter) -> Bool {
        !client.needsRoom && client.account.session != nil || !client.account.limits.readingNeedsSignIn
    }

    /// Does a word.
    func perform(_ word: Word, _ client: ClientPresenter) {
        if word.needsAccount, client.account.session == nil {
            return complain("that needs an account: sign-up NAME makes one, sign-in NAME uses one")
        }
        if client.needsRoom, client.account.session != nil, word.isAboutRoom {
            return complain("open a room first: rooms lists them, room N opens one")
        }
        switch word {
        case .more, .rooms, .room: break
        case _: leaveRooms(client)
        }
        switch word {
        case .posts: listPosts(client)
        case .open(let number): open(number, client)
        case .comments: listComments()
        case .more: listMore(client)
        case .read(let number):
            if let item = comment(number) { say(line(item, isNews: false)) }
        case .comment(let text):
            guard opened != nil else { return complain("open a post first: open N") }
            write(.item(.comment), about: .post, text, client)
        case .reply(let number, let text):
            if let item = comment(number) { write(.item(.reply), about: .comment(item.id), text, client) }
        case .addPost(let text): write(.addPost, about: nil, text, client)
        case .favourite(let target, let wish): favourite(target, wish: wish, client)
        case .edit(let target, let text): edit(target, text, client)
        case .delete(let target): act(.item(.delete), on: target, client)
        case .undo: want(.app(.undo), client)
        case .retry(let target): retry(target, client)
        case .retryAll: retryAll(client)
        case .discard(let target):
            takesAway = "discarded"
            act(.item(.discard), on: target, client)
        case .keep(let target): act(.item(.keep), on: target, client)
        case .outbox: listOutbox()
        case .wait: break
        case .status: sayStatus()
        case .signIn(let name): ask(.signIn, name, client)
        case .signUp(let name): ask(.signUp, name, client)
        case .signOut:
            guard client.account.session != nil else { return complain("you are not signed in") }
            client.closePanels()
            want(.signOut, client)
        case .rooms: askForRooms(client)
        case .room(let name): openRoom(name, client)
        case .network(let preset): chooseNetwork(preset, client)
        case .refuse:
            guard frame.status.network != nil else { return noNetwork() }
            want(.network(.refuseNext), client)
        case .automaticRetry(let isOn): setAutomaticRetry(isOn, client)
        case .switchWay:
            guard client.account.waiting != nil else { return complain("the waiting way is in the demo only") }
            want(.app(.switchWay), client)
        case .help:
            let width = WordList.all.map(\.usage.count).max() ?? 0
            for entry in WordList.all {
                say(entry.usage + String(repeating: " ", count: width + 2 - entry.usage.count) + entry.meaning)
            }
        case .quit:
            giveUpWaiting(client)
            want(.app(.quit), client)
        }
    }

    // MARK: Items

    /// Selects what a word is about; false, and a complaint, if it is not there.
    private func select(_ target: Word.Target, _ client: ClientPresenter) -> Bool {
        switch target {
        case .comment(let number):
            guard let item = comment(number) else { return false }
            if client.select(.comment(item.id)) { return true }
            complain("comment \(number) is gone")
        case .post:
            if opened != nil, client.select(.post) { return true }
            complain("open a post first: open N")
        case .outbox(let number):
            if let id = outboxNumbers.id(of: number), client.select(.outboxEntry(id)) { return true }
            complain("there is no o\(number) in the outbox: outbox lists it")
        }
        return false
    }

    private func act(_ intent: Intent, on target: Word.Target, _ client: ClientPresenter) {
        if select(target, client) { want(intent, client) }
    }

    /// What failed and what waits on it.
    private func entries(on target: Word.Target) -> [PendingItem] {
        let subject: PendingItem.Subject?
        switch target {
        case .comment(let number): subject = thread.numbers.id(of: number).map { .comment($0) }
        case .post: subject = opened.map { .post($0) }
        case .outbox(let number):
            return outboxNumbers.id(of: number).map { id in frame.pending.filter { $0.id == id } } ?? []
        }
        return frame.pending.filter { $0.subject == subject }
    }

    private func retry(_ target: Word.Target, _ client: ClientPresenter) {
        guard select(target, client) else { return }
        let entries = entries(on: target)
        guard !entries.isEmpty else { return complain("nothing of it failed or waits") }
        guard !entries.allSatisfy(\.isBeingSent) else { return say("it is being sent") }
        want(.activate, client)
        let isStuck = entries.allSatisfy { item in
            switch item.loadingState {
            case .loading(.blocked), .loading(.needsSignIn), .loading(.quarantined): true
            case .loading, .failure: false
            }
        }
        if isStuck { for item in entries { complain(standing(item)) } }
    }

    private func retryAll(_ client: ClientPresenter) {
        guard frame.pending.contains(where: { if case .failure = $0.loadingState { true } else { false } }) else {
            return say("nothing failed")
        }
        client.closePanels()
        want(.showOutbox, client)
        want(.retryAll, client)
        client.closePanels()
    }

    private func favourite(_ target: Word.Target, wish: Bool, _ client: ClientPresenter) {
        let isFavourited: Bool
        switch target {
        case .comment(let number):
            guard let item = comment(number) else { return }
            isFavourited = item.isFavourited
        case .post:
            guard let post = frame.post?.post, opened != nil else { return complain("open a post first: open N") }
            isFavourited = post.isFavourited
        case .outbox: return complain("it is: favourite N|post")
        }
        let name = if case .comment(let number) = target { "comment \(number)" } else { "the post" }
        if isFavourited == wish {
            return say("\(name) is \(wish ? "your favourite already" : "no favourite of yours")")
        }
        act(.item(.toggleFavourite), on: target, client)
    }

    private func edit(_ target: Word.Target, _ text: String?, _ client: ClientPresenter) {
        guard select(target, client) else { return }
        switch target {
        case .comment(let number): replaced = thread.numbers.id(of: number).map { .comment($0) }
        case .post:
            replaced = opened.map { .post($0) }
            // What stands under the title stays.
            let body = frame.post?.post.text.raw ?? ""
            return write(.item(.edit), about: .post, text.map { body.isEmpty ? $0 : "\($0)\n\(body)" }, client)
        case .outbox: break
        }
        write(.item(.edit), about: nil, text, client)
    }

    /// Writes what is said in the same line, or begins to take lines.
    private func write(_ intent: Intent, about named: Named?, _ text: String?, _ client: ClientPresenter) {
        if let named {
            guard client.select(named) else { return complain("it is gone") }
        }
        guard let text else {
            opensText = true
            return want(intent, client)
        }
        forgetNotice()
        let (commands, refused) = client.handle(intent, writing: text)
        want(commands)
        if let refusal = refused?.refusal { complain(refusal) }
        showWritten(client)
    }

    /// A post that was just written is the open one.
    func showWritten(_ client: ClientPresenter) {
        guard client.composedText == nil, let post = client.openedPost, case .created = post, post != opened,
            feed.numbers[post] == nil
        else { return }
        show(post, client)
    }

    // MARK: Accounts

    private func ask(_ mode: SignInPresenter.Mode, _ name: String?, _ client: ClientPresenter) {
        asking = name.map { .password(mode, name: $0) } ?? .name(mode)
    }
}

extension PendingItem {
    fileprivate var isBeingSent: Bool { loadingState == .loading(.sending) }
}

extension Word {
    /// Whether it waits for the comments of the open post.
    var isAboutComments: Bool {
        switch self {
        case .comments, .more, .read, .comment, .reply, .favourite, .edit, .delete, .retry, .discard, .keep: true
        case .posts, .open, .addPost, .undo, .retryAll, .outbox, .wait, .status, .signIn, .signUp, .signOut, .network,
            .refuse, .automaticRetry, .switchWay, .rooms, .room, .help, .quit:
            false
        }
    }

    /// Whether it writes.
    fileprivate var needsAccount: Bool {
        switch self {
        case .comment, .reply, .addPost, .favourite, .edit, .delete, .undo, .retry, .retryAll, .discard, .keep: true
        case .posts, .comments, .more, .open, .read, .outbox, .wait, .status, .signIn, .signUp, .signOut, .network,
            .refuse, .automaticRetry, .switchWay, .rooms, .room, .help, .quit:
            false
        }
    }

    /// Whether it is about what stands in a room.
    fileprivate var isAboutRoom: Bool {
        switch self {
        case .comment, .reply, .addPost, .favourite, .edit, .delete, .undo, .retry, .retryAll, .discard, .keep, .posts,
            .comments, .open, .read, .outbox:
            true
        case .more, .wait, .status, .signIn, .signUp, .signOut, .network, .refuse, .automaticRetry, .switchWay, .rooms,
            .room, .help, .quit:
            false
        }
    }
}
