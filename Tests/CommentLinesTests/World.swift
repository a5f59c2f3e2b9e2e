import CommentLines
import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import PresenterSupport
import TerminalUI
import TestSupport

/// A client in front of a scripted board, without a face.
final class World {
    let board: BoardDesk
    let client: ClientPresenter
    let drafts = KeptDrafts()
    private(set) var commands: [Command] = []

    static let me = Session(account: "kei", name: "kei", token: "token")
    private static let start: Int64 = 1_000_000_000_000

    init(
        posts: [Post] = World.posts, comments: [String: [Comment]] = World.comments, session: Session? = World.me,
        network: Bool = false, pendingRule: PendingRule = .queue, pageSize: Int = 100, listError: ServiceError? = nil,
        isSilent: Bool = false, rooms: Bool = false
    ) throws {
        board = try BoardDesk(session: session, pageSize: pageSize)
        board.service.hold(posts: posts, comments: comments)
        board.service.fail(with: listError)
        if isSilent { board.service.fallSilent() }
        var settings = ClientSettings(
            place: UntrustedText("board.sqlite"),
            network: network
                ? NetworkSettings(presets: ["wifi", "bad", "very-bad"], current: "wifi", retriesAutomatically: true)
                : nil, time: board.time, drafts: drafts, chance: SeededGenerator(seed: 1), pendingRule: pendingRule)
        settings.hasRooms = rooms
        client = ClientPresenter(
            settings: settings,
            account: Account(
                store: board.store, session: session, reader: board.reader, limits: board.service.capabilities,
                waiting: WaitingWay(store: board.second)))
        board.start()
        settle()
    }

    static let posts = [
        post(1, "First steps", by: "mina", hours: 70), post(2, "Sunday", by: "aki", hours: 2, comments: 3),
    ]
    static let comments = [
        "2": [
            comment(11, "What a day!", by: "aki", minutes: 119, favourites: 2),
            comment(12, "So blue!", by: "kei", minutes: 64, isMine: true),
            comment(13, "Colder.", by: "aki", minutes: 60, under: 12),
        ]
    ]

    static func post(_ number: Int64, _ title: String, by author: String, hours: Int64, comments: Int = 0) -> Post {
        Post(
            ref: .server("\(number)"), place: .confirmed(number), title: UntrustedText(title),
            text: UntrustedText(""), author: UntrustedText(author),
            createdAt: Timestamp(milliseconds: start - hours * 3_600_000), comments: comments)
    }

    static func comment(
        _ number: Int64, _ text: String, by author: String, minutes: Int64 = 0, under parent: Int64? = nil,
        on post: String = "2", favourites: Int = 0, isFavourited: Bool = false, isMine: Bool = false,
        isEdited: Bool = false
    ) -> Comment {
        var comment = Comment(
            ref: .server("\(number)"), post: .server(post), parent: parent.map { .server("\($0)") },
            parentPlace: parent.map { .confirmed($0) }, place: .confirmed(number), author: UntrustedText(author),
            text: UntrustedText(text), createdAt: Timestamp(milliseconds: start - minutes * 60_000), isMine: isMine,
            favourites: favourites, isFavourited: isFavourited)
        comment.isEdited = isEdited
        return comment
    }

    /// Lets everything happen that can.
    func settle() {
        board.executor.run()
        run(client.update())
    }

    func run(_ asked: [Command]) {
        commands += asked
        let reader = board.reader
        for command in asked {
            switch command {
            case .readComments(let id): board.executor.start { await reader.open(id) }
            case .readOlderComments(let id): board.executor.start { await reader.readOlderComments(of: id) }
            case .readOlderPosts: board.executor.start { await reader.readOlderPosts() }
            case .quit, .suspend, .redraw, .signUp, .signIn, .cancelSignIn, .signOut, .watch, .copy, .chooseNetwork,
                .refuseNext, .setAutomaticRetry, .openEditor, .awaitSettled, .readFavouriters,
                .readRooms, .findRooms, .openRoom:
                break
            }
        }
        board.executor.run()
    }

    /// Accepts a comment, as the board would.
    func accept(_ id: String, as comment: Comment) {
        board.answer(
            id, .accepted(serverID: comment.ref.serverID, said: [.record(comment, echoOf: MutationID(id))]))
    }
}

extension Ref {
    fileprivate var serverID: String? { if case .server(let id) = self { id } else { nil } }
}

/// The face of lines on a world.
final class LineDesk {
    let world: World
    let lines: ClientLines
    /// What was said and what was printed.
    private(set) var transcript: [String] = []
    private var isNew = true

    init(_ world: World, words: Repertoire = .unicode, texts: Repertoire = .unicode) {
        self.world = world
        lines = ClientLines(world.client, words: words, texts: texts)
        world.run(lines.begin(world.client))
        settle()
    }

    func settle() {
        world.settle()
        world.run(lines.look(world.client))
        world.settle()
        world.run(lines.look(world.client))
        transcript += lines.takeLines().map(\.string)
    }

    /// Says lines, and gives what was printed upon them.
    @discardableResult
    func say(_ said: String...) -> [String] {
        let before = transcript.count
        for line in said {
            transcript.append(lines.prompt.text + (lines.prompt == .password ? "" : line))
            world.run(lines.read(line, world.client))
            settle()
        }
        return Array(transcript[before...].dropFirst())
    }

    /// What is printed upon something that happens.
    @discardableResult
    func after(_ happening: () -> Void) -> [String] {
        let before = transcript.count
        happening()
        settle()
        return Array(transcript[before...])
    }

    func advance(_ duration: Duration) {
        world.board.advance(duration)
        settle()
    }
}

/// The screen on a world: one post in front, so high that nothing has to scroll.
final class ScreenDesk {
    let world: World
    private let screen = ClientScreen(repertoire: .unicode)
    private let size = Size(columns: 80, rows: 90)

    init(_ world: World) {
        self.world = world
        settle()
    }

    func settle() {
        world.settle()
        _ = screen.draw(world.client, size: size)
    }

    func press(_ keys: Key...) {
        for key in keys {
            world.run(screen.press(key, world.client))
            settle()
        }
    }

    func advance(_ duration: Duration) {
        world.board.advance(duration)
        settle()
    }

    var rows: [String] {
        let canvas = screen.draw(world.client, size: size)
        return canvas.plainText().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
