import OptimisticState

/// What the server has. Nothing about loading or failing is in it.
struct Note: Record {
    let ref: Ref<Note>
    let text: String
    let place: Int64

    static var recordName: String { "note" }
    var scopes: [Scope<Note>] { [.notes] }
    var order: Int64 { place }

    enum Key: ScopeKey { case notes }
}

extension Scope<Note> {
    static let notes = Scope(.notes)
}
