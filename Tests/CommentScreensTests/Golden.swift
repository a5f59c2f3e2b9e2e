import CommentScreens
import TerminalUI
import TestSupport
import Testing

/// A saved screen: the keys that led to it, its size, and its rows. `RAKKAN_RECORD=1 swift test --filter Golden`
/// writes them anew.
struct Golden {
    private let saved: SavedText

    init(name: String) {
        let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        saved = SavedText(path: "\(folder)/Goldens/\(name).txt")
    }

    /// A page of `docs/` that is made from code.
    init(documentation name: String) {
        saved = SavedText(documentation: name)
    }

    func expect(_ desk: Desk, sourceLocation: SourceLocation = #_sourceLocation) {
        let canvas = desk.draw()
        var rows = canvas.plainText().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let cursor = canvas.cursor { rows.append("cursor: column \(cursor.column), row \(cursor.row)") }
        expect((heading(desk) + rows).joined(separator: "\n") + "\n", sourceLocation: sourceLocation)
    }

    /// The roles of the cells beside what stands in them: one letter for each cell that has looks of its own.
    func expectRoles(_ desk: Desk, sourceLocation: SourceLocation = #_sourceLocation) {
        let canvas = desk.draw()
        let texts = canvas.plainText().split(separator: "\n", omittingEmptySubsequences: false)
        let roles = canvas.plainText { $0.role.letter }.split(separator: "\n", omittingEmptySubsequences: false)
        let rows = zip(texts, roles).flatMap { text, roles in
            roles.isEmpty ? [String(text)] : [String(text), String(roles)]
        }
        expect((heading(desk) + rows).joined(separator: "\n") + "\n", sourceLocation: sourceLocation)
    }

    func expect(_ found: String, sourceLocation: SourceLocation = #_sourceLocation) {
        saved.expect(found, sourceLocation: sourceLocation)
    }

    private func heading(_ desk: Desk) -> [String] {
        ["keys: \(desk.keys.joined(separator: " "))", "size: \(desk.size.columns)×\(desk.size.rows)", ""]
    }
}

extension Role {
    /// Blank is text.
    fileprivate var letter: Character {
        switch self {
        case .text: " "
        case .title: "T"
        case .dim: "."
        case .accent: "A"
        case .author: "N"
        case .pending: "p"
        case .failed: "F"
        case .favourite: "f"
        case .status: "s"
        case .hint: "h"
        case .line: "-"
        case .field: "_"
        case .error: "E"
        case .match: "M"
        }
    }
}
