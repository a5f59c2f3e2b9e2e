import Glibc

/// A folder of its own for one test, removed with everything in it when the test lets go of it.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// What the system refused, by its error number.
    package struct Refused: Error {
        package let number: Int32
        package init(number: Int32) { self.number = number }
    }

    package init() throws {
        // In memory where there is such a place: a sync costs nothing there, and a test is not about the disk.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/rakkan-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Refused(number: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { remove(path) }

    /// The path of `name` in it.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// What stands in `folder` of it, without `.` and `..`.
    package func names(in folder: String = ".") -> Set<String> { Set(entries(of: file(folder))) }

    /// The bytes of a file; nil if it is not there.
    package func bytes(of name: String) -> [UInt8]? {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &part, part.count), count > 0 { all += part.prefix(count) }
        return all
    }

    /// Makes or replaces a file.
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Refused(number: errno) }
        defer { close(descriptor) }
        let all = Array(bytes)
        guard Glibc.write(descriptor, all, all.count) == all.count else { throw Refused(number: errno) }
    }

    /// The permission bits of a file or folder; nil if it is not there.
    package func mode(of name: String) -> UInt32? {
        var status = stat()
        return stat(file(name), &status) == 0 ? status.st_mode & 0o777 : nil
    }
}

private func entries(of folder: String) -> [String] {
    var found: [String] = []
    guard let stream = opendir(folder) else { return found }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
        let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
        found.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return found.filter { $0 != "." && $0 != ".." }
}

/// Removes a file, or a folder with everything in it. Follows no link.
private func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
        for name in entries(of: path) { remove("\(path)/\(name)") }
    }
    Glibc.remove(path)
}
