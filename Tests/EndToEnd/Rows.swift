/// What `--json` writes: `docs/json.md`. A key that is missing fails the decoding, null does not.
struct CommentRow: Decodable, Equatable {
    let id: String?
    let mutationID: String?
    let author: String
    let text: String
    let createdAt: String
    let edited: Bool
    let favourites: Int
    let favourited: Bool
    let state: String
    let reason: Reason?
}

struct PostRow: Decodable, Equatable {
    let id: String?
    let title: String
    let text: String
    let author: String
    let createdAt: String
    let favourites: Int
    let favourited: Bool
    let comments: Int
    let state: String
    let reason: Reason?
}

/// What waits. Held loosely: only what a script needs to act on it.
struct OutboxRow: Decodable, Equatable {
    let mutationID: String
    let state: String
    let reason: Reason?
}

struct Reason: Decodable, Equatable {
    let code: String
    let text: String
    let retryAt: String?
    let mayHaveArrived: Bool?
    let blockedBy: String?
}
