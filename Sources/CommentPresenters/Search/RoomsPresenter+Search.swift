import Comments
import OptimisticState

/// A search in the list of rooms: in what is listed, and then in the whole directory of the server, which is asked once
/// for each word.
extension RoomsPresenter {
    /// By its name and by what it is opened by: what the list shows.
    func nearest(_ pattern: TextPattern, from start: Int, backwards: Bool) -> (place: Int, isRound: Bool)? {
        Round.nearest(to: start, isBackwards: backwards, count: rooms.count) { stretch in
            stretch.filter { rooms[$0].has(pattern) }
        }
    }

    /// What to ask of the server for `pattern`; nil if it was asked.
    mutating func find(_ pattern: TextPattern) -> Command? {
        guard asked.insert(pattern.text).inserted else { return nil }
        return .findRooms(pattern.text)
    }

    /// Whether the server was not asked for it.
    func canFind(_ pattern: TextPattern) -> Bool { !asked.contains(pattern.text) }

    /// Rooms of the directory: those that were not listed come behind those that were. Who could not be asked is asked
    /// again another time.
    mutating func take(_ found: Result<RoomPage, ServiceError>, of text: String) {
        findings += 1
        switch found {
        case .failure: asked.remove(text)
        case .success(let page):
            // What has the word in its topic alone would be a row that nothing marks.
            guard let pattern = TextPattern(text) else { return }
            add(page.rooms.filter { $0.has(pattern) })
        }
    }
}

extension Room {
    fileprivate func has(_ pattern: TextPattern) -> Bool {
        pattern.occurs(in: name?.raw ?? "") || pattern.occurs(in: reference)
    }
}

extension ClientPresenter {
    /// The directory has answered, perhaps for a list that is closed.
    package func roomsFound(_ result: Result<RoomPage, ServiceError>, of text: String) {
        if case .failure(.needsSignIn) = result { sessionEnded() }
        rooms?.take(result, of: text)
        continueSearch()
    }

    /// Enter keeps the hits marked; what is not in the list may be in the directory.
    func keepSearch() -> [Command] {
        search?.isTyping = false
        return search?.list == .rooms && search?.finding == .missing ? step(backwards: false) : []
    }
}
