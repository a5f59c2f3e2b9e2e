import Glibc
import PtySupport

/// What a program wrote to its terminal, when, and what was to be seen then.
struct Recording {
    static let size = TerminalSize.usual

    struct Frame {
        /// Milliseconds since the beginning.
        let at: Int64
        let bytes: [UInt8]
        let rows: [[Screen.Cell]]
        let cursor: (row: Int, column: Int)?
    }
    let title: String
    private(set) var frames: [Frame] = []
    /// In milliseconds.
    private(set) var length: Int64 = 0

    /// What comes within this is one frame to the eye.
    private static let blink: Int64 = 15_000_000
    /// A script that hangs ends here.
    private static let longest: Int64 = 180_000

    init(of program: String, _ arguments: [String], title: String) throws {
        self.title = title
        let scratch = try Scratch()
        let session = try TerminalSession(
            Program(
                program, arguments,
                environment: [
                    "HOME": scratch.path, "TMPDIR": scratch.path, "USER": "kei", "LANG": "C.UTF-8",
                    "PATH": "/usr/bin:/bin",
                ]), size: Self.size)
        // A screen of its own, that is given faint text as italics: the emulator knows no faint.
        let seen = Screen(size: Self.size)
        var faint = FaintAsItalic()
        let begun = now()
        var count = 0
        while now() - begun < Self.longest {
            guard session.receive(waitingUpTo: 1_000_000_000) else {
                if !session.child.isAlive { break }
                continue
            }
            while session.receive(waitingUpTo: Self.blink) {}
            let bytes = Array(session.recording.suffix(session.bytesReceived - count))
            count = session.bytesReceived
            let isOver = seen.isAlternate
            seen.write(faint.translated(bytes))
            length = now() - begun
            // The last thing a viewer sees is the program, not the shell that it leaves behind.
            if isOver && !seen.isAlternate { break }
            frames.append(
                Frame(
                    at: length, bytes: bytes,
                    rows: (0..<Self.size.rows).map { row in Self.cells(of: seen, row: row) },
                    cursor: seen.isCursorVisible ? seen.cursor : nil))
        }
        session.child.send(signal: SIGTERM)
        try session.waitForExit()
    }

    private static func cells(of screen: Screen, row: Int) -> [Screen.Cell] {
        var cells: [Screen.Cell] = []
        var column = 0
        while column < size.columns {
            let cell = screen.cell(row: row, column: column)
            cells.append(cell)
            column += cell.width
        }
        return cells
    }
}

extension Child {
    fileprivate var isAlive: Bool { ProcessTable.state(of: process).map { $0 != "Z" } ?? false }
}

/// Milliseconds of a clock that never goes back.
private func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

/// Turns SGR 2 into SGR 3.
struct FaintAsItalic {
    /// A sequence that has begun and not ended.
    private var open: [UInt8] = []

    mutating func translated(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if open.isEmpty {
                if byte == 0x1B { open = [byte] } else { result.append(byte) }
                continue
            }
            open.append(byte)
            let isSequence = open[1] == UInt8(ascii: "[")
            if isSequence && (open.count == 2 || !(0x40...0x7E).contains(byte)) { continue }
            result += isSequence && byte == UInt8(ascii: "m") ? translate(open) : open
            open = []
        }
        return result
    }

    private func translate(_ sequence: [UInt8]) -> [UInt8] {
        var words = String(decoding: sequence.dropFirst(2).dropLast(), as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        var index = 0
        while index < words.count {
            if words[index] == "38" || words[index] == "48" {
                index += words.indices.contains(index + 1) && words[index + 1] == "5" ? 3 : 5
                continue
            }
            if words[index] == "2" { words[index] = "3" }
            index += 1
        }
        return Array("\u{1B}[\(words.joined(separator: ";"))m".utf8)
    }
}
