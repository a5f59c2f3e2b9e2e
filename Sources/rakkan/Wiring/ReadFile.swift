import Glibc

/// All of a file; nil, and errno, if it can't be read.
///
/// - Parameter limit: No more bytes than one beyond it are read.
func readFile(_ path: String, limit: Int = .max) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0 { return nil }
        guard count > 0 else { break }
        bytes += chunk[..<count]
    }
    return bytes
}
