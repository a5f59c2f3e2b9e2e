import Glibc

/// Where one draft is kept: its log, and what its editor writes.
struct DraftFile {
    let folder: String
    /// A safe name.
    let name: String
    let slot: Int

    var log: String { "\(folder)/\(name).\(slot)" }
    /// What an editor has open. A client that finds it was not there when the editor ended.
    var editing: String { log + ".editing.txt" }
    /// What an editor has left behind: kept until the draft goes.
    var edited: String { log + ".edited.txt" }

    var hasEditorFile: Bool { access(editing, F_OK) == 0 }

    /// What is in a folder; nothing if there is none.
    static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [String] = []
        while let entry = readdir(directory) {
            // An entry is as long as its name needs, and no longer.
            let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            found.append(String(cString: start.assumingMemoryBound(to: CChar.self)))
        }
        return found
    }

    /// The safe names of all drafts in a folder. One whose file is that of an empty draft is none.
    static func names(in folder: String) -> Set<String> {
        var found: Set<String> = []
        for file in entries(of: folder) {
            // A safe name has no dot.
            let parts = file.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            let isLog = Int(parts[1]) != nil && size(of: folder + "/" + file) > DraftLog.sizeOfNothing
            if isLog || parts[1].hasSuffix(".editing.txt") { found.insert(String(parts[0])) }
        }
        return found
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

extension DraftFile {
    /// Writes a text for an editor.
    ///
    /// - Returns: the path.
    func begin(_ text: String) throws(StateFileError) -> String {
        // The editor may have left anything in its place; the draft has the text.
        _ = unlink(editing)
        let file = try OpenFile(editing, O_WRONLY | O_CREAT | O_EXCL)
        // Editors complain of a last line without an end.
        try file.write(Array(text.utf8) + (text.isEmpty ? [] : [10]), at: 0)
        _ = unlink(edited)
        return editing
    }

    /// What the editor left.
    func end() throws(StateFileError) -> String {
        let bytes = try OpenFile(editing, O_RDONLY).readAll()
        // Some put a file of their own, with rights of their own, in its place.
        chmod(editing, 0o600)
        guard rename(editing, edited) == 0 else { throw StateFileError(editing) }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.last == 10 ? String(text.dropLast()) : text
    }

    func removeAll() {
        _ = unlink(editing)
        _ = unlink(edited)
    }
}
