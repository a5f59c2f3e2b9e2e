import FoundationEssentials
import Glibc

/// What was measured of the terminals that this account uses: one file, a few lines for each.
///
/// `Rules` is the screen's own type; here it is only kept.
package struct TerminalStore<Rules: Codable & Sendable>: Sendable {
    private let path: String

    private struct Stored: Codable {
        var version = 1
        var terminals: [String: Rules] = [:]
    }

    package init(file path: String) {
        self.path = path
    }

    /// What was saved for the terminal of that name; nil if nothing was, or if the file can't be understood.
    package func rules(for terminal: String) -> Rules? { stored()?.terminals[terminal] }

    /// Keeps `rules`, in the place of earlier ones. A file that can't be understood is replaced: measuring again is easy.
    ///
    package func save(_ rules: Rules, for terminal: String) throws(StateFileError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        // Two terminals may be measured at once.
        try FolderLock.hold(folder) { () throws(StateFileError) in
            var all = stored() ?? Stored()
            all.terminals[terminal] = rules
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            guard let data = try? encoder.encode(all) else { throw StateFileError(path, number: EINVAL) }
            try OpenFile.replace(path, with: Array(data) + [10])
        }
    }

    private func stored() -> Stored? {
        guard let file = try? OpenFile(path, O_RDONLY), let bytes = try? file.readAll() else { return nil }
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)), stored.version == 1 else {
            return nil
        }
        return stored
    }
}
