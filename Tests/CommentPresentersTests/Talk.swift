import CommentPresenters
import Comments
import OptimisticState
import PresenterSupport
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
        pendingRule: PendingRule = .queue, retries: RetryRule = .standard, longestDraft: Int? = nil
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
