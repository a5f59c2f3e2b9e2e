/// What was changed, so that it can be undone and done again.
///
/// What belongs together is undone together: a word that was typed with the blanks behind it, a run of one deleting key.
/// A paste, a cut and a visit to the editor are one step each.
struct EditHistory: Hashable, Sendable {
    /// What a change may be one more of.
    enum Run: Hashable, Sendable {
        case typing, deletingBackward, deletingForward
        case single
    }

    private struct Entry: Hashable {
        var edit: TextEdit
        /// Where the cursor was before.
        let cursor: Int
        var size: Int { edit.removed.count + edit.inserted.count }
    }

    private var done: [Entry] = []
    private var undone: [Entry] = []
    private var run = Run.single
    private var size = 0

    /// How many bytes are remembered: several pastes of a megabyte.
    private static let mostBytes = 16 << 20

    /// - Complexity: O(length of the edit), amortised.
    mutating func record(_ edit: TextEdit, as run: Run, cursor: Int) {
        undone = []
        size += edit.removed.count + edit.inserted.count
        if run != self.run || !join(edit, to: run) { done.append(Entry(edit: edit, cursor: cursor)) }
        self.run = run
        while size > Self.mostBytes, done.count > 1 { size -= done.removeFirst().size }
    }

    /// The next change begins a step of its own.
    mutating func endRun() { run = .single }

    /// What undoes the last step, and where the cursor was before it.
    mutating func undo() -> (edit: TextEdit, cursor: Int)? {
        guard let entry = done.popLast() else { return nil }
        size -= entry.size
        undone.append(entry)
        endRun()
        return (entry.edit.inverse, entry.cursor)
    }

    /// What does the step again that was undone last.
    mutating func redo() -> TextEdit? {
        guard let entry = undone.popLast() else { return nil }
        size += entry.size
        done.append(entry)
        endRun()
        return entry.edit
    }

    /// - Returns: false if the edit is not one more of the last step.
    private mutating func join(_ edit: TextEdit, to run: Run) -> Bool {
        guard let index = done.indices.last else { return false }
        let offset = done[index].edit.offset
        switch run {
        case .single: return false
        case .typing:
            let length = done[index].edit.inserted.count
            guard edit.removed.isEmpty, edit.offset == offset + length else { return false }
            let beginsWord = done[index].edit.inserted.last.isBlank && !edit.inserted.first.isBlank
            if beginsWord { return false }
            done[index].edit.inserted += edit.inserted
        case .deletingBackward:
            guard edit.offset + edit.removed.count == offset else { return false }
            done[index].edit.removed.insert(contentsOf: edit.removed, at: 0)
            done[index].edit.offset = edit.offset
        case .deletingForward:
            guard edit.offset == offset else { return false }
            done[index].edit.removed += edit.removed
        }
        return true
    }
}

extension UInt8? {
    fileprivate var isBlank: Bool { self == 32 || self == 10 }
}
