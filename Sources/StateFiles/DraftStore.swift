import Glibc
import OptimisticState

/// What was typed and not sent, of one account: on disk with every key, so that a kill loses the last one at most.
///
/// A draft is known by a name: any text, the same for ever for what it is written for.
///
/// A draft that a composer has open belongs to its process. A second terminal that opens the same composer starts with
/// nothing and keeps a file of its own; neither overwrites the other, and what is left over is found by the next.
///
/// Everything here throws ``StateFileError`` and nothing else.
package final class DraftStore: Sendable {
    private let folder: String
    private let open = Locked<[String: DraftLog]>([:])

    /// How many terminals can write for the same key at once; more are refused.
    private static let slots = 16

    /// - Parameter account: Names the service and the account; any text.
    package init(directory: String, account: String) {
        folder = directory + "/" + safeName(account)
    }

    /// The newest text that was saved, nil if there is none; from here it belongs to this process.
    package func load(named name: String) throws -> String? {
        try open.withLock { open in
            if open[name] == nil { open[name] = try leftOver(name) }
            guard let text = open[name]?.text, !text.isEmpty else { return nil }
            return text
        }
    }

    /// Appends what changed: one write without a sync. A draft that is the same writes nothing.
    ///
    /// - Complexity: O(length of the draft), to find what changed.
    package func save(_ text: String, named name: String) throws {
        try open.withLock { open in
            let log = try open[name] ?? free(name)
            open[name] = log
            try log.save(text)
        }
    }

    /// Takes the draft away: it was sent, or discarded.
    package func clear(named name: String) throws {
        try open.withLock { open in
            let log = try open[name] ?? leftOver(name)
            try log?.remove()
            open[name] = nil
        }
    }

    /// Keeps the draft and lets other terminals take it up.
    package func release(named name: String) {
        open.withLock { open in
            if let log = open[name], log.text.isEmpty { try? log.remove() }
            open[name] = nil
        }
    }

    /// The first log that holds a text and that nobody has open.
    private func leftOver(_ name: String) throws(StateFileError) -> DraftLog? {
        for slot in 0..<Self.slots {
            if let log = try DraftLog.open(path(name, slot), creating: false), !log.text.isEmpty { return log }
        }
        return nil
    }

    /// The first log that holds nothing and that nobody has open.
    private func free(_ name: String) throws(StateFileError) -> DraftLog {
        try makeFolder(folder)
        for slot in 0..<Self.slots {
            if let log = try DraftLog.open(path(name, slot), creating: true), log.text.isEmpty { return log }
        }
        throw StateFileError(folder, number: EBUSY)
    }

    private func path(_ name: String, _ slot: Int) -> String { "\(folder)/\(safeName(name)).\(slot)" }
}
