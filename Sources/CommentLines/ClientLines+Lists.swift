import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

/// Words that list, and words that show how things stand.
extension ClientLines {
    func listPosts(_ client: ClientPresenter) {
        guard canRead(client) else {
            return say("reading needs an account here: sign-up NAME makes one, sign-in NAME uses one")
        }
        (listsThread, listsRooms, asksOlder) = (false, false, false)
        let page = feed.list()
        if case .failed(let reason) = frame.feed.reading { complain("posts could not be read: \(reason.raw)") }
        if case .closed(let trouble) = frame.feed.reading { complain("\(trouble.sentence) rooms lists the rooms") }
        if page.isEmpty, frame.feed.reading == .whole { say("no posts yet: post TITLE writes the first one") }
        sayPosts(page)
        if hasMore(feed.older.count, frame.feed.reading) { say("more shows older ones") }
    }

    private func sayPosts(_ page: [PostItem]) {
        for post in page {
            say(items.post(post, feed.numbers[post.id] ?? 0, hasDraft: frame.feed.withDraft.contains(post.id)))
        }
    }

    func listComments() {
        guard opened != nil, let post = frame.post else { return complain("open a post first: open N") }
        (listsThread, listsRooms, asksOlder) = (true, false, false)
        let page = thread.list()
        let told = page.count { !$0.isDeleted }
        if case .failed(let reason) = post.reading { complain("comments could not be read: \(reason.raw)") }
        if post.reading == .missing { complain("there is no such post") }
        if case .closed(let trouble) = post.reading { complain(trouble.sentence) }
        if page.isEmpty {
            if post.reading == .whole { say("no comments yet: comment TEXT writes the first one") }
        } else if hasMore(thread.older.count, post.reading) {
            // Deleted ones have a line here for their replies, and count nowhere.
            let known = thread.rows.count { !$0.isDeleted }
            say("the last \(told) of \(max(post.post.comments, known)) comments; more shows older ones")
        } else {
            say(told == 1 ? "1 comment" : "\(told) comments")
        }
        for item in page { say(line(item, isNews: false)) }
    }

    private func hasMore(_ untold: Int, _ reading: ReadingWords) -> Bool { untold > 0 || reading == .more }

    func listMore(_ client: ClientPresenter) {
        if listsRooms { return askForMoreRooms(client) }
        let reading = listsThread ? frame.post?.reading ?? .whole : frame.feed.reading
        if listsThread, !thread.older.isEmpty {
            asksOlder = false
            for item in thread.listMore() { say(line(item, isNews: false)) }
        } else if !listsThread, !feed.older.isEmpty {
            asksOlder = false
            sayPosts(feed.listMore())
        } else if reading == .whole || reading == .missing {
            asksOlder = false
            say("there is nothing older")
        } else if !asksOlder {
            (asksOlder, held) = (true, .more)
            readOlder(client)
        } else {
            asksOlder = false
            if case .failed(let reason) = reading { complain("older ones could not be read: \(reason.raw)") }
            if case .closed(let trouble) = reading { complain(trouble.sentence) }
        }
    }

    /// The presenters read on when the selection comes near the end of what was read.
    private func readOlder(_ client: ClientPresenter) {
        if listsThread { return want(.move(.first), client) }
        if frame.isPostInFront { want(.otherPane, client) }
        want(.move(.last), client)
        if frame.isPostInFront { want(.otherPane, client) }
    }

    func open(_ number: Int, _ client: ClientPresenter) {
        guard let id = feed.numbers.id(of: number) else {
            return complain("there is no post \(number): posts lists them")
        }
        guard feed.rows.contains(where: { $0.id == id }) || id == opened else {
            return complain("post \(number) is gone: posts lists the others")
        }
        client.closePanels()
        if id == opened {
            if let post = frame.post { say(items.openedPost(post.post, number)) }
            return listComments()
        }
        show(id, client)
    }

    /// The comment that has the number; nil, and a complaint, if there is none.
    func comment(_ number: Int) -> CommentItem? {
        guard opened != nil else {
            complain("open a post first: open N")
            return nil
        }
        guard let id = thread.numbers.id(of: number) else {
            complain("there is no comment \(number): comments lists them")
            return nil
        }
        let item = thread.rows.first { $0.id == id }
        if item == nil { complain("comment \(number) is gone") }
        return item
    }

    func listOutbox() {
        guard !frame.pending.isEmpty else {
            let isReader = frame.status.name == nil
            return say(
                isReader
                    ? "nothing waits here: an account has an outbox of its own" : "nothing waits: everything was sent")
        }
        for item in frame.pending {
            let name = "o\(outboxNumbers.give(to: item.id))"
            let remedy = ItemLines.remedy(item.remedy, name)
            say("\(name) \(sentence(item))\(remedy)")
        }
    }

    func sayStatus() {
        let status = frame.status
        var facts = [status.place.raw, status.name.map { "as \($0.raw)" } ?? "not signed in"]
        facts.append(status.connection ?? (frame.feed.wasRead ? "online" : "connecting"))
        if let network = status.network { facts.append("network \(network)") }
        if let waited = status.waited {
            facts.append("waited \(waited.here) here, \(waited.there) the other way")
        }
        if status.isUnsaved { facts.append("the disk takes nothing") }
        if status.pending > 0 { facts.append("\(status.pending) pending") }
        if status.failed > 0 { facts.append("\(status.failed) failed") }
        say(facts.joined(separator: ", "))
    }
}

extension ClientLines {
    /// A comment as it is listed, or told of.
    func line(_ item: CommentItem, isNews: Bool) -> [DisplayText] {
        items.comment(item, number(item), under: parent(of: item), isNews: isNews)
    }

    func number(_ item: CommentItem) -> Int { thread.numbers[item.id] ?? 0 }

    /// Replies stand under the comment that they answer.
    private func parent(of item: CommentItem) -> Int? {
        guard item.isReply, let index = thread.rows.firstIndex(where: { $0.id == item.id }) else { return nil }
        return thread.rows[..<index].last { !$0.isReply }.map(number)
    }

    /// What a mutation is about, as a sentence begins with it, and under what name words find it.
    func subject(_ item: PendingItem) -> (sentence: String, name: String?) {
        switch item.subject {
        case .comment(let ref):
            if opened != nil, let number = thread.numbers[ref] { return ("comment \(number)", "\(number)") }
        case .post(let ref):
            if ref == opened { return ("the post", "post") }
            if let number = feed.numbers[ref] { return ("post \(number)", nil) }
        case .unknown: break
        }
        return (item.name.raw, nil)
    }

    /// What it does to its record, where that is not to make it; the words of trouble say it themselves.
    func kind(_ item: PendingItem) -> String {
        // The longer name says it: "your edit “So blue!”".
        let isNumbered = subject(item).sentence != item.name.raw
        return item.isCreation || !isNumbered ? "" : " \(item.what.raw)"
    }

    /// What it is, and how it stands.
    private func sentence(_ item: PendingItem) -> String {
        let subject = subject(item).sentence
        return "\(subject) \((subject == item.name.raw ? item.wordsBehindName : item.words).raw)"
    }

    /// How it stands, in a sentence.
    func standing(_ item: PendingItem) -> String {
        let name = subject(item).name
        let known = name ?? (item.remedy == nil ? nil : "o\(outboxNumbers.give(to: item.id))")
        return "\(sentence(item))\(ItemLines.remedy(item.remedy, known))"
    }
}
