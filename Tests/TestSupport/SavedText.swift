import Glibc
import Testing

/// A text that was looked at once and saved, to be compared with what is made now. `RAKKAN_RECORD=1` writes it anew.
package struct SavedText {
    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// A page of `docs/` that is made from code.
    package init(documentation name: String) {
        path = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/docs/\(name)"
    }

    package func expect(_ found: String, sourceLocation: SourceLocation = #_sourceLocation) {
        if getenv("RAKKAN_RECORD") != nil {
            write(found)
            return
        }
        guard let expected = read() else {
            Issue.record("No \(path): record it with RAKKAN_RECORD=1.", sourceLocation: sourceLocation)
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
