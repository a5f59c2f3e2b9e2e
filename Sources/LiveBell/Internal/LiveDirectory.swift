import Glibc

/// The directory that the sockets of one file's clients stand in.
final class LiveDirectory: Sendable {
    private let descriptor: Int32

    init(_ path: String) throws(LiveBellError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw LiveBellError(.directory) }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw LiveBellError(.directory) }
        // One that another tool made wider; where it is not ours, bind will say so.
        fchmod(descriptor, 0o700)
    }

    deinit { close(descriptor) }

    /// Lends the address of a socket of this directory.
    ///
    /// An address holds 107 bytes, and paths are longer: the directory is named by its descriptor.
    func withAddress<T>(of name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            // The last byte stays 0. No name of ours is cut; a cut one is nobody's address.
            room.dropLast().copyBytes(fromEvery: "/proc/self/fd/\(descriptor)/\(name)".utf8)
        }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Visits the name of every socket. Other files are not ours to ring or to remove.
    func forEachSocket(_ body: (String) -> Void) {
        // A descriptor of its own: two rings at once must not share a reading position.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { return }
        guard let stream = fdopendir(own) else {
            close(own)
            return
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            let text = String(cString: name.assumingMemoryBound(to: CChar.self))
            if isSocket(entry.pointee.d_type, text) { body(text) }
        }
    }

    func remove(_ name: String) {
        unlinkat(descriptor, name, 0)
    }

    private func isSocket(_ type: UInt8, _ name: String) -> Bool {
        if Int(type) != DT_UNKNOWN { return Int(type) == DT_SOCK }
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}

extension Slice<UnsafeMutableRawBufferPointer> {
    /// Copies as many as fit.
    fileprivate func copyBytes(fromEvery bytes: String.UTF8View) {
        UnsafeMutableRawBufferPointer(rebasing: self).copyBytes(from: bytes.prefix(count))
    }
}
