import TerminalUI

/// Which row of the sign-in form is whose. It depends on the size alone, never on what there is to say: nothing moves.
struct SignInLayout {
    let left: Int
    let width: Int
    /// The program's name and what it is; nil without room.
    let head: Int?
    let title: Int
    let name: Int
    let password: Int
    /// Nil where words have to do.
    let bar: Int?
    let message: Range<Int>
    let hints: Range<Int>

    /// The columns of a field, behind its label.
    static let label = 10
    let field: Int

    init(_ rect: Rect) {
        width = min(rect.columns, 64)
        left = (rect.columns - width) / 2
        field = max(1, min(40, width - Self.label))
        let isRoomy = rect.rows >= 15
        let words = width >= 40 ? 2 : 4
        // The hints need two rows below it.
        head = isRoomy ? max(1, min(rect.rows / 6, rect.rows - 14)) : nil
        title = head.map { $0 + 3 } ?? 0
        name = title + (isRoomy ? 2 : 1)
        password = name + 1
        let end: Int
        if rect.rows >= 5 {
            let row = password + (isRoomy ? 2 : 1)
            bar = row
            end = row + 1
        } else {
            bar = nil
            end = password + 1
        }
        message = end..<max(end, min(end + words, rect.rows))
        let hint = message.upperBound + (isRoomy ? 1 : 0)
        hints = hint..<max(hint, rect.rows)
    }

    /// What the bar has between its brackets: as wide as label and field together.
    var barCells: Int { bar == nil ? 0 : Self.label + field - 2 }
}
