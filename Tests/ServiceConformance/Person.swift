import Comments
import OptimisticState
import TestSupport
import Testing

/// An account that does things, repeating what the network lost as the drainer does: under the same id.
struct Person: Sendable {
    let stage: Stage
    let session: Session

    func submit(_ operation: Operation, id: MutationID? = nil) async throws -> Ending {
        let id = id ?? stage.newID()
        var mayHaveArrived = false
        while true {
            switch await stage.service.submit(operation, id: id, mayHaveArrived: mayHaveArrived, as: session) {
            case .accepted(let serverID, _): return .accepted(serverID: serverID)
            case .rejected(let failure): return .rejected(failure)
            case .needsSignIn: return .needsSignIn
            case .cannotTell: return .cannotTell
            case .unknown: mayHaveArrived = true
            case .offline, .transient: break
            }
            try await stage.pause(.milliseconds(500))
        }
    }

    /// Does what has to work.
    func perform(
        _ operation: Operation, id: MutationID? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let ending = try await submit(operation, id: id)
        guard case .accepted = ending else {
            Issue.record("\(operation) ended as \(ending)", sourceLocation: sourceLocation)
            return
        }
    }

    /// Makes what has to be made, and tells its id.
    func make(
        _ operation: Operation, id: MutationID? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let ending = try await submit(operation, id: id)
        guard case .accepted(let serverID) = ending else {
            return try #require(nil as String?, "\(operation) ended as \(ending)", sourceLocation: sourceLocation)
        }
        return try #require(serverID, sourceLocation: sourceLocation)
    }

    /// What an operation that must not work is refused with.
    func refusal(
        of operation: Operation, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Failure {
        let ending = try await submit(operation)
        guard case .rejected(let failure) = ending else {
            return try #require(nil as Failure?, "\(operation) ended as \(ending)", sourceLocation: sourceLocation)
        }
        return failure
    }

    func addPost(_ title: String = "a title", _ text: String = "a text") async throws -> String {
        try await make(.addPost(title: title, text: text))
    }

    func addComment(to post: String, under parent: String? = nil, _ text: String = "a comment") async throws -> String {
        try await make(.addComment(post: post, parent: parent, text: text))
    }

    func posts(pageSize: Int = 50) async throws -> [Post] {
        try await stage.posts(as: session, pageSize: pageSize)
    }

    func comments(of post: String, pageSize: Int = 50) async throws -> [Comments.Comment] {
        try await stage.comments(of: post, as: session, pageSize: pageSize)
    }

    func post(_ id: String) async throws -> Post { try await stage.asking { try await $0.post(id, as: session) } }

    func comment(_ id: String) async throws -> Comments.Comment {
        try await stage.asking { try await $0.comment(id, as: session) }
    }
}

extension Record {
    /// The server's id; empty for a record that is named otherwise, which no service may answer.
    var serverID: String {
        switch ref {
        case .server(let id): id
        case .created: ""
        }
    }
}
