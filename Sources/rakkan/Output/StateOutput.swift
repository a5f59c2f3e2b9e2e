import CommentPresenters
import Comments
import OptimisticState

/// An item's state as JSON names it.
struct StateOutput {
    let state: String
    let reason: JSON

    /// The state of an item: its first failure, or what its first pending mutation waits for.
    init(_ loadingState: LoadingState?, mutations: [MutationID], in store: OptimisticStore<Connection>) {
        guard let loadingState else {
            self.init(state: "sent", reason: .null)
            return
        }
        let entries = store.read { visible in mutations.compactMap { visible.entry($0) } }
        let entry = entries.first { $0.loadingState == loadingState }
        self.init(loadingState, mayHaveArrived: entry?.mayBeThere ?? false)
    }

    init(_ loadingState: LoadingState, mayHaveArrived: Bool) {
        switch loadingState {
        case .failure(let failure):
            self.init(
                state: "failed",
                reason: Self.reason(
                    failure.code, failure.words, mayHaveArrived: mayHaveArrived || failure.mayHaveArrived))
        case .loading(.queued(let other)):
            self.init(state: "queued", reason: other.map { Self.reason("in-order", blockedBy: $0) } ?? .null)
        case .loading(.sending):
            self.init(state: "sending", reason: .null)
        case .loading(.waiting(let until, let failure)):
            self.init(
                state: "waiting",
                reason: Self.reason(failure.code, failure.words, retryAt: until, mayHaveArrived: mayHaveArrived))
        case .loading(.blocked(let other)):
            self.init(state: "blocked", reason: Self.reason("blocked", blockedBy: other))
        case .loading(.needsSignIn):
            self.init(state: "blocked", reason: Self.reason(FailureCode.needsSignIn))
        case .loading(.quarantined):
            self.init(state: "quarantined", reason: Self.reason("newer-version"))
        }
    }

    private init(state: String, reason: JSON) {
        self.state = state
        self.reason = reason
    }

    private static func reason(
        _ code: String, _ text: String = "", retryAt: Timestamp? = nil, mayHaveArrived: Bool = false,
        blockedBy: MutationID? = nil
    ) -> JSON {
        .object([
            ("code", .string(code)), ("text", .string(text)), ("retryAt", .time(retryAt)),
            ("mayHaveArrived", .bool(mayHaveArrived)), ("blockedBy", .optional(blockedBy?.rawValue)),
        ])
    }
}

extension Ref {
    /// The mutation that created the record, if it was created here.
    var mutationID: MutationID? {
        if case .created(let id) = self { id } else { nil }
    }
}
