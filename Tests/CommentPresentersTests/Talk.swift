import CommentPresenters
import Comments
import OptimisticState
import TestSupport

/// A client without a screen, in front of a scripted board with two posts.
final class Talk {
    let board: BoardDesk
    let client: ClientPresenter
    let drafts = KeptDrafts()
    private(set) var commands: [Command] = []
    private let endings = Locked<[(MutationID, Settled)]>([])

    static let me = Session(account: "kei", name: "kei", token: "token")

    init(
        session: Session? = Talk.me, service: ScriptedService = ScriptedService(), network: Bool = false,
        pendingRule: PendingRule = .queue, retries: RetryRule = .standard, longestDraft: Int? = nil,
        rooms: Bool = false
    ) throws {
        board = try BoardDesk(session: session, service: service)
        service.hold(
            posts: [Self.post(1, "First steps"), Self.post(2, "Sunday", comments: 2)],
            comments: ["2": [Self.comment(11, by: "aki"), Self.comment(12, by: "kei", isMine: true)]])
        var settings = ClientSettings(
            place: UntrustedText("board.sqlite"),
            network: network
                ? NetworkSettings(presets: ["wifi", "offline"], current: "wifi", retriesAutomatically: true) : nil,
            time: board.time, drafts: drafts, chance: SeededGenerator(seed: 1), offersProgressKinds: true,
            pendingRule: pendingRule, switchesPendingRule: true)
        settings.hasRooms = rooms
        if let longestDraft { settings.longestDraft = longestDraft }
        client = ClientPresenter(
            settings: settings,
            account: Account(
                store: board.store, session: session, reader: board.reader, limits: service.capabilities,
                waiting: WaitingWay(store: board.second)))
        board.start(retries: retries)
        settle()
    }

    static func post(_ number: Int64, _ title: String, comments: Int = 0) -> Post {
        Post(
            ref: .server("\(number)"), place: .confirmed(number), title: UntrustedText(title),
            text: UntrustedText(""), author: UntrustedText("aki"), createdAt: Timestamp(milliseconds: 0),
            comments: comments)
    }

    static func comment(_ number: Int64, by author: String, isMine: Bool = false, on post: String = "2") -> Comment {
        Comment(
            ref: .server("\(number)"), post: .server(post), place: .confirmed(number), author: UntrustedText(author),
            text: UntrustedText("comment \(number)"), createdAt: Timestamp(milliseconds: 0), isMine: isMine)
    }

    func settle() {
        board.executor.run()
        let ended = endings.withLock { endings in
            defer { endings = [] }
            return endings
        }
        for (id, ending) in ended { run(client.settled(id, ending)) }
        run(client.update())
    }

    @discardableResult
    func want(_ intents: Intent...) -> [Command] {
        var all: [Command] = []
        for intent in intents {
            let asked = client.handle(intent)
            all += asked
            run(asked)
            settle()
        }
        return all
    }

    /// Writes and sends a text in the composer.
    func write(_ text: String) {
        want(.text(.type(text)), .send)
    }

    func openPost() { want(.activate) }

    private func run(_ asked: [Command]) {
        commands += asked
        for case .awaitSettled(let id) in asked {
            let (second, endings) = (board.second, endings)
            board.executor.start {
                let ending = await second.settled(id)
                endings.withLock { $0.append((id, ending)) }
            }
        }
        let reader = board.reader
        for case .readComments(let id) in asked { board.executor.start { await reader.open(id) } }
        for case .readOlderComments(let id) in asked { board.executor.start { await reader.readOlderComments(of: id) } }
        board.executor.run()
    }

    var frame: Frame { client.frame(FrameRequest(rows: 50)) }

    var comments: [CommentItem] {
        frame.post?.thread.rows.compactMap { row in
            if case .comment(let item) = row { item } else { nil }
        } ?? []
    }

    var texts: [String] { comments.map(\.text.raw) }

    func words(of index: Int) -> [String?] {
        comments.indices.contains(index) ? comments[index].marks.map { $0.words?.raw } : []
    }
}

/// Drafts in memory.
final class KeptDrafts: DraftKeeper {
    private struct State {
        var texts: [String: [UInt8]] = [:]
        var open: Set<String> = []
        var appended = 0
        var isFull = false
    }
    private let state = Locked(State())
    /// What the next one that is opened is found with.
    let next = Locked(OpenedDraft())

    var all: [String: String] {
        state.withLock { $0.texts.mapValues { String(decoding: $0, as: UTF8.self) } }
    }
    /// The bytes that single changes brought: whole texts are not counted.
    var appended: Int { state.withLock { $0.appended } }
    /// A disk that takes nothing.
    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    func open(_ name: String) -> OpenedDraft {
        var found = next.withLock { $0 }
        state.withLock { state in
            state.open.insert(name)
            found.text = String(decoding: state.texts[name] ?? [], as: UTF8.self)
        }
        return found
    }
    func append(_ edit: TextEdit, to name: String) -> Bool {
        state.withLock { state in
            let range = edit.offset..<edit.offset + edit.removed.count
            guard !state.isFull, Array(state.texts[name, default: []][range]) == edit.removed else { return false }
            state.texts[name, default: []].replaceSubrange(range, with: edit.inserted)
            state.appended += edit.inserted.count
            return true
        }
    }
    func keep(_ text: String, as name: String) -> Bool {
        state.withLock { state in
            if !state.isFull { state.texts[name] = Array(text.utf8) }
            return !state.isFull
        }
    }
    func close(_ name: String) {
        state.withLock { state in
            state.open.remove(name)
            if state.texts[name]?.isEmpty ?? false { state.texts[name] = nil }
        }
    }
    func forget(_ name: String) {
        state.withLock { state in
            state.open.remove(name)
            state.texts[name] = nil
        }
    }
    func hasDraft(named name: String) -> Bool {
        state.withLock { $0.texts[name] != nil && !$0.open.contains(name) }
    }
    func hasDraft(under prefix: String) -> Bool {
        state.withLock { state in
            state.texts.keys.contains { $0.hasPrefix(prefix) && !state.open.contains($0) }
        }
    }
}

extension Operation {
    /// The text or wish, in short.
    var short: String {
        switch self {
        case .addPost(let title, let text): "post \(title)/\(text)"
        case .editPost(_, let title, _): "edit post \(title)"
        case .deletePost(let id): "delete post \(id)"
        case .addComment(_, let parent, let text): parent.map { "reply \($0) \(text)" } ?? "comment \(text)"
        case .editComment(let id, let text): "edit \(id) \(text)"
        case .deleteComment(let id): "delete \(id)"
        case .setPostFavourite(let id, let wish): "favourite post \(id) \(wish)"
        case .setCommentFavourite(let id, let wish): "favourite \(id) \(wish)"
        }
    }
}
