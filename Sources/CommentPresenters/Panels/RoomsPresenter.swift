import Comments
import OptimisticState

/// The rooms of a place that has several: one's own first, then those that anyone may join.
struct RoomsPresenter: Sendable {
    private(set) var rooms: [Room] = []
    private var next: Cursor?
    private var isReading = true
    private var wasRead = false
    private var error: ServiceError?
    private var selection = Selection<String>()
    /// Whether anything was moved or chosen: what was read does not move the selection then.
    private var wasTouched = false
    /// The words that the server's directory was asked for, and how often it has answered.
    var asked: Set<String> = []
    var findings = 0
    /// The room that is open, or that was at the end of the last time: selected when it comes.
    private var last: String?
    /// How much is not sent in rooms that are not open, by their ids.
    private var unsent: [String: Int] = [:]

    init(last: String? = nil) { self.last = last }

    var place: Int? {
        guard !rooms.isEmpty else { return nil }
        let found = selection.id.flatMap { id in rooms.firstIndex { $0.id == id } }
        return found ?? min(max(0, selection.place), rooms.count - 1)
    }

    var selected: Room? { place.map { rooms[$0] } }

    mutating func select(place: Int) {
        guard rooms.indices.contains(place) else { return }
        selection = Selection(id: rooms[place].id, place: place)
        wasTouched = true
    }

    mutating func move(_ movement: Movement) {
        guard let place = Selection<String>.place(after: movement, from: place, count: rooms.count) else { return }
        selection = Selection(id: rooms[place].id, place: place)
        wasTouched = true
    }

    /// The room of that name, or of that id.
    mutating func select(_ reference: String) {
        guard let place = rooms.firstIndex(where: { $0.reference == reference || $0.id == reference }) else { return }
        selection = Selection(id: rooms[place].id, place: place)
    }

    /// What a room is shown by, where it is known by more than its id.
    func reference(_ room: String) -> String { rooms.first { $0.id == room }?.reference ?? room }

    /// Whether one goes to the room that goes on in the place of this one, and not into it: what was not sent there is
    /// to be found there.
    func isFollowed(_ room: Room, _ opened: OpenedRoom) -> Bool {
        room.replacement != nil && (unsent[room.id, default: 0] == 0 || opened.isIt(room))
    }

    /// Within this many rows of the end of what was read, the next page is asked for.
    private static let margin = 10

    /// What has to be read now that one is where one is.
    mutating func older() -> [Command] {
        guard let next, !isReading, error == nil, (place ?? 0) + Self.margin >= rooms.count else { return [] }
        isReading = true
        return [.readRooms(after: next)]
    }

    /// From the beginning; what is shown stays until the answer is there.
    mutating func readAgain() -> [Command] {
        guard !isReading || !wasRead else { return [] }
        (isReading, error) = (true, nil)
        return [.readRooms(after: nil)]
    }

    /// What is known from an earlier run.
    mutating func remember(_ known: [Room], last: String?, unsent: [String: Int]) {
        self.unsent = unsent
        guard !wasRead else { return }
        rooms = known
        self.last = last
        if let last, !wasTouched { select(last) }
    }

    mutating func take(_ result: Result<RoomPage, ServiceError>, after cursor: Cursor?) {
        isReading = false
        switch result {
        case .failure(let error): self.error = error
        case .success(let page):
            error = nil
            wasRead = true
            if cursor == nil { (rooms, asked) = ([], []) }
            add(page.rooms)
            next = page.next
            if let last, !wasTouched { select(last) }
        }
    }

    /// Rooms that are not listed yet.
    mutating func add(_ more: [Room]) {
        let known = Set(rooms.map(\.id))
        rooms += more.filter { !known.contains($0.id) }
    }

    func model(
        _ request: ListRequest<String>, opened: OpenedRoom, place name: UntrustedText, pattern: TextPattern?
    ) -> RoomsModel {
        var window = ListWindow<RoomItem>()
        window.count = rooms.count
        window.selected = place
        let anchor = request.anchor.flatMap { id in rooms.firstIndex { $0.id == id } }
        let range = request.window(anchor: anchor, selected: place, count: rooms.count)
        window.start = range.lowerBound
        window.rows = rooms[range].map { room in
            RoomItem(
                room, isOpen: opened.isIt(room), goesOnIn: room.replacement.map(reference),
                unsent: opened.isIt(room) ? 0 : unsent[room.id, default: 0])
        }
        let reading: ReadingWords =
            if isReading { .loading } else if let error { .failed(reason: UntrustedText(error.reason)) } else {
                next == nil ? .whole : .more
            }
        return RoomsModel(
            rooms: window, reading: reading, wasRead: wasRead, hasRoom: opened.name != nil, pattern: pattern)
    }
}

/// Which room is open.
struct OpenedRoom {
    /// What it was opened by: a name or an id.
    let name: String?
    let id: String?

    /// A room is its id. Until that is known the name has to do.
    func isIt(_ room: Room) -> Bool { id.map { $0 == room.id } ?? (room.id == name || room.reference == name) }
}

/// What a screen shows of the rooms.
package struct RoomsModel: Sendable {
    package let rooms: ListWindow<RoomItem>
    package let reading: ReadingWords
    package let wasRead: Bool
    /// Whether one is open, to go back to.
    package let hasRoom: Bool
    /// What is searched for here: its hits are marked.
    package let pattern: TextPattern?
}

