import Glibc

/// The file of one draft: every change appended by one write, so that a kill at any byte costs the last change at most.
///
/// It is locked (`flock`) while it is open. The kernel lets go of the lock of a process that is killed.
final class DraftLog {
    private var file: OpenFile
    private var title: [UInt8] = []
    private var text: [UInt8] = []
    /// Where the next record goes; what lies behind it is a tail that a kill cut.
    private var length = 0

    /// So that a later format can't be taken for this one.
    private static let mark = Array("RKD1".utf8)

    var draft: Draft {
        Draft(title: String(decoding: title, as: UTF8.self), text: String(decoding: text, as: UTF8.self))
    }

    /// Opens the log and replays it.
    ///
    /// - Returns: nil if it is not there and `creating` is false, if another process has it, or if it is of another
    ///   format.
    static func open(_ path: String, creating: Bool) throws(StateFileError) -> DraftLog? {
        let file: OpenFile
        do {
            file = try OpenFile(path, O_RDWR | (creating ? O_CREAT : 0))
        } catch {
            if error.number == ENOENT && !creating { return nil }
            throw error
        }
        guard file.lock(), file.isStillNamed else { return nil }
        let bytes = try file.readAll()
        let log = DraftLog(file: file)
        guard log.replay(bytes) else { return nil }
        return log
    }

    private init(file: OpenFile) {
        self.file = file
    }

    /// Appends what changed. Equal drafts write nothing.
    func save(_ draft: Draft) throws(StateFileError) {
        let (newTitle, newText) = (Array(draft.title.utf8), Array(draft.text.utf8))
        let records = [
            DraftRecord(.title, from: title, to: newTitle), DraftRecord(.text, from: text, to: newText),
        ].compactMap { $0 }
        guard !records.isEmpty else { return }
        if length > 4_096 + 4 * (newTitle.count + newText.count) {
            try compact(newTitle, newText)
        } else {
            let bytes = (length == 0 ? Self.mark : []) + records.flatMap(\.encoded)
            do {
                try file.write(bytes, at: length)
            } catch {
                // A disk that became full half-way: what is there is a cut tail.
                try? file.truncate(to: length)
                throw error
            }
            length += bytes.count
        }
        (title, text) = (newTitle, newText)
    }

    /// Takes the file away.
    func remove() throws(StateFileError) {
        try file.remove()
    }

    /// Puts a log of one record into the place of this one. Whoever waits for the old file finds that its name has gone
    /// to another.
    private func compact(_ title: [UInt8], _ text: [UInt8]) throws(StateFileError) {
        let path = file.path
        let new = try OpenFile(path + ".new", O_RDWR | O_CREAT | O_TRUNC)
        _ = new.lock()
        let records = [DraftRecord(.title, from: [], to: title), DraftRecord(.text, from: [], to: text)]
        let bytes = Self.mark + records.compactMap { $0?.encoded }.joined()
        try new.write(bytes, at: 0)
        try new.rename(to: path)
        file = new
        length = bytes.count
    }

    /// - Returns: false if it is not a log of this format.
    private func replay(_ bytes: [UInt8]) -> Bool {
        // Nothing, or cut in the mark: nothing was saved yet.
        if bytes.count < Self.mark.count { return Self.mark.starts(with: bytes) }
        guard bytes.starts(with: Self.mark) else { return false }
        length = Self.mark.count
        while let (record, count) = DraftRecord.decode(bytes[length...]) {
            let fits =
                switch record.field {
                case .title: record.apply(to: &title)
                case .text: record.apply(to: &text)
                }
            guard fits else { break }
            length += count
        }
        // A shorter record over a cut tail would leave the tail's end behind it. If that is refused, so is the record.
        if length < bytes.count { try? file.truncate(to: length) }
        return true
    }
}
