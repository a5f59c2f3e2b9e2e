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
        switch read(address) {
        case .none: return nil
        case .session(let session): return session
        case .damaged: break
        }
        let path = path(address)
        // What was put into its place meanwhile is not taken away.
        let found = try? FolderLock.hold(folder) { () throws(StateFileError) in
            let now = read(address)
            if case .damaged = now { rename(path, path + ".damaged") }
            return now
        }
        return if case .session(let session) = found { session } else { nil }
    }

    /// Remembers `session`, durably, in the place of an earlier one.
    package func save(_ session: Session, for address: String) throws(StateFileError) {
        try makeFolder(folder)
        try FolderLock.hold(folder) { () throws(StateFileError) in try write(session, address) }
    }

    /// Remembers `session`, durably, in the place of the one that `condition` is true of.
    ///
    /// - Returns: false, and nothing was done, if none is remembered, or one of which it is not: whoever has put that
    ///   there knew better.
    package func save(
        _ session: Session, for address: String, inPlaceOf condition: (Session) -> Bool
    ) throws(StateFileError) -> Bool {
        try FolderLock.hold(folder) { () throws(StateFileError) in
            guard case .session(let known) = read(address), condition(known) else { return false }
            try write(session, address)
            return true
        }
    }

    /// Forgets the session that `condition` is true of, and no other. Forgotten already is done.
    package func remove(for address: String, if condition: (Session) -> Bool) throws(StateFileError) {
        try FolderLock.hold(folder) { () throws(StateFileError) in
            let path = path(address)
            defer { OpenFile.removeLeftovers(beside: path) }
            guard case .session(let known) = read(address), condition(known) else { return }
            guard unlink(path) == 0 || errno == ENOENT else { throw StateFileError(path) }
        }
    }

    private enum Found {
        case none
        case session(Session)
        case damaged
    }

    private func read(_ address: String) -> Found {
        guard let file = try? OpenFile(path(address), O_RDONLY), let bytes = try? file.readAll() else { return .none }
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)), stored.version == 1 else {
            return .damaged
        }
        return stored.address == address ? .session(stored.session) : .none
    }

    private func write(_ session: Session, _ address: String) throws(StateFileError) {
        let path = path(address)
        guard let data = try? JSONEncoder().encode(Stored(address: address, session: session)) else {
            throw StateFileError(path, number: EINVAL)
        }
        try OpenFile.replace(path, with: Array(data))
    }

    private func path(_ address: String) -> String { "\(folder)/\(safeName(address)).json" }
}