/// One room, as it is shown.
package struct RoomItem: Identifiable, Hashable, Sendable {
    package let id: String
    /// What it is called; its reference if it has no name.
    package let name: UntrustedText
    /// What it is found by: its alias, or its id.
    package let reference: UntrustedText
    /// How one stands to it, and how many are in it.
    package let facts: [String]
    /// The id of the room that goes on in its place, and what that is shown by.
    package let replacement: String?
    package let replacementName: String?
    /// Whether that is the one to open: nothing is left to do in this one.
    package let isFollowed: Bool
    /// Why it is not to be opened as it is; nil if it is.
    package let remark: String?
    package let isRefused: Bool
    package let isOpen: Bool

    /// - Parameters:
    ///   - successor: What the room that goes on in its place is shown by; nil for its id, if there is one.
    ///   - unsent: How much of what was written there the server does not have.
    package init(_ room: Room, isOpen: Bool, goesOnIn successor: String? = nil, unsent: Int = 0) {
        id = room.id
        reference = UntrustedText(room.reference)
        name = room.name.flatMap { $0.isBlank ? nil : $0 } ?? reference
        let standing: String =
            switch room.standing {
            case .joined: "joined"
            case .invited: "you are invited"
            case .public: "public"
            }
        facts =
            [standing] + (room.members.map { [$0 == 1 ? "1 member" : "\($0) members"] } ?? [])
            + (unsent > 0 ? ["\(unsent) not sent"] : [])
        replacement = room.replacement
        replacementName = successor ?? room.replacement
        isFollowed = replacement != nil && unsent == 0
        isRefused = room.isEncrypted && room.replacement == nil
        remark =
            replacementName.map { "goes on in \($0)" } ?? (room.isEncrypted ? "encrypted: not readable here" : nil)
        self.isOpen = isOpen
    }
}

extension ClientPresenter {
    var opened: OpenedRoom { OpenedRoom(name: openedRoom, id: openedRoomID) }

    /// Whether nothing can be read before a room is chosen.
    package var needsRoom: Bool { settings.hasRooms && openedRoom == nil }

    /// Shows the rooms, and reads them.
    package func showRooms() -> [Command] {
        guard settings.hasRooms else {
            notice = .noRooms
            return []
        }
        guard account.session != nil else {
            openForm(.signIn, reason: .needed)
            return []
        }
        var list = RoomsPresenter(last: openedRoomID ?? openedRoom)
        let commands = list.readAgain()
        rooms = list
        return commands
    }

    /// Takes the list away, where a room is open below it.
    package func closeRooms() {
        guard !needsRoom else { return }
        rooms = nil
        if search?.list == .rooms { search = nil }
    }

    /// What is known of the rooms without asking.
    ///
    /// - Parameter unsent: How much of what was written in a room the server does not have, by the room's id.
    package func roomsRemembered(_ known: [Room], last: String?, unsent: [String: Int] = [:]) {
        rooms?.remember(known, last: openedRoomID ?? openedRoom ?? last, unsent: unsent)
    }

    /// The answer has come, perhaps for a list that is closed.
    package func roomsRead(_ result: Result<RoomPage, ServiceError>, after cursor: Cursor?) {
        if case .failure(.needsSignIn) = result { sessionEnded() }
        rooms?.take(result, after: cursor)
    }

    /// A room is open: what is shown from now on is its own.
    ///
    /// - Parameter reference: What it was opened by.
    package func entered(
        _ reference: String, id: String? = nil, place: UntrustedText, _ account: Account, traffic: (any TrafficSource)?
    ) -> [Command] {
        rooms = nil
        (openedRoom, openedRoomID) = (reference, id)
        self.place = place
        network?.watch(traffic)
        (post, isPostInFront) = (nil, false)
        feed = FeedPresenter(account: account)
        use(account)
        return update()
    }

    func handleInRooms(_ intent: Intent) -> [Command] {
        switch intent {
        case .move(let movement):
            rooms?.move(movement)
            if isSearched { search?.leave() }
            return rooms?.older() ?? []
        case .activate: return openSelectedRoom()
        case .rooms(.readAgain): return rooms?.readAgain() ?? []
        case .otherPane where isSearched, .back where isSearched: endSearch(goingBack: true)
        case .list(.search): beginSearch()
        case .list(.nextHit): return step(backwards: false)
        case .list(.previousHit): return step(backwards: true)
        case .rooms(.show), .otherPane: closeRooms()
        case .back:
            if needsRoom { return [.quit] }
            closeRooms()
        case .signOut: return askToSignOut()
        case .showNetwork: openNetwork()
        case .app, .showOutbox, .item, .addPost, .retryAll, .list, .text, .send, .form, .network, .answer: break
        }
        return []
    }

    private func openSelectedRoom() -> [Command] {
        guard let rooms, let room = rooms.selected else { return [] }
        if let replacement = room.replacement, rooms.isFollowed(room, opened) {
            return openRoom(replacement, shownAs: rooms.reference(replacement))
        }
        guard !room.isEncrypted || room.replacement != nil else {
            notice = .roomIsEncrypted
            return []
        }
        return openRoom(room.id, shownAs: room.reference)
    }

    /// Goes into a room; into the one that is open, by taking the list away.
    package func openRoom(_ reference: String, shownAs name: String) -> [Command] {
        let isOpen = openedRoomID.map { reference == $0 } ?? (reference == openedRoom || name == openedRoom)
        guard !isOpen else {
            closeRooms()
            return []
        }
        return [.openRoom(reference, shownAs: name)]
    }
}
