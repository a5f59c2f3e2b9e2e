import CommentPresenters
import CommentScreens
import Comments
import OptimisticState
import PresenterSupport
import TerminalUI
import TestSupport

/// A client in front of a scripted board: keys go in, the screen comes out.
final class Desk {
    let board: BoardDesk
    let client: ClientPresenter
    let screen: ClientScreen
    let drafts = KeptDrafts()
    var size: Size
    private(set) var commands: [Command] = []
    private(set) var keys: [String] = []
    private let letters = Locked<[(FavouriteTarget, Result<Favouriters, ServiceError>)]>([])
    private let endings = Locked<[(MutationID, Settled)]>([])

    init(
        _ size: Size = Size(columns: 80, rows: 24), posts: [Post] = Album.posts,
        comments: [String: [Comment]] = Album.comments, session: Session? = Album.me,
        repertoire: Repertoire = .unicode, keys: KeyTable = .standard, network: Bool = false,
        offersProgressKinds: Bool = false, listError: ServiceError? = nil, traffic: (any TrafficSource)? = nil,
        banner: String? = nil, pendingRule: PendingRule = .queue, rooms: Bool = false
    ) throws {
        self.size = size
        board = try BoardDesk(session: session)
        board.service.hold(posts: posts, comments: comments)
        board.service.fail(with: listError)
        var settings = ClientSettings(
            place: UntrustedText("board.sqlite"),
            network: network
                ? NetworkSettings(
                    presets: ["wifi", "good", "bad", "flaky", "offline"], current: "flaky",
                    retriesAutomatically: true) : nil,
            traffic: traffic, time: board.time, drafts: drafts, chance: SeededGenerator(seed: 1),
            offersProgressKinds: offersProgressKinds, pendingRule: pendingRule, banner: banner)
        settings.hasRooms = rooms
        client = ClientPresenter(
            settings: settings,
            account: Account(
                store: board.store, session: session, reader: board.reader, limits: board.service.capabilities,
                waiting: WaitingWay(store: board.second)))
        screen = ClientScreen(repertoire: repertoire, keys: keys)
        board.start()
        settle()
    }

    /// Lets everything happen that can, as the loop would.
    func settle() {
        board.executor.run()
        let ended = endings.withLock { endings in
            defer { endings = [] }
            return endings
        }
        for (id, ending) in ended { run(client.settled(id, ending)) }
        for (target, answer) in letters.withLock({ letters in
            defer { letters = [] }
            return letters
        }) { client.favouritersRead(target, answer) }
        run(client.update())
        _ = screen.draw(client, size: size)
    }

    func press(_ pressed: Key...) {
        for key in pressed {
            keys.append(name(of: key))
            run(screen.press(key, client))
            settle()
        }
    }

    func type(_ text: String) { press(.text(text)) }

    func advance(_ duration: Duration) {
        board.advance(duration)
        settle()
    }

    func refuse(_ id: String) {
        board.refuse(id)
        settle()
    }

    func run(_ asked: [Command]) {
        commands += asked
        let reader = board.reader
        for command in asked {
            switch command {
            case .readComments(let id): board.executor.start { await reader.open(id) }
            case .readOlderComments(let id): board.executor.start { await reader.readOlderComments(of: id) }
            case .readOlderPosts: board.executor.start { await reader.readOlderPosts() }
            case .readFavouriters(let target, let limit):
                let (service, session, letters) = (board.service, board.session, letters)
                board.executor.start {
                    let answer: Result<Favouriters, ServiceError>
                    do throws(ServiceError) {
                        answer = .success(try await service.favouriters(of: target, limit: limit, as: session))
                    } catch {
                        answer = .failure(error)
                    }
                    letters.withLock { $0.append((target, answer)) }
                }
            case .quit, .suspend, .redraw, .signUp, .signIn, .cancelSignIn, .signOut, .watch, .copy, .chooseNetwork,
                .refuseNext, .setAutomaticRetry, .openEditor, .readRooms, .findRooms,
                .openRoom:
                break
            case .awaitSettled(let id):
                let (second, endings) = (board.second, endings)
                board.executor.start {
                    let ending = await second.settled(id)
                    endings.withLock { $0.append((id, ending)) }
                }
            }
        }
        board.executor.run()
        if !asked.isEmpty { run(client.update()) }
    }

    func draw() -> Canvas { screen.draw(client, size: size) }

    private func name(of key: Key) -> String {
        switch key {
        case .text(let text): text.count > 24 ? "\(text.prefix(24))…" : text
        case .control(let letter): "Ctrl-\(letter)"
        case .paste: "paste"
        case .enter, .tab, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end,
            .pageUp, .pageDown, .controlLeft, .controlRight, .alt, .altEnter, .altBackspace, .function, .mouse:
            "\(key)"
        }
    }
}
