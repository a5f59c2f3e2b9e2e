import OptimisticState

/// The list of the talk: what it shows, and what can be done to a row.
final class NoteList: Sendable {
    private let store: OptimisticStore<NoteServer>

    init(journal: any Journal<NoteServer>, time: any Timekeeper) throws {
        store = try OptimisticStore(
            journal: journal, time: time,
            makeID: {
                var generator = SystemRandomNumberGenerator()
                return .random(using: &generator)
            },
            jitter: { .random(in: 0..<1) })
    }

    /// Sends what is written, for as long as the task runs. Nothing is sent a second time by itself.
    func send(to server: NoteServer) async {
        await store.drain(to: server, retries: .manual)
    }

    /// On disk, and in the list, on return.
    @discardableResult
    func write(_ text: String) -> MutationID { store.enqueue(AddNote(text: text)) }

    /// The first thirty, all as of one moment.
    var rows: [Item<Note>] { store.read { $0.items(in: .notes, 0..<30) } }

    /// Tells when `rows` reads differently.
    var changes: AsyncStream<Revision> { store.changes(in: [AnyScope(Scope.notes)]) }

    /// Sends a row that failed again: the same id, in its old place.
    func resend(_ row: Item<Note>) {
        for id in row.mutations { store.retry(id) }
    }

    /// Takes a row that failed away. Its text comes back, for the field that it was written in.
    func withdraw(_ row: Item<Note>) -> [String] {
        row.mutations.flatMap { store.discard($0) }.compactMap { ($0 as? AddNote)?.text }
    }

    /// The talk's own rule: what is on its way can't be changed, and its buttons are dimmed.
    func canBeChanged(_ row: Item<Note>) -> Bool {
        if case .loading = row.loadingState { false } else { true }
    }

    func settled(_ id: MutationID) async -> Settled { await store.settled(id) }
}
