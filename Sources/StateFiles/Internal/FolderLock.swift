import Glibc

/// Keeps every other process, and every other thread, out of a folder's files while something is read and then written.
///
/// It is a lock on the folder itself, so that nothing lies about in it; the kernel takes it back from whoever dies.
enum FolderLock {
    /// In milliseconds. Who holds it does so for one write: whoever is stopped in the midst of it is not waited for.
    private static let longest: Int32 = 2_000
    private static let pause: Int32 = 5

    /// Does `work` alone. On a file system without locks there is nobody to keep out.
    static func hold<T>(_ folder: String, _ work: () throws(StateFileError) -> T) throws(StateFileError) -> T {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return try work() }
        defer { close(descriptor) }
        var waited: Int32 = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR, waited < longest {
            poll(nil, 0, pause)
            waited += pause
        }
        return try work()
    }
}
