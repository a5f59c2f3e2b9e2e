import CommentPresenters
import Comments
import MatrixBoard
import NetworkConditions
import OptimisticState

extension Desk {
    private static let pageSize = 500

    /// Reads all posts into the store.
    ///
    /// - Returns: nil, or as what they were kept earlier, if nobody answers.
    func readPosts() async throws(ProgramError) -> KeptList? {
        do throws(ServiceError) {
            try await keepUp(catchesUp: true)
            return try await readAll { page throws(ServiceError) in try await site.service.posts(page, as: session) }
        } catch {
            guard error.isWithoutAnswer, let homeserver = site.homeserver,
                let known = await homeserver.remembered(limit: KeptList.longest, as: session)
            else { throw failure(error) }
            return confirm(known.posts, error)
        }
    }

    /// What is read is kept for a time without network, as the client keeps it. That it can't be is found out by reading.
    private func keepUp(catchesUp: Bool) async throws(ServiceError) {
        guard let homeserver = site.homeserver, let session, options.network == nil else { return }
        do throws(ServiceError) {
            try await inTime { () async throws(ServiceError) in
                try await homeserver.keepUp(catchesUp: catchesUp, as: session)
            }
        } catch {
            if case .offline = error { throw error }
        }
    }

    /// Reads one post into the store; false if there is none of that id.
    func readPost(_ id: String) async throws(ProgramError) -> Bool {
        let fetch = store.beginFetch()
        let found = try await found { () async throws(ServiceError) in try await site.service.post(id, as: session) }
        guard let found else { return false }
        store.confirm([.record(found)], from: fetch)
        return true
    }

    /// Reads one comment into the store; false if there is none of that id.
    func readComment(_ id: String) async throws(ProgramError) -> Bool {
        let fetch = store.beginFetch()
        let found = try await found { () async throws(ServiceError) in try await site.service.comment(id, as: session) }
        guard let found else { return false }
        store.confirm([.record(found)], from: fetch)
        return true
    }

    /// Reads all comments of a post into the store.
    ///
    /// - Returns: nil, or as what they were kept earlier, if nobody answers.
    /// - Throws: that there is no such post, too.
    func readComments(of post: String) async throws(ProgramError) -> KeptList? {
        do throws(ServiceError) {
            try await keepUp(catchesUp: false)
            let fetch = store.beginFetch()
            let found = try await inTime { () async throws(ServiceError) in
                try await site.service.post(post, as: session)
            }
            store.confirm([.record(found)], from: fetch)
            return try await readAll { page throws(ServiceError) in
                try await site.service.comments(of: post, page, as: session)
            }
        } catch {
            if case .notFound = error {
                throw ProgramError(sentence: "there is no post “\(shown(post))”: rakkan posts lists them")
            }
            guard error.isWithoutAnswer, let homeserver = site.homeserver, let session else { throw failure(error) }
            // The post itself tells how many there were.
            _ = await homeserver.remembered(limit: KeptList.longest, as: session)
            guard let known = homeserver.rememberedComments(of: post, limit: KeptList.longest, as: session) else {
                throw failure(error)
            }
            return confirm(known, error)
        }
    }

    /// Reads a list page by page into the store, to its end, or as far as it is kept.
    private func readAll<R: Record>(
        _ page: @escaping @Sendable (PageRequest) async throws(ServiceError) -> Page<R>
    ) async throws(ServiceError) -> KeptList? {
        var cursor: Cursor?
        repeat {
            let fetch = store.beginFetch()
            let request = PageRequest(after: cursor, limit: Self.pageSize)
            let read = try await inTime { () async throws(ServiceError) in try await page(request) }
            // Between two questions the network went.
            if read.asOf != nil { return confirm(read, .offline(Failure(code: FailureCode.offline))) }
            store.confirm(read.records.map { .record($0, echoOf: read.echoes[$0.ref]) }, from: fetch)
            cursor = read.next
        } while cursor != nil
        return nil
    }

    private func confirm<R: Record>(_ page: Page<R>, _ error: ServiceError) -> KeptList {
        store.confirm(
            page.records.map { .record($0, echoOf: page.echoes[$0.ref]) }, from: store.beginFetch())
        return KeptList(reason: error, asOf: page.asOf, isWhole: page.next == nil)
    }

    private func failure(_ error: ServiceError) -> ProgramError {
        var failure = ProgramError(error, isSignedIn: session != nil)
        if error.isWithoutAnswer, site.homeserver != nil {
            failure.sentence += ", and nothing of this is kept here from an earlier time"
        }
        return failure
    }

    private func found<R: Record>(
        _ work: @escaping @Sendable () async throws(ServiceError) -> R
    ) async throws(ProgramError) -> R? {
        do throws(ServiceError) {
            return try await inTime(work)
        } catch {
            if case .notFound = error { return nil }
            throw ProgramError(error, isSignedIn: session != nil)
        }
    }

    private func inTime<T: Sendable>(
        _ work: @escaping @Sendable () async throws(ServiceError) -> T
    ) async throws(ServiceError) -> T {
        let answer = await site.deadlines.within(site.deadlines.list) { () async -> Result<T, ServiceError> in
            do throws(ServiceError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        guard let answer else { throw .timedOut }
        return try answer.get()
    }
}

/// What is told instead of a list that nobody answers for: what was kept of it.
struct KeptList: Sendable {
    /// More than anyone reads at once.
    static let longest = 20_000

    let reason: ServiceError
    /// Nil or the beginning of time where it is not known.
    let asOf: Timestamp?
    /// Whether all of it was kept.
    let isWhole: Bool

    /// "offline: as it was 5 min ago; older ones are not kept".
    func sentence(at now: Timestamp) -> String {
        let known = asOf.flatMap { $0.milliseconds > 0 ? $0 : nil }
        let moment = known.map { $0.ago(at: now) } ?? "when it was read last"
        return "\(shown(reason.reason)): as it was \(moment)" + (isWhole ? "" : "; older ones are not kept")
    }
}

extension ProgramError {
    init(_ error: ServiceError, isSignedIn: Bool = true) {
        switch error {
        case .needsSignIn where !isSignedIn:
            self.init(
                sentence: "here one reads with an account: rakkan sign-in NAME, or rakkan sign-up NAME",
                status: ExitStatus.needsSignIn)
        case .needsSignIn:
            self.init(sentence: "the session has ended: rakkan sign-in NAME", status: ExitStatus.needsSignIn)
        case .form(let mistake):
            self.init(sentence: mistake.mistake)
        case .offline, .timedOut, .notFound, .cancelled, .refused:
            self.init(sentence: "no answer to use: \(shown(error.reason))")
        }
    }
}
