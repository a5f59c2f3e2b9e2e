import Glibc

/// The name of this installation: made once, at random, and the same for ever after. A homeserver knows the account's
/// device by it.
package struct InstallationName: Sendable {
    private let folder: String
    private var path: String { folder + "/installation" }

    package init(directory: String) {
        folder = directory
    }

    /// The name; a new one each time if it can't be kept.
    ///
    /// - Parameter make: A new name, of letters and digits.
    package func load(orMake make: () -> String) -> String {
        if let known = read() { return known }
        let name = make()
        // Whoever is second takes the name of whoever was first. A file that holds no name holds none for ever: it gives
        // way, or each run would be another device.
        let kept = try? FolderLock.hold(folder) { () throws(StateFileError) in
            if let known = read() { return known }
            try OpenFile.replace(path, with: Array(name.utf8))
            return name
        }
        return kept ?? name
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
