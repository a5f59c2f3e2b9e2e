import OptimisticState

extension BoardReader {
    /// Reads the feed, and then follows every change until its task is cancelled or the session is over.
    package func follow() async {
        // What is known already is shown before anyone is asked; the news since then comes as news.
        var cursor = await showRemembered()
        var failures = 0
        // Since when news were waited for.
        var waiting: Timestamp?
        while !Task.isCancelled {
            do throws(ServiceError) {
                if let known = cursor {
                    // A long poll answers only when something changes: ask something short to see that it answers at all.
                    if failures > 0 {
                        _ = try await now()
                        isReached()
                        try await readWhatIsMissing()
                    }
                    // Only news are a success: a place may answer what is short, and fail the long question at once.
                    waiting = deadlines.time.now()
                    let (batch, fetch) = try await changes(since: known)
                    failures = 0
                    isReached()
                    if batch.hasGap {
                        try await readEverythingAgain()
                    } else {
                        apply(batch.said, from: fetch)
                    }
                    cursor = batch.cursor
                } else {
                    // The cursor is taken before the pages: what changes between them is told, not missed.
                    let start = try await now()
                    isReached()
                    try await readEverythingAgain()
                    cursor = start.cursor
                    failures = 0
                }
            } catch {
                // A wait that is cut off after a while is no reason for an ever longer pause.
                if let began = waiting, deadlines.time.now() - began >= Self.longWait { failures = 0 }
                waiting = nil
                failures += 1
                guard await recovers(from: error, after: failures) else { return }
            }
        }
    }

    /// Where following would begin now: it is answered at once, if there is anyone.
    private func now() async throws(ServiceError) -> ChangeBatch {
        try await withinLimit { [service, session] in try await service.changes(since: nil, as: session) }
    }

    /// Waits for changes, and tells of which moment they are.
    ///
    /// A poll is as old as its beginning: what it tells of a record that a page or a reply has confirmed since would be
    /// taken for the older word, and lost. If anything has happened meanwhile it is asked again, which answers at once; if
    /// something happens each time, what is shown is read again.
    private func changes(since cursor: Cursor) async throws(ServiceError) -> (ChangeBatch, Fetch) {
        var batch = ChangeBatch(said: [], cursor: cursor)
        var begin = store.beginFetch()
        for _ in 0..<Self.mostPolls {
            let revision = store.read { $0.revision }
            begin = store.beginFetch()
            batch = try await service.changes(since: cursor, as: session)
            guard store.read({ $0.revision }) != revision || state.isReading else { return (batch, begin) }
        }
        batch.hasGap = true
        return (batch, begin)
    }

    private static var mostPolls: Int { 4 }
    private static var longWait: Duration { .seconds(10) }

    private func isReached() {
        let was = update { reading in
            let was = reading.connection
            reading.connection = .online
            reading.successor = service.successor
            reading.removal = service.removal
            return was
        }
        if was != .online { store.reachable() }
    }

    /// Waits before the next try; false if there is none.
    private func recovers(from error: ServiceError, after failures: Int) async -> Bool {
        let delay = Duration.milliseconds(min(30_000, 500 << min(failures - 1, 6)))
        let next = deadlines.time.now() + delay
        update { reading in
            if !reading.feed.wasRead { reading.feed.error = error }
            reading.removal = service.removal
        }
        switch error {
        case .cancelled:
            return !Task.isCancelled
        case .needsSignIn:
            update { $0.connection = .needsSignIn }
            return false
        case .offline:
            update { $0.connection = .offline(until: next) }
        case .refused(let failure) where failure.isAboutTheRoom:
            // The place answers: it is the room that can't be read.
            update { $0.connection = .online }
        case .form, .timedOut, .notFound, .refused:
            update { $0.connection = .reconnecting(at: next) }
        }
        await pause(until: next)
        return true
    }

    /// Confirms what lies in the stretches that were read.
    private func apply(_ changes: [ChangeBatch.Change], from fetch: Fetch) {
        let reading = state
        var arrived: [(comment: String, post: String)] = []
        let said: [Confirmed] = store.read { visible in
            var said: [Confirmed] = []
            for change in changes {
                switch change {
                case .post(let post, let echo):
                    let isShown = reading.feed.covers(post.place) || visible.confirmed(post.ref) != nil
                    if isShown || echo != nil { said.append(.record(post, echoOf: echo)) }
                case .comment(let comment, let echo):
                    let isKnown = visible.confirmed(comment.ref) != nil
                    let isShown = reading.covers(comment) || isKnown
                    if isShown, !isKnown, echo == nil, !comment.isMine, case .server(let id) = comment.ref,
                        case .server(let post) = comment.post
                    {
                        arrived.append((id, post))
                    }
                    if isShown || echo != nil { said.append(.record(comment, echoOf: echo)) }
                case .postRemoved(let id):
                    said.append(.removed(Ref<Post>.server(id)))
                case .commentRemoved(let id, _):
                    said.append(.removed(Ref<Comment>.server(id)))
                }
            }
            return said
        }
        if !arrived.isEmpty {
            let arrived = arrived
            update { reading in
                for (comment, post) in arrived { reading.arrivals[post, default: Arrivals()].note(comment) }
            }
        }
        if !said.isEmpty { store.confirm(said, from: fetch) }
    }
}

extension ReadingState {
    fileprivate var isReading: Bool { feed.isLoading || posts.values.contains(where: \.isLoading) }

    fileprivate func covers(_ comment: Comment) -> Bool {
        switch comment.post {
        case .server(let id): posts[id]?.covers(comment.place) ?? false
        case .created: false
        }
    }
}

extension Failure {
    /// Whether the room can't be read, for as long as nobody changes that: not now, and not for the network's sake.
    fileprivate var isAboutTheRoom: Bool {
        switch code {
        case FailureCode.noRoom, FailureCode.roomNotOpen, FailureCode.roomServerNotReached, FailureCode.removed,
            FailureCode.encrypted:
            true
        case _: false
        }
    }
}
