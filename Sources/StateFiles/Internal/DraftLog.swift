import Glibc

/// The file of one draft: every change appended by one write, so that a kill at any byte costs the last change at most.
///
/// It is locked (`flock`) while it is open. The kernel lets go of the lock of a process that is killed.
final class DraftLog {
    enum Opening {
        case opened(DraftLog)
        case missing
        /// Another process has it, or another store of this one.
        case busy(process: Int?)
        /// Of another format.
        case foreign
    }

    let editorFile: DraftFile
    private var file: OpenFile
    private var bytes: [UInt8] = []
    /// Where the next record goes; what lies behind it is a tail that a kill cut.
    private var length = 0

    /// So that a later format can't be taken for this one.
    private static let mark = Array("RKD1".utf8)

    /// A file that is longer holds a change.
    static let sizeOfNothing = mark.count

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// In bytes of UTF-8.
    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }

    /// Opens the log and replays it.
    static func open(_ draft: DraftFile, creating: Bool) throws(StateFileError) -> Opening {
        let file: OpenFile
        do {
            file = try OpenFile(draft.log, O_RDWR | (creating ? O_CREAT : 0))
        } catch {
            if error.number == ENOENT && !creating { return .missing }
            throw error
        }
        guard file.lock() else { return .busy(process: file.lockHolder) }
        // Whoever had it removed it between the two calls.
        guard file.isStillNamed else { return .missing }
        let bytes = try file.readAll()
        let log = DraftLog(draft, file)
        return log.replay(bytes) ? .opened(log) : .foreign
    }

    private init(_ draft: DraftFile, _ file: OpenFile) {
        editorFile = draft
        self.file = file
    }

    /// What an editor wrote whose client has ended is the draft. A draft that was written meanwhile stands in front of it.
    ///
    /// - Returns: Whether there was such a file.
    func takeEditorFile() throws(StateFileError) -> Bool {
        guard editorFile.hasEditorFile else { return false }
        let wasTakenBefore = access(editorFile.edited, F_OK) == 0
        let written = try editorFile.end()
        let keepsBoth = wasTakenBefore && !isEmpty && text != written
        try save(keepsBoth ? text + "\n\n" + written : written)
        return true
    }

    /// Appends one change.
    ///
    /// - Returns: false, with nothing written, if it does not fit.
    func append(_ record: DraftRecord) throws(StateFileError) -> Bool {
        guard record.fits(bytes) else { return false }
        try write(record)
        record.apply(to: &bytes)
        if length > 4_096 + 4 * bytes.count { try compact(bytes) }
        return true
    }

    /// Appends what changed. An equal text writes nothing.
    func save(_ text: String) throws(StateFileError) {
        let new = Array(text.utf8)
        guard let record = DraftRecord(from: bytes, to: new) else { return }
        if length > 4_096 + 4 * new.count { try compact(new) } else { try write(record) }
        bytes = new
    }

    private func write(_ record: DraftRecord) throws(StateFileError) {
        let appended = (length == 0 ? Self.mark : []) + record.encoded
        do {
            try file.write(appended, at: length)
        } catch {
            // A disk that became full half-way: what is there is a cut tail.
            try? file.truncate(to: length)
            throw error
        }
        length += appended.count
    }

    /// Takes the file away, and its editor's.
    func remove() throws(StateFileError) {
        editorFile.removeAll()
        try file.remove()
    }

    /// Puts a log of one record into the place of this one. Whoever waits for the old file finds that its name has gone
    /// to another.
    private func compact(_ text: [UInt8]) throws(StateFileError) {
        let path = file.path
        let new = try OpenFile(path + ".new", O_RDWR | O_CREAT | O_TRUNC)
        _ = new.lock()
        let whole = Self.mark + (DraftRecord(from: [], to: text)?.encoded ?? [])
        try new.write(whole, at: 0)
        try new.rename(to: path)
        file = new
        length = whole.count
    }

    /// - Returns: false if it is not a log of this format.
    private func replay(_ stored: [UInt8]) -> Bool {
        // Nothing, or cut in the mark: nothing was saved yet.
        if stored.count < Self.mark.count { return Self.mark.starts(with: stored) }
        guard stored.starts(with: Self.mark) else { return false }
        length = Self.mark.count
        while let (record, count) = DraftRecord.decode(stored[length...]), record.fits(bytes) {
            record.apply(to: &bytes)
            length += count
        }
        // A shorter record over a cut tail would leave the tail's end behind it. If that is refused, so is the record.
        if length < stored.count { try? file.truncate(to: length) }
        return true
    }
}
