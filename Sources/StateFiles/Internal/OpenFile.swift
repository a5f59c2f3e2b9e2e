import Glibc

/// An open file, closed when it is let go.
final class OpenFile {
    /// What it is called now.
    private(set) var path: String
    let descriptor: Int32

    /// Opens for the owner alone; never inherited by a program that is started.
    init(_ path: String, _ flags: Int32) throws(StateFileError) {
        self.path = path
        descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StateFileError(path) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A program that is just being started has the file open too, until it begins: it must not keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Everything that is in it.
    func readAll() throws(StateFileError) -> [UInt8] {
        var all: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = pread(descriptor, &part, part.count, off_t(all.count))
            if count == 0 { return all }
            if count > 0 { all += part.prefix(count) } else if errno != EINTR { throw StateFileError(path) }
        }
    }

    /// Writes all of `bytes` at `offset`; on a throw some of them may be there.
    func write(_ bytes: [UInt8], at offset: Int) throws(StateFileError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset + done))
            }
            if count >= 0 { done += count } else if errno != EINTR { throw StateFileError(path) }
        }
    }

    /// Cuts off what lies behind `length`.
    func truncate(to length: Int) throws(StateFileError) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw StateFileError(path) }
    }

    /// Takes the lock that every process which writes this file takes.
    ///
    /// - Returns: false if another holds it. On a file system without locks there is nobody to keep out.
    func lock() -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }

    /// The process that holds the lock, as far as the kernel tells (proc(5), `/proc/locks`).
    var lockHolder: Int? {
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            let locks = try? OpenFile("/proc/locks", O_RDONLY).readAll()
        else { return nil }
        // "1: FLOCK  ADVISORY  WRITE 30353 fe:00:16221890 0 EOF"
        for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 5, fields[1] == "FLOCK", let inode = fields[5].split(separator: ":").last,
                UInt64(inode) == UInt64(status.st_ino), let process = Int(fields[4]), process > 0
            else { continue }
            return process
        }
        return nil
    }

    /// Whether its path still leads to it: another process may have removed or replaced it before the lock was taken.
    var isStillNamed: Bool {
        var mine = stat()
        var named = stat()
        return fstat(descriptor, &mine) == 0 && stat(path, &named) == 0
            && mine.st_ino == named.st_ino && mine.st_dev == named.st_dev
    }

    /// Gives it the name of another file, which is no more.
    func rename(to path: String) throws(StateFileError) {
        guard Glibc.rename(self.path, path) == 0 else { throw StateFileError(path) }
        self.path = path
    }

    /// Takes its name away.
    func remove() throws(StateFileError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw StateFileError(path) }
    }

    /// Puts `bytes` into the place of whatever is called `path`: readers see the old file or the new one, and of several
    /// who do it at once each has done it. It survives a loss of power.
    static func replace(_ path: String, with bytes: [UInt8]) throws(StateFileError) {
        let file = try makeBeside(path)
        do throws(StateFileError) {
            try file.write(bytes, at: 0)
            guard fsync(file.descriptor) == 0 else { throw StateFileError(path) }
            try file.rename(to: path)
        } catch {
            // Its name is its own: nobody else's is taken away.
            if file.path != path { unlink(file.path) }
            throw error
        }
        syncFolder(of: path)
        removeLeftovers(beside: path)
    }

    /// A new file of a name that no other has, in the folder of `path`; it is locked for as long as it is open.
    private static func makeBeside(_ path: String) throws(StateFileError) -> OpenFile {
        while true {
            let unique = String(UInt64.random(in: .min ... .max), radix: 36)
            let file = try OpenFile("\(path).\(unique)\(newSuffix)", O_WRONLY | O_CREAT | O_EXCL)
            // Whoever removes leftovers may have come between the two.
            if file.lock(), file.isStillNamed { return file }
        }
    }

    private static let newSuffix = ".new"

    /// Removes what those have left behind in a file's folder who were killed in the midst of ``replace(_:with:)``.
    static func removeLeftovers(beside path: String) {
        let folder = split(path).folder
        for entry in DraftFile.entries(of: folder) where entry.hasSuffix(newSuffix) {
            guard let file = try? OpenFile(folder + "/" + entry, O_RDWR) else { continue }
            // Who still writes it has it locked.
            if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, file.isStillNamed { unlink(file.path) }
        }
    }

    /// Makes what a folder's names lead to survive a loss of power. A file system that can't has done what it can.
    private static func syncFolder(of path: String) {
        let descriptor = Glibc.open(split(path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (folder, String(path[path.index(after: slash)...]))
    }
}
