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

        /// What an answer to it would have been.
        var meaning: String {
            switch self {
            case .word: "a word"
            case .text: "the text"
            case .answer: "the answer"
            case .name: "the name"
            case .password: "the password"
            case .token: "the token"
            case .terms: "your agreement"
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
    /// The line in which it was said; nil for what nobody has said.
    var heldLine: String?
    /// The rooms as they were listed, and whether `more` goes on with them.
    var listedRooms: [RoomItem] = []
    var listsRooms = false
    /// Whether a list of rooms was asked for.
    var awaitsRooms = false
    var openedRoom: String?
    /// What was last said of what stands above all.
    private var banner: String?
    /// Whether the posts are still to be listed, as is done at the beginning without being asked.
    private(set) var greets = false
    /// Since when a list is waited for, and whether that was said.
    private var waits: (since: Timestamp, isSaid: Bool)?
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
    var name: UntrustedText?
    /// The open post as it was told.
    var shownPost: PostItem?
    var connection: Connected = .yes
    var notice: Notice?
    var question: Question?
    var wasUnsaved = false
    var lastRefusal: String?
    /// Whether the text was too long when it was last looked at, and whether it was meant to be sent.
    var wasOver = false
    var sends = false
    var formProgress: (lines: ProgressLines, begun: Timestamp, next: Duration)?
    /// When ``look(_:)`` has something to do although nothing happens.
    package internal(set) var nextChange: Timestamp?

    enum Connected { case yes, no, needsSignIn }

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

    /// How long a list may take before it is said that it is being read.
    private static let patience = Duration.seconds(1)
    /// How long a script waits for what is listed at the beginning.
    private static let longestGreeting = Duration.seconds(2)

    /// Whether the next line can be understood. Else it has to wait: what was said before needs an answer first.
    package var takesLine: Bool {
        held == nil && !listsNext && !awaitsSignOut && !awaitsRooms && frame.signIn?.isRunning != true
            && frame.focus != .waiting
    }

    /// Whether what was said before is waited for so long that the next may be asked for meanwhile.
    package var isSlow: Bool { waits?.isSaid ?? false }

    /// Whether a line is done at once, whatever is waited for.
    package func isUrgent(_ line: String) -> Bool {
        guard asking == nil, composing == nil else { return false }
        return (try? Word.read(line)) == .quit
    }

    /// Whether a script, whose next word may be its last, waits for the list of the beginning.
    package func isGreeting(_ client: ClientPresenter) -> Bool {
        guard greets, let since = waits?.since else { return greets }
        return client.now < since + Self.longestGreeting
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
        if !frame.isPostInFront { greets = true }
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
        tellSession(isIn)
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
        tellDisk()
        tellNotice()
        tellQuestion(client)
        tellComposer(client)
        (takesAway, replaced, isOwnDoing, opensText) = (nil, nil, false, false)
        if question == nil, composing == nil, frame.signIn == nil { client.closePanels() }
        if listsNext, isThreadRead {
            listsNext = false
            listComments()
        }
        let first: Word = client.needsRoom && client.account.session != nil ? .rooms : .posts
        if greets, isReady(first, client) {
            greets = false
            perform(first, client)
        }
        tellSlowness(client)
        if let word = held, isReady(word, client) {
            (held, heldLine) = (nil, nil)
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

    /// Says once that a list takes long: nobody should think that nothing happens.
    private func tellSlowness(_ client: ClientPresenter) {
        guard let what = waitsFor else {
            waits = nil
            return
        }
        let wait = waits ?? (client.now, false)
        waits = wait
        guard !wait.isSaid else {
            if isGreeting(client) { wake(at: wait.since + Self.longestGreeting) }
            return
        }
        guard client.now >= wait.since + Self.patience else { return wake(at: wait.since + Self.patience) }
        say("reading \(what)…")
        waits?.isSaid = true
        wake(at: wait.since + Self.longestGreeting)
    }

    private func wake(at moment: Timestamp) { nextChange = min(nextChange ?? moment, moment) }

    /// The list that is waited for.
    private var waitsFor: String? {
        if listsNext { return "the comments" }
        if awaitsRooms { return "the rooms" }
        switch held {
        case .more: return "older ones"
        case .some(let word) where word.isAboutComments && frame.feed.reading != .loading: return "the comments"
        case .wait: return nil
        case .some: return "the posts"
        case nil: return greets ? "the posts" : nil
        }
    }

    /// The list of the beginning is to be told, once there is one to read.
    func greet() { greets = true }
    func forgetGreeting() { greets = false }

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
}
