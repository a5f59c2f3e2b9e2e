import TerminalUI

/// Which row of the sign-in form is whose. It depends on the size and on what there is to fill in, never on what there is
/// to say: nothing moves.
struct SignInLayout {
    let left: Int
    let width: Int
    /// The program's name and what it is; nil without room.
    let head: Int?
    let title: Int
    let name: Int
    let password: Int
    /// The first row below the two fields that everyone fills in.
    let more: Int
    /// Nil where words have to do.
    let bar: Int?
    let message: Range<Int>
    let hints: Range<Int>

    /// The columns of a field, behind its label.
    static let label = 10
    let field: Int

    /// - Parameter more: How many rows there are to fill in or to read below name and password.
    init(_ rect: Rect, more extra: Int = 0) {
        width = min(rect.columns, 64)
        left = (rect.columns - width) / 2
        field = max(1, min(40, width - Self.label))
        let isRoomy = rect.rows >= 15 + extra
        let words = width >= 40 ? 2 : 4
        // The hints need two rows below it.
        head = isRoomy ? max(1, min(rect.rows / 6, rect.rows - 14 - extra)) : nil
        title = head.map { $0 + 3 } ?? 0
        name = title + (isRoomy ? 2 : 1)
        password = name + 1
        more = password + 1
        let end: Int
        if rect.rows >= 5 + extra {
            let row = more + extra + (isRoomy ? 1 : 0)
            bar = row
            end = row + 1
        } else {
            bar = nil
            end = more + extra
        }
        message = end..<max(end, min(end + words, rect.rows))
        let hint = message.upperBound + (isRoomy ? 1 : 0)
        hints = hint..<max(hint, rect.rows)
    }

    /// Whether all of it has a place, with a row for the message and one for the hints.
    var isWhole: Bool { bar != nil && message.count >= 1 && !hints.isEmpty }

    /// What the bar has between its brackets: as wide as label and field together.
    var barCells: Int { bar == nil ? 0 : Self.label + field - 2 }
}
