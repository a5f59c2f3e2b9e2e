import Comments
import OptimisticState
import TestSupport
import Testing

/// A service and who uses it, in one check.
struct Stage: Sendable {
    let service: any CommentService
    let time: ManualTime
    private let generator: Locked<SeededGenerator>

    static let password = "correct horse"

    init(service: any CommentService, time: ManualTime, seed: UInt64) {
        self.service = service
        self.time = time
        generator = Locked(SeededGenerator(seed: seed))
    }

    func newID() -> MutationID { generator.withLock { MutationID.random(using: &$0) } }

    /// A new account, signed in. A sign-up whose answer was lost is followed by a sign-in, as people do it.
    func signUp(_ name: String) async throws -> Person {
        do {
            return Person(
                stage: self, session: try await asking { try await $0.signUp(name: name, password: Self.password) })
        } catch ServiceError.form(.nameTaken) {
            return try await signIn(name)
        }
    }

    func signIn(_ name: String) async throws -> Person {
        Person(stage: self, session: try await asking { try await $0.signIn(name: name, password: Self.password) })
    }

    /// Asks until the network lets the answer through.
    func asking<T: Sendable>(_ request: (any CommentService) async throws -> T) async throws -> T {
        while true {
            do {
                return try await request(service)
            } catch ServiceError.offline, ServiceError.timedOut {
                try await pause(.milliseconds(500))
            }
        }
    }

    func pause(_ duration: Duration) async throws {
        try await time.sleep(until: time.now() + duration)
    }

    /// What the service says no with.
    func refusal<T: Sendable>(
        of request: (any CommentService) async throws -> T, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ServiceError {
        do {
            _ = try await asking(request)
        } catch let error as ServiceError {
            return error
        }
        return try #require(nil as ServiceError?, "it was not refused", sourceLocation: sourceLocation)
    }

    /// The whole list of posts, page by page.
    func posts(as session: Session?, pageSize: Int = 50) async throws -> [Post] {
        try await all(pageSize) { try await $0.posts($1, as: session) }
    }

    /// All comments of a post, page by page, the newest first.
    func comments(of post: String, as session: Session?, pageSize: Int = 50) async throws -> [Comments.Comment] {
        try await all(pageSize) { try await $0.comments(of: post, $1, as: session) }
    }

    private func all<R: Record>(
        _ pageSize: Int, _ request: (any CommentService, PageRequest) async throws -> Page<R>
    ) async throws -> [R] {
        var records: [R] = []
        var next: Cursor?
        repeat {
            let page = try await asking { try await request($0, PageRequest(after: next, limit: pageSize)) }
            #expect(page.records.count <= pageSize)
            records += page.records
            next = page.next
        } while next != nil
        return records
    }
}

/// How a mutation ended that was sent for as long as sending helps.
enum Ending: Equatable {
    case accepted(serverID: String?)
    case rejected(Failure)
    case needsSignIn
    case cannotTell
}
