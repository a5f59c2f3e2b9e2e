import Glibc
import OptimisticState

/// What was typed and not sent, of one account: on disk with every key, so that a kill loses the last one at most.
///
/// A draft that a composer has open belongs to its process. A second terminal that opens the same composer starts with
/// nothing and keeps a file of its own; neither overwrites the other, and what is left over is found by the next.
///
/// Everything here throws ``StateFileError`` and nothing else.
package final class DraftStore: Sendable {
    private let folder: String
    private let open = Locked<[DraftKey: DraftLog]>([:])

    /// How many terminals can write for the same key at once; more are refused.
    private static let slots = 16

    /// - Parameter account: Names the service and the account; any text.
    package init(directory: String, account: String) {
        folder = directory + "/" + safeName(account)
    }

    /// The newest text that was saved, nil if there is none; from here it belongs to this process.
    package func load(_ key: DraftKey) throws -> Draft? {
        try open.withLock { open in
            if open[key] == nil { open[key] = try leftOver(key) }
            guard let draft = open[key]?.draft, !draft.isEmpty else { return nil }
            return draft
        }
    }

    /// Appends what changed: one write without a sync. A draft that is the same writes nothing.
    ///
    /// - Complexity: O(length of the draft), to find what changed.
    package func save(_ draft: Draft, for key: DraftKey) throws {
        try open.withLock { open in
            let log = try open[key] ?? free(key)
            open[key] = log
            try log.save(draft)
        }
    }

    /// Takes the draft away: it was sent, or discarded.
    package func clear(_ key: DraftKey) throws {
        try open.withLock { open in
            let log = try open[key] ?? leftOver(key)
            try log?.remove()
            open[key] = nil
        }
    }

    /// Keeps the draft and lets other terminals take it up.
    package func release(_ key: DraftKey) {
        open.withLock { open in
            if let log = open[key], log.draft.isEmpty { try? log.remove() }
            open[key] = nil
        }
    }

    /// The first log that holds a text and that nobody has open.
    private func leftOver(_ key: DraftKey) throws(StateFileError) -> DraftLog? {
        for slot in 0..<Self.slots {
            if let log = try DraftLog.open(path(key, slot), creating: false), !log.draft.isEmpty { return log }
        }
        return nil
    }

    /// The first log that holds nothing and that nobody has open.
    private func free(_ key: DraftKey) throws(StateFileError) -> DraftLog {
        try makeFolder(folder)
        for slot in 0..<Self.slots {
            if let log = try DraftLog.open(path(key, slot), creating: true), log.draft.isEmpty { return log }
        }
        throw StateFileError(folder, number: EBUSY)
    }

    private func path(_ key: DraftKey, _ slot: Int) -> String { "\(folder)/\(safeName(key.name)).\(slot)" }
}
