import OptimisticState
import TestSupport

// A small domain of its own: notes in folders. The core's tests know nothing of comments.

struct Folder: Record {
    let ref: Ref<Folder>
    var notes: Int
    static var recordName: String { "folder" }
    var scopes: [Scope<Folder>] { [Scope(.all)] }
    var order: Int { 0 }
    enum Key: ScopeKey { case all }
}

struct Note: Record {
    let ref: Ref<Note>
    let folder: Ref<Folder>
    /// What it answers.
    var under: Ref<Note>?
    var place: Place
    var text: String
    var isStarred = false
    var stars = 0
    /// What was last written across two notes.
    var mark = 0

    static var recordName: String { "note" }
    var scopes: [Scope<Note>] { [Scope(.folder(folder))] }
    var order: Place { place }

    enum Key: ScopeKey {
        case folder(Ref<Folder>)
        func resolved(by identities: borrowing Identities) -> Key {
            switch self {
            case .folder(let ref): .folder(identities.identity(of: ref))
            }
        }
    }

    struct Place: Comparable {
        let isPending: Bool
        let number: Int64
        static func < (first: Place, second: Place) -> Bool {
            (first.isPending ? 1 : 0, first.number) < (second.isPending ? 1 : 0, second.number)
        }
    }
}

/// What a notebook's server was asked, and the answer that it gives when the test says so.
final class Desk: Sendable {
    struct Request: Sendable {
        let attempt: Attempt
        let mutation: any Mutation<Desk>
    }
    struct Call: Sendable {
        let request: Request
        let answer: CheckedContinuation<Outcome, Never>
        var attempt: Attempt { request.attempt }
        var mutation: any Mutation<Desk> { request.mutation }
    }
    private let calls = Locked<[Call]>([])
    private let prompt = Locked<(@Sendable (Attempt, any Mutation<Desk>) -> Outcome?)?>(nil)

    /// Asked first: what it answers is answered before anyone waits for it.
    func answerAtOnce(_ answer: @escaping @Sendable (Attempt, any Mutation<Desk>) -> Outcome?) {
        prompt.withLock { $0 = answer }
    }

    /// What is in flight, the oldest first.
    var open: [Call] { calls.withLock { $0 } }

    func take(_ attempt: Attempt, _ mutation: any Mutation<Desk>) async -> Outcome {
        if let prompt = prompt.withLock({ $0 }), let outcome = prompt(attempt, mutation) { return outcome }
        return await withCheckedContinuation { answer in
            calls.withLock { $0.append(Call(request: Request(attempt: attempt, mutation: mutation), answer: answer)) }
        }
    }

    /// Answers the request of this mutation.
    func answer(_ id: MutationID, _ outcome: Outcome) {
        let call = calls.withLock { calls -> Call? in
            guard let index = calls.firstIndex(where: { $0.attempt.id == id }) else { return nil }
            return calls.remove(at: index)
        }
        call?.answer.resume(returning: outcome)
    }

    /// No one will answer any more.
    func close() {
        prompt.withLock { $0 = nil }
        let open = calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
        for call in open { call.answer.resume(returning: .unknown(Failure(code: "closed"))) }
    }
}

extension Ref {
    var creator: MutationID? {
        if case .created(let id) = self { id } else { nil }
    }
    var parents: [MutationID] { creator.map { [$0] } ?? [] }
}

protocol NotebookMutation: Mutation where Service == Desk {}

extension NotebookMutation {
    func send(_ attempt: Attempt, to desk: Desk) async -> Outcome { await desk.take(attempt, self) }
}

struct AddNote: NotebookMutation {
    let folder: Ref<Folder>
    var under: Ref<Note>?
    let text: String

    static var kind: Kind { Kind(name: "add", version: 1, afterFailure: .skips, whenFailed: .stays) }
    var lane: Lane { Lane("notes", on: folder) }
    var parents: [MutationID] { folder.parents + (under?.parents ?? []) }
    func effects(from origin: Origin) -> [Effect] {
        [
            .create(
                Note(
                    ref: .created(by: origin.id), folder: folder, under: under,
                    place: .init(isPending: true, number: origin.sequence),
                    text: text)),
            .add(1, to: \Folder.notes, of: folder),
        ]
    }
    func coalesced(with next: any Mutation<Desk>) -> Coalescing<Desk> {
        switch next {
        case let edit as EditNote: .rewrites(AddNote(folder: folder, under: under, text: edit.text))
        case is DeleteNote: .bothVanish
        case _: .keepBoth
        }
    }
}

struct EditNote: NotebookMutation {
    let note: Ref<Note>
    let text: String

    static var kind: Kind { Kind(name: "edit", version: 1, afterFailure: .blocks, whenFailed: .stays) }
    var lane: Lane { Lane("changes", on: note) }
    var parents: [MutationID] { note.parents }
    var amends: MutationID? { note.creator }
    func effects(from origin: Origin) -> [Effect] { [.update(note) { [text] in $0?.text = text }] }
    func coalesced(with next: any Mutation<Desk>) -> Coalescing<Desk> {
        next is EditNote || next is DeleteNote ? .supersedes : .keepBoth
    }
}

struct DeleteNote: NotebookMutation {
    let note: Ref<Note>

    static var kind: Kind { Kind(name: "delete", version: 1, afterFailure: .skips, whenFailed: .leaves) }
    var lane: Lane { Lane("changes", on: note) }
    var parents: [MutationID] { note.parents }
    var amends: MutationID? { note.creator }
    func effects(from origin: Origin) -> [Effect] { [.update(note) { $0 = nil }] }
    func coalesced(with next: any Mutation<Desk>) -> Coalescing<Desk> { next is DeleteNote ? .supersedes : .keepBoth }
}

struct StarNote: NotebookMutation {
    let note: Ref<Note>
    let wish: Bool

    static var kind: Kind { Kind(name: "star", version: 1, afterFailure: .skips, whenFailed: .leaves) }
    var lane: Lane { Lane("star", on: note) }
    var parents: [MutationID] { note.parents }
    func effects(from origin: Origin) -> [Effect] {
        [
            .update(note) { [wish] note in
                guard let shown = note else { return }
                note?.stars = max(0, shown.stars + (wish ? 1 : 0) - (shown.isStarred ? 1 : 0))
                note?.isStarred = wish
            }
        ]
    }
    func coalesced(with next: any Mutation<Desk>) -> Coalescing<Desk> { next is StarNote ? .supersedes : .keepBoth }
    func isAlreadySo(in visible: borrowing Visible<Desk>) -> Bool { visible.confirmed(note)?.isStarred == wish }
}

/// Changes two notes at once: each shows it until it is confirmed there.
struct MarkNotes: NotebookMutation {
    let first: Ref<Note>
    let second: Ref<Note>
    let mark: Int

    static var kind: Kind { Kind(name: "mark", version: 1, afterFailure: .blocks, whenFailed: .leaves) }
    var lane: Lane { Lane("marks") }
    var parents: [MutationID] { first.parents + second.parents }
    func effects(from origin: Origin) -> [Effect] {
        [first, second].map { ref in .update(ref) { [mark] in $0?.mark = mark } }
    }
}
