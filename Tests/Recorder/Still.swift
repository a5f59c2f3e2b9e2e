import FoundationEssentials
import Glibc
import PtySupport

/// What a terminal shows at one moment, cell by cell, for a program that makes a picture of it.
struct Still: Encodable {
    /// What stands in a cell, and how.
    struct Cell: Encodable {
        let text: String
        let width: Int
        var bold, faint, underlined, reversed: Bool?
        var color: Int?
    }
    struct Place: Encodable { let row, column: Int }

    let look: String
    let columns, rows: Int
    /// The rows without the blanks at their ends.
    let cells: [[Cell]]
    let cursor: Place?

    /// The grounds on which the scenes are shown, and what in the environment asks for them.
    static let looks = [
        ("dark", ["COLORFGBG": "15;0"]), ("light", ["COLORFGBG": "0;15"]), ("monochrome", ["NO_COLOR": "1"]),
    ]

    init(of program: String, _ scene: Scene, size: TerminalSize, look: String, environment: [String: String]) throws {
        let scratch = try Scratch()
        let usual = [
            "HOME": scratch.path, "TMPDIR": scratch.path, "USER": "kei", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
        ]
        let session = try TerminalSession(
            Program(
                program, ["demo", "--seed", "1"] + scene.arguments,
                environment: usual.merging(environment) { _, new in new }), size: size)
        try scene.reach(session)
        session.readUntilQuiet(milliseconds: 200)
        // All of it once more, onto a screen of its own that is given faint text as italics: the emulator knows no faint.
        let before = session.bytesReceived
        session.child.send(signal: SIGWINCH)
        session.readUntilQuiet(milliseconds: 200)
        let bytes = session.recording.suffix(session.bytesReceived - before)
        let seen = Screen(size: size)
        var faint = FaintAsItalic()
        seen.write(faint.translated(Array(bytes)))
        self.look = look
        (columns, rows) = (size.columns, size.rows)
        cells = (0..<size.rows).map { row in Self.cells(of: seen, row: row) }
        // The bytes may leave it as it was: what the session says of it counts.
        let cursor = session.screen.cursor
        self.cursor = session.screen.isCursorVisible ? Place(row: cursor.row, column: cursor.column) : nil
        session.child.send(signal: SIGTERM)
        try session.waitForExit()
    }

    private static func cells(of screen: Screen, row: Int) -> [Cell] {
        var cells: [Cell] = []
        var column = 0
        while column < screen.size.columns {
            let cell = screen.cell(row: row, column: column)
            cells.append(
                Cell(
                    text: cell.text, width: cell.width, bold: cell.isBold ? true : nil,
                    faint: cell.isItalic ? true : nil, underlined: cell.isUnderlined ? true : nil,
                    reversed: cell.isReversed ? true : nil, color: cell.color))
            column += cell.width
        }
        while let last = cells.last, last.text == " ", last.underlined == nil, last.reversed == nil {
            cells.removeLast()
        }
        return cells
    }
}

/// Brings the program into each scene, at both sizes and in each look, and writes what is to be seen there into `folder`:
/// `SCENE-80x24-dark.json`.
func show(_ program: String, _ folder: String, only words: [String]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for scene in Scene.all where words.isEmpty || words.contains(scene.name) {
        for size in scene.sizes {
            for (look, environment) in Still.looks {
                let still = try Still(of: program, scene, size: size, look: look, environment: environment)
                let name = "\(scene.name)-\(size.columns)x\(size.rows)-\(look)"
                try encoder.encode(still).write(to: URL(filePath: "\(folder)/\(name).json"))
            }
        }
        print(scene.name)
    }
}
