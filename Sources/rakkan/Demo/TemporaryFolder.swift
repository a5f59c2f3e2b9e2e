import Glibc

/// A folder for one run, of which nothing is left afterwards.
final class TemporaryFolder {
    let path: String

    /// - Throws: ``ProgramError`` if none can be made.
    init() throws(ProgramError) {
        path = try Self.make()
    }

    /// Makes one that somebody else removes.
    static func make() throws(ProgramError) -> String {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var template = Array("\(parent.hasPrefix("/") ? parent : "/tmp")/rakkan-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ProgramError(
                sentence:
                    "no temporary folder can be made; name a board with --board FILE and a state with --state-dir DIR"
            )
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { remove() }

    /// Removes it with everything in it. Done already is done.
    func remove() { Self.remove(path) }

    /// Removes a folder with everything in it. Follows no link.
    static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { remove("\(path)/\(name)") }
        }
        _ = Glibc.remove(path)
    }

    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { found.append(name) }
        }
        return found
    }
}
