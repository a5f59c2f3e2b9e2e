import Comments
import OptimisticState

extension ClientPresenter {
    /// Begins a search in the list that is looked at.
    func beginSearch() {
        if focus == .rooms, let rooms {
            search = SearchPresenter(.rooms, origin: rooms.selected.map { .room($0.id) })
        } else if focus == .post, let post {
            search = SearchPresenter(.post(post.post), origin: .thread(post.selectedRow))
        } else {
            search = SearchPresenter(.feed, origin: feed.selectedID.map { .feed($0) })
        }
    }

    func handleInSearch(_ intent: Intent) -> [Command] {
        switch intent {
        case .text(.type(let text)), .text(.paste(let text)):
            let line = String(text.prefix { !$0.isNewline })
            if search?.edit({ $0.insert(line) }) == true { seek() }
        case .text(.change(let change)):
            guard change != .newLine else { break }
            // Deleting what is not there ends it, as in vi.
            if search?.buffer.isEmpty == true, change == .deleteBackward { return endSearch(goingBack: true) }
            if search?.edit({ $0.apply(change) }) == true { seek() }
        case .send, .activate:
            guard search?.pattern != nil else { return endSearch(goingBack: true) }
            return keepSearch()
        case .back, .list(.endSearch): return endSearch(goingBack: true)
        case .list(.nextHit): return step(backwards: false)
        case .list(.previousHit): return step(backwards: true)
        case .move, .app, .otherPane, .signOut, .showOutbox, .showNetwork, .item, .addPost, .retryAll, .form, .network,
            .answer, .list, .rooms:
            break
        }
        return []
    }

    /// Goes back to where it began, unless the user has gone elsewhere since.
    @discardableResult
    func endSearch(goingBack: Bool) -> [Command] {
        if goingBack, let origin = search?.origin { select(origin) }
        post?.revealed = nil
        search = nil
        return []
    }

    /// The next hit, or the one before.
    func step(backwards: Bool) -> [Command] {
        guard let found = search, isSearched, let pattern = found.pattern else {
            notice = .nothingSearched
            return []
        }
        if found.waits != nil { return [] }
        let hit = nearest(pattern, from: place(in: found.list) + (backwards ? -1 : 1), backwards: backwards)
        // Towards the older ones a list that was not read to its end goes on.
        let isTowardsOlder = found.list.goesOnDownwards != backwards
        if hit == nil || (hit?.isRound == true && isTowardsOlder), let command = readOlder(found.list, pattern) {
            search?.waits = (extent(of: found.list), backwards)
            search?.finding = .reading
            return [command]
        }
        go(to: hit, backwards: backwards)
        return []
    }

    /// Goes on with a search that had to read first.
    func continueSearch() {
        guard let found = search else { return }
        if case .post(let ref) = found.list, post?.post != ref {
            search = nil
            return
        }
        if found.list == .rooms, rooms == nil {
            search = nil
            return
        }
        guard let (extent, isBackwards) = found.waits, let pattern = found.pattern else { return }
        let list = listReading(of: found.list)
        guard self.extent(of: found.list) != extent || list.error != nil || list.isComplete else { return }
        search?.waits = nil
        let start = place(in: found.list) + (isBackwards ? -1 : 1)
        let hit = nearest(pattern, from: start, backwards: isBackwards)
        // Not round: it is said that there are still older ones, and the next key reads them.
        let isOver = list.isComplete || list.error != nil || found.list == .rooms
        go(to: hit?.isRound == true && !isOver ? nil : hit, backwards: isBackwards)
    }

    /// The first hit from where the search began.
    private func seek() {
        guard let found = search else { return }
        if let origin = found.origin { select(origin) }
        post?.revealed = nil
        guard let pattern = found.pattern else {
            search?.finding = .nothing
            return
        }
        go(to: nearest(pattern, from: place(in: found.list), backwards: false), backwards: false)
    }

    private func go(to hit: (place: Int, isRound: Bool)?, backwards: Bool) {
        guard let hit, let found = search else {
            search?.finding = .missing
            return
        }
        switch found.list {
        case .feed: feed.select(place: hit.place)
        case .post: post?.select(fullPlace: hit.place)
        case .rooms: rooms?.select(place: hit.place)
        }
        search?.finding = !hit.isRound ? .found : backwards ? .foundFromLast : .foundFromFirst
    }

