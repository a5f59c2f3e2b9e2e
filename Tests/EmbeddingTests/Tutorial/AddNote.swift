import OptimisticState

/// The way to the server: it says how a request ended, by class.
struct NoteServer: Sendable {
    let add: @Sendable (_ text: String, _ key: MutationID) async -> Outcome
}

/// The user has written a note.
struct AddNote: Mutation {
    let text: String

    /// `stays`: a refused note is still shown, marked. `skips`: it does not hold back the next one.
    static var kind: Kind { Kind(name: "add-note", version: 1, afterFailure: .skips, whenFailed: .stays) }
    var lane: Lane { Lane("notes") }

    func effects(from origin: Origin) -> [Effect] {
        [.create(Note(ref: .created(by: origin.id), text: text, place: origin.sequence))]
    }

    func send(_ attempt: Attempt, to server: NoteServer) async -> Outcome {
        await server.add(text, attempt.id)
    }
}
