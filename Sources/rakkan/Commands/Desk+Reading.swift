import CommentPresenters
import NetworkConditions
import Comments
import OptimisticState

extension Desk {
    private static let pageSize = 500

    /// Reads all posts into the store.
    func readPosts() async throws(ProgramError) {
        var cursor: Cursor?
        repeat {
            let fetch = store.beginFetch()
            let request = PageRequest(after: cursor, limit: Self.pageSize)
            let page = try await asked { () async throws(ServiceError) in
                try await site.service.posts(request, as: session)
            }
            store.confirm(page.records.map { .record($0, echoOf: page.echoes[$0.ref]) }, from: fetch)
            cursor = page.next
        } while cursor != nil
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
    func readComments(of post: String) async throws(ProgramError) {
        var cursor: Cursor?
        repeat {
            let fetch = store.beginFetch()
            let request = PageRequest(after: cursor, limit: Self.pageSize)
            let page = try await asked { () async throws(ServiceError) in
                try await site.service.comments(of: post, request, as: session)
            }
            store.confirm(page.records.map { .record($0, echoOf: page.echoes[$0.ref]) }, from: fetch)
            cursor = page.next
        } while cursor != nil
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

    private func asked<T: Sendable>(
        _ work: @escaping @Sendable () async throws(ServiceError) -> T
    ) async throws(ProgramError) -> T {
        do throws(ServiceError) {
            return try await inTime(work)
        } catch {
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
