import Glibc

/// The file of one draft: every change appended by one write, so that a kill at any byte costs the last change at most.
///
/// It is locked (`flock`) while it is open. The kernel lets go of the lock of a process that is killed.
final class DraftLog {
    private var file: OpenFile
    private var bytes: [UInt8] = []
    /// Where the next record goes; what lies behind it is a tail that a kill cut.
    private var length = 0

    /// So that a later format can't be taken for this one.
    private static let mark = Array("RKD1".utf8)

    var text: String { String(decoding: bytes, as: UTF8.self) }

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

    /// Appends what changed. An equal text writes nothing.
    func save(_ text: String) throws(StateFileError) {
        let new = Array(text.utf8)
        guard let record = DraftRecord(from: bytes, to: new) else { return }
        if length > 4_096 + 4 * new.count {
            try compact(new)
        } else {
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
        bytes = new
    }

    /// Takes the file away.
    func remove() throws(StateFileError) {
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
        while let (record, count) = DraftRecord.decode(stored[length...]), record.apply(to: &bytes) {
            length += count
        }
        // A shorter record over a cut tail would leave the tail's end behind it. If that is refused, so is the record.
        if length < stored.count { try? file.truncate(to: length) }
        return true
    }
}
