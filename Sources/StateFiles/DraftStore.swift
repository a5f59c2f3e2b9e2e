import Glibc
import OptimisticState

/// What was typed and not sent, of one account: on disk with every key, so that a kill loses nothing that was typed.
///
/// A draft is known by a name: any text, the same for ever for what it is written for.
///
/// A draft that a composer has open belongs to its process, by a lock that the kernel takes away when the process ends. A
/// second terminal that opens the same composer gets a file of its own; neither overwrites the other, and what is left over
/// is found by the next.
///
/// Everything here throws ``StateFileError`` and nothing else.
package final class DraftStore: Sendable {
    /// A draft as it was found.
    package struct Found: Hashable, Sendable {
        /// Empty if there is none.
        package var text = ""
        /// Another terminal has the same one open.
        package var isOpenElsewhere = false
        /// The process of that terminal, where it can be found out.
        package var process: Int?
        /// What an editor was writing when its client ended.
        package var isFromEditor = false

        package init(text: String = "", isFromEditor: Bool = false) {
            self.text = text
            self.isFromEditor = isFromEditor
        }
    }

    private struct State {
        var open: [String: DraftLog] = [:]
        /// The drafts that are not open here: their names by the safe ones. Nil for what was found and is too long to be read
        /// back. Views ask for them in each frame, so that they are read once.
        var kept: [String: String?]
    }

    private let folder: String
    private let longest: Int?
    private let state: Locked<State>

    /// How many terminals can write for the same name at once; more are refused.
    private static let slots = 16

    /// - Parameters:
    ///   - account: Names the service and the account; any text.
    ///   - longest: How many bytes of a text are kept; nil for any number. Longer ones are refused as a full disk would.
    package init(directory: String, account: String, longest: Int? = nil) {
        self.longest = longest
        let folder = directory + "/" + safeName(account)
        self.folder = folder
        state = Locked(
            State(
                kept: Dictionary(uniqueKeysWithValues: DraftFile.names(in: folder).map { ($0, text(ofSafeName: $0)) })))
    }

    /// Takes a draft up: from here it belongs to this process until ``release(named:)`` or ``clear(named:)``.
    package func open(named name: String) throws -> Found {
        try state.withLock { state in
            state.kept[safeName(name)] = nil
            if let log = state.open[name] { return Found(text: log.text) }
            return try Self.open(name, in: folder, &state)
        }
    }

    /// Appends a change of an open draft: one write without a sync.
    ///
    /// - Returns: false if it does not fit what is there; nothing was written then.
    /// - Complexity: O(length of the change), but for moving what stands behind it.
    package func append(offset: Int, removed: Int, inserted: [UInt8], to name: String) throws -> Bool {
        try state.withLock { state in
            guard let log = state.open[name] else { return false }
            try check(log.count - removed + inserted.count)
            return try log.append(DraftRecord(offset: offset, removed: removed, inserted: inserted))
        }
    }

    /// Puts a text in the place of the draft: what changed is appended. A draft that is the same writes nothing.
    ///
    /// - Complexity: O(length of the draft), to find what changed.
    package func save(_ text: String, named name: String) throws {
        try check(text.utf8.count)
        try state.withLock { state in
            if state.open[name] == nil { _ = try Self.open(name, in: folder, &state) }
            try state.open[name]?.save(text)
        }
    }

    private func check(_ count: Int) throws(StateFileError) {
        if let longest, count > longest { throw StateFileError(folder, number: EFBIG) }
    }

    /// Takes the draft away: it was sent, or discarded.
    package func clear(named name: String) throws {
        try state.withLock { state in
            if state.open[name] == nil { _ = try Self.open(name, in: folder, &state) }
            let log = state.open.removeValue(forKey: name)
            state.kept[safeName(name)] = nil
            try log?.remove()
        }
    }

    /// Keeps the draft and lets other terminals take it up. An empty one goes.
    package func release(named name: String) {
        state.withLock { state in
            guard let log = state.open.removeValue(forKey: name) else { return }
            if log.isEmpty { try? log.remove() } else { state.kept[safeName(name)] = .some(name) }
        }
    }

    /// Whether a draft that is not open here has a name that begins so. Looks at no disk: of what other terminals keep,
    /// only what was there at the start is known.
    package func holdsDraft(under prefix: String) -> Bool {
        state.withLock { state in
            guard !state.kept.isEmpty else { return false }
            let prefix = safeName(prefix)
            return state.kept.keys.contains { $0.hasPrefix(prefix) }
        }
    }

    /// The names of the drafts that are not open here and begin so; as ``holdsDraft(under:)`` knows them. A name that was
    /// too long for a file's name is not among those of an earlier run.
    package func drafts(under prefix: String) -> [String] {
        state.withLock { state in
            guard !state.kept.isEmpty else { return [] }
            return state.kept.values.compactMap { $0 }.filter { $0.hasPrefix(prefix) }
        }
    }

    /// Whether a draft that is not open here has this name; as ``holdsDraft(under:)`` knows it.
    package func holdsDraft(named name: String) -> Bool {
        state.withLock { $0.kept.keys.contains(safeName(name)) }
    }

    // MARK: The editor's file

    /// Writes the text of an open draft into a file for an editor.
    ///
    /// - Returns: its path.
    package func beginEditing(_ text: String, named name: String) throws -> String {
        try state.withLock { state in
            if state.open[name] == nil { _ = try Self.open(name, in: folder, &state) }
            guard let log = state.open[name] else { throw StateFileError(folder, number: EBUSY) }
            return try log.editorFile.begin(text)
        }
    }

    /// What the editor made of its file. The file stays, under another name, until the draft goes.
    package func endEditing(named name: String) throws -> String {
        try state.withLock { state in
            guard let log = state.open[name] else { throw StateFileError(folder, number: ENOENT) }
            return try log.editorFile.end()
        }
    }

    // MARK: Slots

    /// Opens the first log that holds a text and that nobody has open, else one that holds nothing.
    private static func open(
        _ name: String, in folder: String, _ state: inout State
    ) throws(StateFileError) -> Found {
        try makeFolder(folder)
        var found = Found()
        var free: [DraftFile] = []
        for slot in 0..<slots {
            let file = DraftFile(folder: folder, name: safeName(name), slot: slot)
            switch try DraftLog.open(file, creating: file.hasEditorFile) {
            case .missing: free.append(file)
            case .foreign: break
            case .busy(let process):
                found.isOpenElsewhere = true
                found.process = found.process ?? process
            case .opened(let log):
                found.isFromEditor = try log.takeEditorFile()
                guard log.isEmpty else {
                    found.text = log.text
                    state.open[name] = log
                    return found
                }
                free.append(file)
            }
        }
        for file in free {
            guard case .opened(let log) = try DraftLog.open(file, creating: true), log.isEmpty else { continue }
            state.open[name] = log
            return found
        }
        throw StateFileError(folder, number: EBUSY)
    }
}
