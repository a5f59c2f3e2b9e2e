import Comments
import HTTPTransport
import OptimisticState

/// One room of a Matrix homeserver as a place where comments live: root messages are posts, their threads comments.
///
/// The client-server interface is meant wherever a section is named: https://spec.matrix.org/v1.16/client-server-api.
package final class MatrixBoard: Sendable {
    package let address: MatrixAddress
    package let capabilities: Capabilities
    /// An alias (`#…`) or an id (`!…`); nil where only rooms are listed.
    package let room: String?
    let hooks: Hooks
    let http: HTTPClient
    let cache: RoomCache?
    let time: any Timekeeper
    /// By account: what is known of this room.
    private let accounts = Locked<[String: AccountState]>([:])
    private let moved = Locked<String?>(nil)
    private let removed = Locked<Removal?>(nil)
    /// Who renews a session's tokens: two at once would make the first one's new token worthless.
    let renewals: Turns
    /// With the boards of the other rooms.
    private let shared: Locked<Shared>

    private struct Shared {
        var base: String?
        var clockAhead = Duration.zero
        /// The rooms that the list of rooms began with.
        var ownIDs: Set<String> = []
        var answeredBy = ""
        /// By device: newer than what the sessions hold that are handed in.
        var tokens: [String: Tokens] = [:]
        var signUp: SignUpUnderWay?
        var names = RoomNames()
    }

    /// What the program does for the board.
    package struct Hooks: Sendable {
        /// The device of this installation for an account name: stable, so that the same device signs in again.
        package var device: @Sendable (String) -> String
        /// The session's secret has changed from that of the first to that of the second: keep it.
        package var renewed: @Sendable (Session, Session) -> Void = { _, _ in }
        /// The session as another process of this user has kept it.
        package var kept: @Sendable (Session) -> Session? = { _ in nil }
        /// Keeps other processes of this user from renewing the session, until what it returns is let go: the server
        /// gives two of them a secret each, and takes the first one's away when the second is used.
        package var turn: @Sendable () async -> (any Sendable)? = { nil }

        package init(device: @escaping @Sendable (String) -> String) {
            self.device = device
        }
    }

    /// - Parameters:
    ///   - room: An alias (`#…`) or an id (`!…`); nil where only accounts and lists of rooms are asked for.
    ///   - cache: The file in which what is read is kept for a start without network; nil keeps nothing.
    package init(_ address: MatrixAddress, room: String?, cache: String? = nil, time: any Timekeeper, hooks: Hooks) {
        self.cache = cache.flatMap { RoomCache($0) }
        http = HTTPClient()
        renewals = Turns()
        shared = Locked(Shared())
        self.address = address
        self.room = room
        self.time = time
        self.hooks = hooks
        // An event holds 64 KiB as JSON, an edit its words twice.
        capabilities = Capabilities(
            recognisesIDs: true, readingNeedsSignIn: true, longestText: 10_000, longestTitle: 200)
    }

    /// The same homeserver with another room: connections and tokens are shared, what is known of a room is not.
    package func opened(_ room: String) -> MatrixBoard { MatrixBoard(self, room: room) }

    private init(_ other: MatrixBoard, room: String) {
        (cache, http, shared, address) = (other.cache, other.http, other.shared, other.address)
        (time, hooks, capabilities, renewals) = (other.time, other.hooks, other.capabilities, other.renewals)
        self.room = room
    }

    /// The room that goes on in the place of this one (room upgrades).
    package internal(set) var successor: String? {
        get { moved.withLock { $0 } }
        set { moved.withLock { $0 = newValue } }
    }

    /// Why this account is not in the room any more.
    package internal(set) var removal: Removal? {
        get { removed.withLock { $0 } }
        set { removed.withLock { $0 = newValue } }
    }

    /// Why there can be no homeserver here: libcurl is not installed. Nil if it is.
    package static var whyNot: String? { HTTPClient.whyNot }

    /// How many requests are under way, and how many of them wait for news.
    package var underWay: Int { http.underWay }
    package var waitingForNews: Int { polls.withLock { $0 } }
    let polls = Locked(0)

    // MARK: What is shared

    func state(of session: Session) -> AccountState {
        accounts.withLock { accounts in
            if let known = accounts[session.account] { return known }
            let state = AccountState(account: session.account)
            accounts[session.account] = state
            return state
        }
    }

    /// The newest tokens of a session.
    func tokens(of session: Session) -> Tokens {
        let given = Tokens(session.token, base: address.url)
        return shared.withLock { $0.tokens[session.account + "\0" + given.device] } ?? given
    }

    func keep(_ tokens: Tokens?, of session: Session, device: String) {
        shared.withLock { $0.tokens[session.account + "\0" + device] = tokens }
    }

    /// The sign-up that goes on with the next form.
    var signUpUnderWay: SignUpUnderWay? {
        get { shared.withLock { $0.signUp } }
        set { shared.withLock { $0.signUp = newValue } }
    }

    var ownIDs: Set<String> {
        get { shared.withLock { $0.ownIDs } }
        set { shared.withLock { $0.ownIDs = newValue } }
    }

    /// What rooms are called, in this run.
    func withNames<T>(_ body: (inout RoomNames) -> T) -> T { shared.withLock { body(&$0.names) } }

    /// Where the client-server interface is, once discovery has found it.
    var knownBase: String? { shared.withLock { $0.base } }

    /// How far the homeserver's clock is ahead of the one here.
    package var clockAhead: Duration { shared.withLock { $0.clockAhead } }

    /// The homeserver has told its time. A clock a little off stays as it was taken to be, so that no time on the screen
    /// goes back and forth.
    func heard(date: Timestamp?) {
        guard let date else { return }
        let ahead = date - time.now()
        shared.withLock { shared in
            let difference = ahead - shared.clockAhead
            if difference > .seconds(45) || difference < .seconds(-45) { shared.clockAhead = ahead }
        }
    }

    /// What whoever answered last called itself.
    var answeredBy: String { shared.withLock { $0.answeredBy } }

    func heard(server: String) { shared.withLock { $0.answeredBy = server } }

    func found(base: String) { shared.withLock { $0.base = base } }
}
