import OptimisticState

// A to-do app, made with what the library offers to everyone: one record, three acts, a server, a journal, a clock.

struct Chore: Record {
    let ref: Ref<Chore>
    var title: String
    var isDone = false
    var place: Int64

    static var recordName: String { "chore" }
    var scopes: [Scope<Chore>] { [Scope(.all)] }
    var order: Int64 { place }
    enum Key: ScopeKey { case all }

    static let list = Scope<Chore>(.all)
}

struct AddChore: Mutation {
    let title: String

    static var kind: Kind { Kind(name: "add-chore", version: 1, afterFailure: .skips, whenFailed: .stays) }
    var lane: Lane { Lane("chores") }
    func effects(from origin: Origin) -> [Effect] {
        [.create(Chore(ref: .created(by: origin.id), title: title, place: origin.sequence))]
    }
    func coalesced(with next: any Mutation<ChoreServer>) -> Coalescing<ChoreServer> {
        next is RemoveChore ? .bothVanish : .keepBoth
    }
    func send(_ attempt: Attempt, to server: ChoreServer) async -> Outcome {
        await server.add(title, id: attempt.id)
    }
}

struct FinishChore: Mutation {
    let chore: Ref<Chore>
    let isDone: Bool

    static var kind: Kind { Kind(name: "finish-chore", version: 1, afterFailure: .skips, whenFailed: .leaves) }
    var lane: Lane { Lane("done", on: chore) }
    var parents: [MutationID] { chore.creator.map { [$0] } ?? [] }
    func effects(from origin: Origin) -> [Effect] { [.update(chore) { [isDone] in $0?.isDone = isDone }] }
    func coalesced(with next: any Mutation<ChoreServer>) -> Coalescing<ChoreServer> {
        next is FinishChore ? .supersedes : .keepBoth
    }
    func isAlreadySo(in visible: borrowing Visible<ChoreServer>) -> Bool { visible.confirmed(chore)?.isDone == isDone }
    func send(_ attempt: Attempt, to server: ChoreServer) async -> Outcome {
        guard let id = attempt.serverID(of: chore) else { return .rejected(Failure(code: "unknown")) }
        return await server.set(id, isDone: isDone)
    }
}

struct RemoveChore: Mutation {
    let chore: Ref<Chore>

    static var kind: Kind { Kind(name: "remove-chore", version: 1, afterFailure: .skips, whenFailed: .leaves) }
    var lane: Lane { Lane("removal", on: chore) }
    var parents: [MutationID] { chore.creator.map { [$0] } ?? [] }
    var amends: MutationID? { chore.creator }
    func effects(from origin: Origin) -> [Effect] { [.update(chore) { $0 = nil }] }
    func send(_ attempt: Attempt, to server: ChoreServer) async -> Outcome {
        guard let id = attempt.serverID(of: chore) else { return .rejected(Failure(code: "unknown")) }
        return await server.remove(id)
    }
}

extension Ref {
    var creator: MutationID? {
        switch self {
        case .server: nil
        case .created(let id): id
        }
    }
}

/// Where chores live. Recognises mutation ids.
actor ChoreServer {
    private var chores: [String: Chore] = [:]
    private var made: [MutationID: String] = [:]
    /// Titles that it refuses.
    private let refused: Set<String>

    init(refusing refused: Set<String> = []) { self.refused = refused }

    func add(_ title: String, id: MutationID) -> Outcome {
        if refused.contains(title) { return .rejected(Failure(code: "refused", status: 422)) }
        let name = made[id] ?? "chore-\(made.count + 1)"
        made[id] = name
        let chore = chores[name] ?? Chore(ref: .server(name), title: title, place: Int64(made.count))
        chores[name] = chore
        return .accepted(serverID: name, said: [.record(chore, echoOf: id)])
    }

    func set(_ id: String, isDone: Bool) -> Outcome {
        chores[id]?.isDone = isDone
        return .accepted(serverID: nil, said: [])
    }

    func remove(_ id: String) -> Outcome {
        chores[id] = nil
        return .accepted(serverID: nil, said: [.removed(Ref<Chore>.server(id))])
    }

    var all: [Chore] { chores.values.sorted { $0.place < $1.place } }
}
