import OptimisticState

extension BoardReader {
    /// Reads the newest comments of a post, unless they were read or are being read; and the post itself, if the
    /// feed was not read as far back.
    package func open(_ post: String) async {
        let isNew = update { reading in
            let list = reading[.comments(of: post)]
            guard !list.isLoading, !list.wasRead else { return false }
            reading[.comments(of: post)].isLoading = true
            return true
        }
        guard isNew else { return }
        try? await readComments(of: post, again: false)
    }

    /// Reads the next page of older comments, if there is one.
    package func readOlderComments(of post: String) async {
        guard let list = state.posts[post], !list.isLoading, list.next != nil else { return }
        try? await readComments(of: post, again: false)
    }

    /// Reads the next page of older posts, if there is one.
    package func readOlderPosts() async {
        let list = state.feed
        guard !list.isLoading, list.next != nil else { return }
        try? await readPosts(again: false)
    }

    /// Shows what the service knows of an earlier run.
    ///
    /// - Returns: where following goes on; nil if nothing is known.
    func showRemembered() async -> Cursor? {
        let fetch = store.beginFetch()
        guard let remembered = await service.remembered(limit: pageSize, as: session) else { return nil }
        let page = remembered.posts
        let stretch = ListReading(pages: page.records, next: page.next, after: nil)
        confirm(page.records, page.echoes, of: .feed, stretch, isWhole: true, from: fetch)
        update { $0.feed = stretch }
        return remembered.cursor
    }

    /// Reads the feed and every opened post again, as far back as they were read before.
    func readEverythingAgain() async throws(ServiceError) {
        try await readPosts(again: true)
        for post in state.posts.keys.sorted() {
            try await readCommentsIfThere(of: post, again: true)
        }
    }

    /// Reads what could not be read while the connection was gone.
    func readWhatIsMissing() async throws(ServiceError) {
        let reading = state
        if !reading.feed.wasRead { try await readPosts(again: false) }
        for (post, list) in reading.posts where (!list.wasRead || !isKnown(post)) && !list.isLoading {
            try await readCommentsIfThere(of: post, again: false)
        }
    }

    /// Reads the post itself, if the feed was not read as far back.
    ///
    /// - Throws: that there is no such post. Anything else keeps no comments from being read, which may be remembered.
    private func readIfUnknown(_ post: String, from fetch: Fetch) async throws(ServiceError) {
        guard !isKnown(post) else { return }
        update { $0[.comments(of: post)].isLoading = true }
        do throws(ServiceError) {
            let found = try await withinLimit { [service, session] in try await service.post(post, as: session) }
            store.confirm([.record(found)], from: fetch)
        } catch {
            if error == .notFound { throw error }
        }
    }

    private func isKnown(_ post: String) -> Bool {
        store.read { $0.confirmed(Ref<Post>.server(post)) } != nil
    }

    private func readPosts(again: Bool) async throws(ServiceError) {
        try await read(.feed, at: .feed, again: again) { [service, session] page in
            try await service.posts(page, as: session)
        }
    }

    /// As ``readComments(of:again:)``, where one post that is not there must not keep the rest from being read: it would
    /// be asked for for ever.
    private func readCommentsIfThere(of post: String, again: Bool) async throws(ServiceError) {
        do throws(ServiceError) {
            try await readComments(of: post, again: again)
        } catch {
            guard error == .notFound else { throw error }
        }
    }

    private func readComments(of post: String, again: Bool) async throws(ServiceError) {
        let fetch = store.beginFetch()
        do throws(ServiceError) {
            try await readIfUnknown(post, from: fetch)
            try await read(.comments(of: .server(post)), at: .comments(of: post), again: again) {
                [service, session] page in
                try await service.comments(of: post, page, as: session)
            }
        } catch {
            update { reading in
                reading[.comments(of: post)].isLoading = false
                reading[.comments(of: post)].error = error
            }
            if error == .notFound { store.confirm([.removed(Ref<Post>.server(post))], from: fetch) }
            throw error
        }
    }

    /// Reads one page behind what was read, or (`again`) all that was read from the newest on.
    private func read<R: PlacedRecord>(
        _ scope: Scope<R>, at list: ReadList, again: Bool,
        _ ask: @escaping @Sendable (PageRequest) async throws -> Page<R>
    ) async throws(ServiceError) {
        let known = update { reading in
            reading[list].isLoading = true
            return reading[list]
        }
        do throws(ServiceError) {
            let fetch = store.beginFetch()
            var request = PageRequest(after: again ? nil : known.next, limit: pageSize)
            var records: [R] = []
            var echoes: [Ref<R>: MutationID] = [:]
            var page: Page<R>
            repeat {
                let asked = request
                page = try await withinLimit { try await ask(asked) }
                records += page.records
                echoes.merge(page.echoes) { _, newer in newer }
                request.cursor = page.next
            } while again && page.next != nil && isNewer(records.last?.place, than: known.oldest)
            let stretch = ListReading(pages: records, next: page.next, after: again ? nil : known)
            confirm(records, echoes, of: scope, stretch, isWhole: again || !known.wasRead, from: fetch)
            update { $0[list] = stretch }
        } catch {
            update { reading in
                reading[list].isLoading = false
                reading[list].error = error
            }
            throw error
        }
    }

    /// What answers of itself has as long as a list.
    func withinLimit<T: Sendable>(
        _ ask: @escaping @Sendable () async throws -> T
    ) async throws(ServiceError) -> T {
        let answer: Result<T, any Error>? = await deadlines.within(deadlines.list) {
            do { return .success(try await ask()) } catch { return .failure(error) }
        }
        switch answer {
        case .success(let page): return page
        case .failure(let error as ServiceError): throw error
        case .failure: throw .cancelled
        case nil: throw Task.isCancelled ? .cancelled : .timedOut
        }
    }

    private func isNewer(_ place: Place?, than known: Place?) -> Bool {
        guard let place, let known else { return false }
        return known < place
    }

    /// Confirms a stretch in one frame; what stood in it before and was not read now is gone.
    private func confirm<R: PlacedRecord>(
        _ records: [R], _ echoes: [Ref<R>: MutationID], of scope: Scope<R>, _ stretch: ListReading, isWhole: Bool,
        from fetch: Fetch
    ) {
        var said: [Confirmed] = records.map { .record($0, echoOf: echoes[$0.ref]) }
        if isWhole, stretch.isComplete {
            said.append(.complete(scope))
        } else if isWhole {
            let read = Set(records.map(\.ref))
            said += store.read { visible in
                visible.items(in: scope, 0..<visible.count(in: scope))
                    .map(\.record)
                    .filter { !$0.place.isPending && stretch.covers($0.place) && !read.contains($0.ref) }
                    .map { .removed($0.ref) }
            }
        }
        store.confirm(said, from: fetch)
    }
}

/// A record with a place that the server numbered.
protocol PlacedRecord: Record {
    var place: Place { get }
}

extension Post: PlacedRecord {}
extension Comment: PlacedRecord {}

extension ListReading {
    fileprivate init<R: PlacedRecord>(pages records: [R], next: Cursor?, after known: ListReading?) {
        self.init()
        wasRead = true
        self.next = next
        oldest = ([known?.oldest] + [records.map(\.place).min()]).compactMap { $0 }.min()
    }
}
