import FoundationEssentials
import PtySupport

/// A recording as asciicast v2: https://docs.asciinema.org/manual/asciicast/v2/
enum Cast {
    private struct Header: Encodable {
        var version = 2
        let width, height: Int
        let title: String
        let env = ["TERM": "xterm-256color"]
    }

    static func text(_ recording: Recording) throws -> String {
        let header = Header(width: Recording.size.columns, height: Recording.size.rows, title: recording.title)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines = [String(decoding: try encoder.encode(header), as: UTF8.self)]
        // A character may be cut by a read: the rest comes with the next line.
        var rest: [UInt8] = []
        for frame in recording.frames {
            rest += frame.bytes
            let whole = rest.count - rest.cutLength
            let text = String(decoding: rest.prefix(whole), as: UTF8.self)
            rest.removeFirst(whole)
            let quoted = String(decoding: try encoder.encode(text), as: UTF8.self)
            lines.append("[\(frame.at / 1_000).\(String(frame.at % 1_000 + 1_000).dropFirst()), \"o\", \(quoted)]")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension [UInt8] {
    /// How many bytes at the end begin a character and do not end it.
    fileprivate var cutLength: Int {
        for length in 1...3 where length <= count {
            let byte = self[count - length]
            if byte & 0xC0 == 0x80 { continue }
            let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return needed > length ? length : 0
        }
        return 0
    }
}
