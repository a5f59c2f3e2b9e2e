import CommentPresenters
import OptimisticState

/// Drafts in memory.
package final class KeptDrafts: DraftKeeper {
    private struct State {
        var texts: [String: [UInt8]] = [:]
        var open: Set<String> = []
        var appended = 0
        var isFull = false
    }
    private let state = Locked(State())
    /// What the next one that is opened is found with.
    package let next = Locked(OpenedDraft())

    package init() {}

    package var all: [String: String] {
        state.withLock { $0.texts.mapValues { String(decoding: $0, as: UTF8.self) } }
    }
    package var texts: [String] { Array(all.values) }
    /// The bytes that single changes brought: whole texts are not counted.
    package var appended: Int { state.withLock { $0.appended } }
    /// A disk that takes nothing.
    package var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    package func open(_ name: String) -> OpenedDraft {
        var found = next.withLock { $0 }
        state.withLock { state in
            state.open.insert(name)
            found.text = String(decoding: state.texts[name] ?? [], as: UTF8.self)
        }
        return found
    }
    package func append(_ edit: TextEdit, to name: String) -> Bool {
        state.withLock { state in
            let range = edit.offset..<edit.offset + edit.removed.count
            guard !state.isFull, Array(state.texts[name, default: []][range]) == edit.removed else { return false }
            state.texts[name, default: []].replaceSubrange(range, with: edit.inserted)
            state.appended += edit.inserted.count
            return true
        }
    }
    package func keep(_ text: String, as name: String) -> Bool {
        state.withLock { state in
            if !state.isFull { state.texts[name] = Array(text.utf8) }
            return !state.isFull
        }
    }
    package func close(_ name: String) {
        state.withLock { state in
            state.open.remove(name)
            if state.texts[name]?.isEmpty ?? false { state.texts[name] = nil }
        }
    }
    package func forget(_ name: String) {
        state.withLock { state in
            state.open.remove(name)
            state.texts[name] = nil
        }
    }
    package func hasDraft(named name: String) -> Bool {
        state.withLock { $0.texts[name] != nil && !$0.open.contains(name) }
    }
    package func names(under prefix: String) -> [String] {
        state.withLock { state in
            state.texts.keys.filter { $0.hasPrefix(prefix) && !state.open.contains($0) }
        }
    }
    package func hasDraft(under prefix: String) -> Bool {
        state.withLock { state in
            state.texts.keys.contains { $0.hasPrefix(prefix) && !state.open.contains($0) }
        }
    }
}