    private func nearest(_ pattern: TextPattern, from start: Int, backwards: Bool) -> (place: Int, isRound: Bool)? {
        guard let list = search?.list else { return nil }
        if list == .rooms { return rooms?.nearest(pattern, from: start, backwards: backwards) }
        return account.store.read { visible in
            switch list {
            case .feed: feed.nearest(pattern, from: start, backwards: backwards, in: visible)
            case .post: post?.nearest(pattern, from: start, backwards: backwards, in: visible)
            case .rooms: nil
            }
        }
    }

    private func place(in list: SearchPresenter.List) -> Int {
        switch list {
        case .feed: feed.progress.place
        case .post: account.store.read { post?.fullSelectedPlace(in: $0) } ?? 0
        case .rooms: rooms?.place ?? 0
        }
    }

    private func select(_ origin: SearchPresenter.Origin) {
        switch origin {
        case .feed(let ref): feed.select(ref)
        case .thread(let row): post?.select(row)
        case .room(let id): rooms?.select(id)
        }
    }

    // MARK: - What was read

    private func listReading(of list: SearchPresenter.List) -> ListReading {
        switch list {
        case .feed: account.reader.state.feed
        case .post: post?.reading ?? ListReading()
        case .rooms: ListReading()
        }
    }

    private func extent(of list: SearchPresenter.List) -> SearchPresenter.Extent {
        list == .rooms ? .findings(rooms?.findings ?? 0) : .place(listReading(of: list).oldest)
    }

    /// Asks for what the list does not have yet; nil if there is no more.
    private func readOlder(_ list: SearchPresenter.List, _ pattern: TextPattern) -> Command? {
        if list == .rooms { return rooms?.find(pattern) }
        let reading = listReading(of: list)
        guard reading.next != nil else { return nil }
        switch list {
        case .feed: return .readOlderPosts
        case .post: return (post?.serverID).map { .readOlderComments(of: $0) }
        case .rooms: return nil
        }
    }

    /// Whether the list that is looked at is the one that is searched.
    var isSearched: Bool {
        switch search?.list {
        case .feed: rooms == nil && !(isPostInFront && post != nil)
        case .post(let ref): rooms == nil && isPostInFront && post?.post == ref
        case .rooms: rooms != nil
        case nil: false
        }
    }

    var searchModel: SearchModel? {
        guard let search, isSearched else { return nil }
        guard search.list == .rooms else { return search.model(hasOlder: listReading(of: search.list).next != nil) }
        return search.model(hasOlder: search.pattern.flatMap { rooms?.canFind($0) } ?? false)
    }
}

extension FeedPresenter {
    /// A title is what the feed shows of a post.
    func nearest(
        _ pattern: TextPattern, from start: Int, backwards: Bool, in visible: borrowing Visible<Connection>
    ) -> (place: Int, isRound: Bool)? {
        Round.nearest(to: start, isBackwards: backwards, count: visible.count(in: .feed)) { stretch in
            zip(stretch, visible.items(in: .feed, stretch))
                .filter { pattern.occurs(in: $0.1.record.heading.raw) }.map(\.0)
        }
    }

    mutating func select(place: Int) {
        let found = account.store.read { $0.items(in: .feed, place..<place + 1).first?.id }
        if let found { select(found) }
    }
}

extension PostPresenter {
    /// In the post's title and text, in comments and their authors' names; in what is folded, too.
    func nearest(
        _ pattern: TextPattern, from start: Int, backwards: Bool, in visible: borrowing Visible<Connection>
    ) -> (place: Int, isRound: Bool)? {
        Round.nearest(to: start, isBackwards: backwards, count: 1 + visible.count(in: scope)) { stretch in
            var hits: [Int] = []
            if stretch.lowerBound == 0, let post = visible.item(self.post)?.record,
                [post.title, post.text, post.author].contains(where: { pattern.occurs(in: $0.raw) })
            {
                hits.append(0)
            }
            let comments = max(0, stretch.lowerBound - 1)..<max(0, stretch.upperBound - 1)
            for (index, item) in zip(comments, visible.items(in: scope, comments)) {
                let comment = item.record
                let name = comment.isMine ? "you" : comment.author.raw
                if !comment.isDeleted, pattern.occurs(in: comment.text.raw) || pattern.occurs(in: name) {
                    hits.append(index + 1)
                }
            }
            return hits
        }
    }
}
