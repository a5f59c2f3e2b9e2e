import CommentScreens
import Glibc
import Testing
import TerminalUI

/// A saved screen: the keys that led to it, its size, and its rows. `RAKKAN_RECORD=1 swift test --filter Golden`
/// writes them anew.
struct Golden {
    private let name: String
    private let path: String

    init(name: String) {
        self.name = name
        path = Self.folder(above: 1) + "/Goldens/\(name).txt"
    }

    /// A page of `docs/` that is made from code.
    init(documentation name: String) {
        self.name = name
        path = Self.folder(above: 3) + "/docs/\(name)"
    }

    private static func folder(above levels: Int) -> String {
        #filePath.split(separator: "/").dropLast(levels).reduce("") { "\($0)/\($1)" }
    }

    func expect(_ desk: Desk, sourceLocation: SourceLocation = #_sourceLocation) {
        let canvas = desk.draw()
        var rows = canvas.plainText().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let cursor = canvas.cursor { rows.append("cursor: column \(cursor.column), row \(cursor.row)") }
        let found =
            (["keys: \(desk.keys.joined(separator: " "))", "size: \(desk.size.columns)×\(desk.size.rows)", ""] + rows)
            .joined(separator: "\n") + "\n"
        expect(found, sourceLocation: sourceLocation)
    }

    func expect(_ found: String, sourceLocation: SourceLocation = #_sourceLocation) {
        if getenv("RAKKAN_RECORD") != nil {
            write(found)
            return
        }
        guard let expected = read() else {
            Issue.record("No golden \(name): record it with RAKKAN_RECORD=1.", sourceLocation: sourceLocation)
            return
        }
        #expect(found == expected, "Expected:\n\(expected)\nFound:\n\(found)", sourceLocation: sourceLocation)
    }

    private func read() -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String) {
        guard let file = fopen(path, "w") else {
            Issue.record("Can't write \(path).")
            return
        }
        fputs(text, file)
        fclose(file)
    }
}
