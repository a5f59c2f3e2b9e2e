import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

/// The client in lines: words to intents, the differences of frames to lines. Nothing that was printed is touched again;
/// owned by the loop's one thread.
package final class ClientLines {
    /// What the next line will be taken for.
    package enum Prompt: Hashable, Sendable {
        case word, text, answer, name
        /// Not to be shown while it is typed.
        case password
        case token, terms

        package var text: String {
            switch self {
            case .word: "rakkan> "
            case .text: "text> "
            case .answer: "answer> "
            case .name: "Name: "
            case .password: "Password: "
            case .token: "Token: "
            case .terms: "Agree (yes or no)? "
            }
        }
    }

    /// What a form still asks for.
    enum Asking {
        case name(SignInPresenter.Mode)
        case password(SignInPresenter.Mode, name: String)
        /// What the place wants besides; the form stays open with the rest.
        case token, terms
    }

    /// What may be written anew under another identity: it goes by the same number.
    enum Replaced {
        case comment(Ref<Comment>)
        case post(Ref<Post>)

        var comment: Ref<Comment>? { if case .comment(let ref) = self { ref } else { nil } }
        var post: Ref<Post>? { if case .post(let ref) = self { ref } else { nil } }
    }

    /// A text that comes in lines.
    struct Composing {
        /// The first line takes the place of what is there.
        var replaces: Bool
        /// What it writes anew, if that has failed.
        let replaced: Replaced?
        /// Nothing was typed yet.
        var isUntouched = true
    }

    let paper: Paper
    let items: ItemLines
    var feed = ListTeller<PostItem>(newestIsLast: false)
    var thread = ListTeller<CommentItem>(newestIsLast: true)
    var pending = PendingTeller()
    var outboxNumbers = Numbers<MutationID>()
    /// The post whose comments have the numbers.
    var opened: Ref<Post>?
    /// What `more` goes on with.
    var listsThread = false
    var asking: Asking?
    var composing: Composing?
    /// What was said and waits for a list to be read, or for what is on its way.
    var held: Word?
    /// The rooms as they were listed, and whether `more` goes on with them.
    var listedRooms: [RoomItem] = []
    var listsRooms = false
    /// Whether a list of rooms was asked for.
    var awaitsRooms = false
    var openedRoom: String?
    /// What was last said of what stands above all.
    private var banner: String?
    /// Whether the comments of a post that was just opened are listed as soon as they were read.
    var listsNext = false
    /// Whether a sign-out is on its way: what is said next is said by a reader.
    var awaitsSignOut = false
    /// Whether `more` has asked for an older page.
    var asksOlder = false
    /// What the word that was just said takes off the lists: "deleted".
    var takesAway: String?
    /// What the word that was just said writes anew.
    var replaced: Replaced?
    var isOwnDoing = false
    /// Whether the word that was just said goes on in lines of its own.
    var opensText = false
    private var commands: [Command] = []
    /// Whether the words so far could all be done.
    package internal(set) var hasMistakes = false
    var frame: Frame
    private var lines: [DisplayText] = []
    private var name: UntrustedText?
    private var connection: Connected = .yes
    private var notice: Notice?
    private var question: Question?
    var lastRefusal: String?
    /// Whether the text was too long when it was last looked at, and whether it was meant to be sent.
    var wasOver = false
    var sends = false
    private var formProgress: (lines: ProgressLines, begun: Timestamp, next: Duration)?
    /// When ``look(_:)`` has something to do although nothing happens.
    package private(set) var nextChange: Timestamp?

    private enum Connected { case yes, no, needsSignIn }

    /// - Parameters:
    ///   - words: What our own sentences are written in.
    ///   - texts: What everyone else's may be written in.
    package init(_ client: ClientPresenter, words: Repertoire = .unicode, texts: Repertoire = .unicode) {
        paper = Paper(words: words, texts: texts)
        items = ItemLines(paper: paper)
        frame = client.frame(Self.request)
        name = frame.status.name
        openedRoom = client.openedRoom
    }

    /// Longer lists than anyone reads line by line.
    private static var request: FrameRequest {
        var request = FrameRequest(rows: 10_000)
        request.tellsPending = true
        return request
    }

    // MARK: - What the program around it asks

    /// The lines that are to be printed now, each by itself.
    package func takeLines() -> [DisplayText] {
        defer { lines = [] }
        return lines
    }

    /// Has something said that comes from around the client.
    package func tell(_ mistake: String) { complain(mistake) }

    /// Whether the next line can be understood. Else it has to wait: what was said before needs an answer first.
    package var takesLine: Bool {
        held == nil && !listsNext && !awaitsSignOut && !awaitsRooms && frame.signIn?.isRunning != true
            && frame.focus != .waiting
    }

    package var prompt: Prompt {
        switch asking {
        case .name: return .name
        case .password: return .password
        case .token: return .token
        case .terms: return .terms
        case nil: break
        }
        if composing != nil { return .text }
        return question != nil ? .answer : .word
    }

    /// What is to be said before anything is asked.
    package func begin(_ client: ClientPresenter) -> [Command] {
        if !frame.isPostInFront { held = startingWord(client) }
        banner = frame.banner
        if let banner { say(banner) }
        if let name = frame.status.name {
            say("\(frame.status.place.raw), as \(name.raw). help lists the words.")
        } else {
            say(
                "\(frame.status.place.raw). You are not signed in: sign-up NAME makes an account, sign-in NAME uses one."
            )
            say("help lists the words.")
        }
        return look(client)
    }

    /// Tells what is different from what was told.
    package func look(_ client: ClientPresenter) -> [Command] {
        _ = client.skipPicture()
        frame = client.frame(Self.request)
        nextChange = frame.nextChange
        let isIn = tellForm(client)
        tellSession(isIn, client)
        tellRoom(client)
        if frame.banner != banner {
            banner = frame.banner
            if let banner { say(banner) }
        }
        tellRooms(client)
        tellConnection()
        tellFeed()
        tellPost(client)
        tellPending(client)
        tellNotice()
        tellQuestion(client)
        tellComposer(client)
        (takesAway, replaced, isOwnDoing, opensText) = (nil, nil, false, false)
        if question == nil, composing == nil, frame.signIn == nil { client.closePanels() }
        if listsNext, isThreadRead {
            listsNext = false
            listComments()
        }
        if let word = held, isReady(word, client) {
            held = nil
            beginWord()
            perform(word, client)
            return look(client)
        }
        defer { commands = [] }
        return commands
    }

    /// What came of it is performed when the look is over.
    func want(_ intent: Intent, _ client: ClientPresenter) {
        forgetNotice()
        commands += client.handle(intent)
    }

    func want(_ asked: [Command]) { commands += asked }

    // MARK: - Saying

    func say(_ sentence: String) { lines.append(paper.line(sentence)) }
    func say(_ more: [DisplayText]) { lines += more }

    /// What was said can't be done.
    func complain(_ sentence: String) {
        hasMistakes = true
        say(sentence)
    }

    func beginWord() { isOwnDoing = true }

    /// What is said of the next intent is said also if it was said of the one before.
    func forgetNotice() { notice = nil }

    // MARK: - Telling

    /// - Parameter isIn: Whether a sign-in has just succeeded, perhaps of the same account again.
    private func tellSession(_ isIn: Bool, _ client: ClientPresenter) {
        guard isIn || frame.status.name != name else { return }
        name = frame.status.name
        awaitsSignOut = false
        if let name { say("You are signed in as \(name.raw).") }
        feed.pause()
        thread.pause()
        pending.forget()
        composing = nil
        // Where one reads with an account only, there is something to list at last.
        if name != nil, feed.rows.isEmpty { held = held ?? startingWord(client) }
    }

    /// What is said before anybody says anything.
    private func startingWord(_ client: ClientPresenter) -> Word {
        client.needsRoom && client.account.session != nil ? .rooms : .posts
    }

    /// - Returns: whether the form has succeeded.
    private func tellForm(_ client: ClientPresenter) -> Bool {
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

    private func tellConnection() {
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

    private func tellFeed() {
        let window = frame.feed.posts
        let isWhole = window.rows.count == window.count
        for change in feed.take(window.rows, isWhole: isWhole, replaced: replaced?.post) {
            switch change {
            case .appeared(let post): say(items.post(post, feed.numbers[post.id] ?? 0, hasDraft: false))
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
        if !feed.isListed, held != .posts, frame.feed.reading != .loading { feed.resume() }
    }

    private func tellPost(_ client: ClientPresenter) {
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

    private var shownPost: PostItem?

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
        let changes = thread.take(rows(of: post), isWhole: isWhole(post), replaced: replaced?.comment)
        for change in changes {
            switch change {
            case .appeared(let item): say(line(item, isNews: true))
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

    private func tellPending(_ client: ClientPresenter) {
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

    private func tellNotice() {
        let new = frame.status.notice
        guard new != notice else { return }
        notice = new
        if let sentence = new?.sentence { say(sentence) }
    }

    private func tellQuestion(_ client: ClientPresenter) {
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

extension CommentItem {
    fileprivate var hasFailure: Bool { marks.contains { $0.tone == .failed } }
}

extension PostItem {
    fileprivate var hasFailure: Bool { marks.contains { $0.tone == .failed } }
}
