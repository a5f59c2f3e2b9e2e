import OptimisticState

/// Whether the store shows what the model says.
extension Life {
    /// A row of a list.
    struct Row: Equatable {
        let id: Ref<Note>
        let text: String
        let under: Ref<Note>?
        let stars: Int
        let isStarred: Bool
        let mark: Int
        let state: LoadingState?
        let mutations: [MutationID]

        init(_ id: Ref<Note>, _ note: Note, _ state: LoadingState?, _ mutations: [MutationID]) {
            self.id = id
            text = note.text
            under = note.under
            stars = note.stars
            isStarred = note.isStarred
            mark = note.mark
            self.state = state
            self.mutations = mutations
        }
    }

    struct Waiting: Equatable {
        let id: MutationID
        let payload: String
        let state: LoadingState
        let attempts: Int
        let mayHaveArrived: Bool
    }

    struct Sent: Equatable {
        let id: MutationID
        let number: Int
        let mayHaveArrived: Bool
        let serverIDs: [String?]
        let payload: String
    }

    func differenceFromModel(_ scene: Scene) -> String? {
        difference("is shown", shown(scene), shownByModel)
            ?? differenceOfCounts(scene)
            ?? difference("waits", waiting(scene), waitingInModel)
            ?? difference("is on the wire", sent, sentByModel)
            ?? differenceOfNames(scene)
    }

    private func differenceOfCounts(_ scene: Scene) -> String? {
        for (folder, count) in zip(server.folders, scene.counts) where count != model.count(of: folder) {
            func words(_ count: Int?) -> String { count.map { "\($0) notes" } ?? "nothing" }
            return "\(folder.called) says \(words(count)), and ought to say \(words(model.count(of: folder)))"
        }
        return nil
    }

    private func differenceOfNames(_ scene: Scene) -> String? {
        for (id, name) in scene.names where name != (model.makers[id] == nil ? nil : id) {
            return "what the server calls \(id) is known as \(name ?? "nothing")"
        }
        return nil
    }

    /// The first that differs.
    private func difference<T: Equatable>(_ what: String, _ found: [T], _ expected: [T]) -> String? {
        guard found != expected else { return nil }
        let index = zip(found, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(found.count, expected.count)
        func words(_ list: [T]) -> String { index < list.count ? "\(list[index])" : "nothing" }
        return "\(words(found)) \(what), and ought to be \(words(expected))"
    }

    private func shown(_ scene: Scene) -> [Row] {
        scene.items.map { Row($0.id, $0.record, $0.loadingState, $0.mutations) }
    }

    private var shownByModel: [Row] {
        let shown = model.shown
        return server.folders.flatMap { folder in
            shown.filter { $0.note.folder == folder }.map { ref, note in
                let (ids, state) = model.pending(on: ref)
                return Row(ref, note, state, ids)
            }
        }
    }

    private func waiting(_ scene: Scene) -> [Waiting] {
        scene.outbox.map { entry in
            Waiting(
                id: entry.id, payload: entry.mutation.map(model.payload) ?? "", state: entry.loadingState,
                attempts: entry.attempts, mayHaveArrived: entry.mayHaveArrived)
        }
    }

    private var waitingInModel: [Waiting] {
        model.outbox.map { entry in
            Waiting(
                id: entry.id, payload: model.payload(of: entry.mutation), state: model.loadingState(entry),
                attempts: entry.attempts, mayHaveArrived: entry.mayHaveArrived)
        }
    }

    private var sent: [Sent] {
        process.desk.open.map { call in
            Sent(
                id: call.attempt.id, number: call.attempt.number, mayHaveArrived: call.attempt.mayHaveArrived,
                serverIDs: model.named(by: call.mutation).map { call.attempt.serverID(of: $0) },
                payload: model.payload(of: call.mutation))
        }
    }

    private var sentByModel: [Sent] {
        model.wire.map { request in
            Sent(
                id: request.id, number: request.number, mayHaveArrived: request.mayHaveArrived,
                serverIDs: request.serverIDs, payload: request.payload)
        }
    }
}

// As a person reads them.

extension Life.Row: CustomStringConvertible {
    var description: String {
        let star = isStarred ? ", starred" : ""
        let state = state.map { ", \($0.words) by \(mutations.map(\.rawValue).joined(separator: " "))" } ?? ""
        return "\(id.called): “\(text)”\(star), \(stars) stars, mark \(mark)\(state)"
    }
}

extension Life.Waiting: CustomStringConvertible {
    var description: String {
        "\(id) “\(payload)”, \(state.words), \(attempts) attempts\(mayHaveArrived ? ", may have arrived" : "")"
    }
}

extension Life.Sent: CustomStringConvertible {
    var description: String {
        let names = serverIDs.map { $0 ?? "?" }.joined(separator: " ")
        return "\(id) “\(payload)” on [\(names)], attempt \(number)\(mayHaveArrived ? ", may have arrived" : "")"
    }
}

extension LoadingState {
    fileprivate var words: String {
        switch self {
        case .loading(.queued(let other)): "queued" + (other.map { " behind \($0)" } ?? "")
        case .loading(.sending): "being sent"
        case .loading(.waiting(let until, let failure)):
            "waiting" + (until.map { " until \($0.milliseconds % 1_000_000) ms" } ?? "") + ", \(failure.code)"
        case .loading(.blocked(let other)): "blocked on \(other)"
        case .loading(.needsSignIn): "waiting for a sign-in"
        case .loading(.quarantined): "quarantined"
        case .failure(let failure): "failed, \(failure.code)"
        }
    }
}
