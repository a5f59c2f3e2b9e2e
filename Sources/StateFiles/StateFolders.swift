import Glibc

/// Where the client keeps what is its own: paths by the XDG base directory specification, or below `--state-dir`.
///
/// https://specifications.freedesktop.org/basedir-spec/latest/
package struct StateFolders: Hashable, Sendable {
    /// What must survive but is of this machine: outbox, drafts, sessions, log.
    package let state: String
    /// What the user owns: the board.
    package let data: String
    /// What the user writes and rakkan reads.
    package let config: String

    package var configuration: String { config + "/config.json" }
    package var outbox: String { state + "/outbox.sqlite" }
    /// The sockets by which the clients of one outbox tell each other of changes.
    package var live: String { state + "/live" }
    package var drafts: String { state + "/drafts" }
    package var sessions: String { state + "/sessions" }
    /// Sessions that could not be ended yet.
    package var revocations: String { state + "/revocations" }
    /// Who comes in by SSH: a folder for each key.
    package var visitors: String { state + "/visitors" }
    /// What `rakkan doctor` measured.
    package var terminals: String { state + "/terminals.json" }
    package var log: String { state + "/log" }
    package var board: String { data + "/board.sqlite" }

    /// Works the paths out; makes nothing.
    ///
    /// - Parameters:
    ///   - stateDirectory: Given by the user; takes the place of the XDG state directory.
    ///   - environment: `XDG_STATE_HOME`, `XDG_DATA_HOME`, `XDG_CONFIG_HOME` and `HOME` are looked at. Relative ones are not valid and
    ///     are left out of account, as the specification asks.
    /// - Throws: `noHome` if a path is needed that nothing tells.
    package init(stateDirectory: String?, environment: [String: String]) throws(StateFileError) {
        let home = Self.absolute(environment["HOME"]) ?? Self.homeOfAccount()
        func base(_ variable: String, _ fallback: String) throws(StateFileError) -> String {
            if let path = Self.absolute(environment[variable]) { return path }
            guard let home else { throw .noHome }
            return home + fallback
        }
        if let stateDirectory {
            state = stateDirectory
        } else {
            state = try base("XDG_STATE_HOME", "/.local/state") + "/rakkan"
        }
        data = try base("XDG_DATA_HOME", "/.local/share") + "/rakkan"
        config = try base("XDG_CONFIG_HOME", "/.config") + "/rakkan"
    }

    /// Makes the state directory, for its owner alone, and what lies above it.
    package func makeState() throws(StateFileError) { try makeFolder(state) }

    /// Makes the directory of the visitors' folders.
    package func makeVisitors() throws(StateFileError) { try makeFolder(visitors) }

    /// Makes the directory of the default board.
    package func makeData() throws(StateFileError) { try makeFolder(data) }

    private static func absolute(_ path: String?) -> String? {
        path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// What the account database says, for a process without `HOME`.
    private static func homeOfAccount() -> String? {
        guard let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir else { return nil }
        return absolute(String(cString: home))
    }
}
