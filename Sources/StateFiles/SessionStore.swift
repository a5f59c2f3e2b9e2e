import Comments
import FoundationEssentials
import Glibc

/// The session that is remembered for each service until the user signs out. The token in it stands for a password.
package struct SessionStore: Sendable {
    private let folder: String

    private struct Stored: Codable {
        var version = 1
        /// Names of files are made safe, and may be shortened: the whole address stands inside.
        var address: String
        var session: Session
    }

    package init(directory: String) {
        folder = directory
    }

    /// The session of the service at `address`; nil if none is remembered, or if it can't be understood. Such a file is
    /// kept aside as `….damaged` and means signing in again.
    package func load(for address: String) -> Session? {
        let path = path(address)
        guard let file = try? OpenFile(path, O_RDONLY), let bytes = try? file.readAll() else { return nil }
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)), stored.version == 1 else {
            rename(path, path + ".damaged")
            return nil
        }
        return stored.address == address ? stored.session : nil
    }

    /// Remembers `session`, durably, in the place of an earlier one.
    ///
    /// - Throws: ``StateFileError``.
    package func save(_ session: Session, for address: String) throws {
        try makeFolder(folder)
        let data = try JSONEncoder().encode(Stored(address: address, session: session))
        try OpenFile.replace(path(address), with: Array(data))
    }

    /// Forgets it. Forgotten already is done.
    package func remove(for address: String) throws(StateFileError) {
        let path = path(address)
        guard unlink(path) == 0 || errno == ENOENT else { throw StateFileError(path) }
    }

    private func path(_ address: String) -> String { "\(folder)/\(safeName(address)).json" }
}
