import Glibc

/// The name of this installation: made once, at random, and the same for ever after. A homeserver knows the account's
/// device by it.
package struct InstallationName: Sendable {
    private let path: String

    package init(directory: String) {
        path = directory + "/installation"
    }

    /// The name; a new one each time if it can't be kept.
    ///
    /// - Parameter make: A new name, of letters and digits.
    package func load(orMake make: () -> String) -> String {
        if let known = read() { return known }
        let name = make()
        // Whoever is second takes the name of whoever was first.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return read() ?? name }
        defer { close(descriptor) }
        let bytes = Array(name.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { return name }
        fsync(descriptor)
        return name
    }

    private func read() -> String? {
        guard let file = try? OpenFile(path, O_RDONLY), let bytes = try? file.readAll() else { return nil }
        let isName =
            (10...64).contains(bytes.count)
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case _: false
                }
            }
        return isName ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
