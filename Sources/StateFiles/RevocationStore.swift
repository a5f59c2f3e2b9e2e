import Comments
import FoundationEssentials
import Glibc

/// The sessions that were signed out of while the service could not be told: kept for their owner alone, apart from those
/// that are in use, until the service has ended them. They serve for nothing else.
///
/// Each is a file of its own, so that several processes add and drop without a word to each other.
package struct RevocationStore: Sendable {
    private let folder: String

    private struct Stored: Codable {
        var version = 1
        var address: String
        var session: Session
    }

    /// One that waits to be ended.
    package struct Kept: Sendable {
        package let session: Session
        fileprivate let path: String
    }

    package init(directory: String) {
        folder = directory
    }

    /// Keeps a session of the service at `address`, durably.
    ///
    /// - Parameter name: Unlike that of any other that is kept.
    package func keep(_ session: Session, for address: String, as name: String) throws(StateFileError) {
        try makeFolder(folder)
        let path = "\(folder)/\(safeName(name)).json"
        guard let data = try? JSONEncoder().encode(Stored(address: address, session: session)) else {
            throw StateFileError(path, number: EINVAL)
        }
        try OpenFile.replace(path, with: Array(data))
    }

    /// Those of one service.
    package func all(for address: String) -> [Kept] {
        DraftFile.entries(of: folder).filter { $0.hasSuffix(".json") }.sorted().compactMap { file in
            let path = folder + "/" + file
            guard let bytes = try? OpenFile(path, O_RDONLY).readAll(),
                let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)), stored.version == 1,
                stored.address == address
            else { return nil }
            return Kept(session: stored.session, path: path)
        }
    }

    /// It is ended. Dropped already is done.
    package func drop(_ kept: Kept) { unlink(kept.path) }
}
