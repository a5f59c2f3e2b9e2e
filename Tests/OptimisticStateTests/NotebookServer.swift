import OptimisticState
import TestSupport

/// What a server of notes holds. It recognises mutation ids: the same one twice does its work once.
struct NotebookServer {
    private(set) var notes: [String: Note] = [:]
    /// The mutations whose work was done, with the id of what they created.
    private(set) var done: [MutationID: String?] = [:]
    /// How often a note with this first text was made.
    private(set) var creations: [String: Int] = [:]
    /// The mutation that made each note, also one that is gone.
    private(set) var makers: [String: MutationID] = [:]
    private var counted: [Ref<Folder>: Int] = [:]
    private var nextNumber: Int64 = 0

    enum Answer: Equatable {
        case accepted(String?)
        case refused
    }

    /// Does the work of one request, unless it is done already.
    mutating func perform(_ mutation: any Mutation<Desk>, _ attempt: Attempt) -> Answer {
        if let known = done[attempt.id] { return .accepted(known) }
        switch mutation {
        case let add as AddNote:
            nextNumber += 1
            let id = "n\(nextNumber)"
            if let under = add.under, attempt.serverID(of: under) == nil { return .refused }
            notes[id] = Note.sent(
                id, add.text, number: nextNumber, in: add.folder,
                under: add.under.flatMap { attempt.serverID(of: $0) }.map { .server($0) })
            creations[add.text, default: 0] += 1
            makers[id] = attempt.id
            done[attempt.id] = id
            return .accepted(id)
        case let edit as EditNote:
            guard let id = attempt.serverID(of: edit.note), notes[id] != nil else { return .refused }
            notes[id]?.text = edit.text
        case let delete as DeleteNote:
            guard let id = attempt.serverID(of: delete.note) else { return .refused }
            notes[id] = nil
        case let star as StarNote:
            guard let id = attempt.serverID(of: star.note), notes[id] != nil else { return .refused }
            notes[id]?.isStarred = star.wish
            notes[id]?.stars = star.wish ? 1 : 0
        case let mark as MarkNotes:
            guard let first = attempt.serverID(of: mark.first), let second = attempt.serverID(of: mark.second),
                notes[first] != nil, notes[second] != nil
            else { return .refused }
            notes[first]?.mark = mark.mark
            notes[second]?.mark = mark.mark
        case _:
            return .refused
        }
        done[attempt.id] = .some(nil)
        return .accepted(nil)
    }

    /// The user stars or unstars a note on another machine.
    mutating func starElsewhere(_ id: String) {
        guard let note = notes[id] else { return }
        notes[id]?.isStarred = !note.isStarred
        notes[id]?.stars = note.isStarred ? 0 : 1
    }

    /// Everything, as a reading that has all of it.
    var everything: [Said] {
        let records = notes.values.sorted { $0.place < $1.place }
        return records.map { .note($0, echoOf: creator(of: $0)) }
            + folders.map { .complete($0) }
            + folders.map { folder in .folder(Folder(ref: folder, notes: records.count { $0.folder == folder })) }
    }

    /// The copy of one record, as a reply or a live change carries it.
    func copy(of id: String) -> Said? {
        notes[id].map { .note($0, echoOf: creator(of: $0)) }
    }

    let folders: [Ref<Folder>] = [.server("a"), .server("b")]

    /// The mutation that made a note.
    func origin(of id: String) -> MutationID? { makers[id] }

    private func creator(of note: Note) -> MutationID? {
        guard case .server(let id) = note.ref else { return nil }
        return makers[id]
    }
}

/// One thing that the server says, which the store hears as a ``Confirmed`` and the model as it is.
enum Said {
    case note(Note, echoOf: MutationID?)
    case folder(Folder)
    /// The notes that were said are all that the folder has.
    case complete(Ref<Folder>)

    var confirmed: Confirmed {
        switch self {
        case .note(let note, let echo): .record(note, echoOf: echo)
        case .folder(let folder): .record(folder)
        case .complete(let folder): .complete(Scope<Note>(.folder(folder)))
        }
    }
}

/// How a request was answered, and what the answer says.
struct Reply {
    let outcome: Outcome
    var said: [Said] = []
}
