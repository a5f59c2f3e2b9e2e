import CommentPresenters
import Comments
import TerminalUI

/// The composer at the bottom of its pane: a heading in the line that parts it, and the text.
struct ComposerPanel {
    private let model: ComposerModel
    private let shown: ComposerScroll.Shown

    /// The most rows of text.
    private static let mostRows = 8

    init(_ model: ComposerModel, in rect: Rect, scroll: inout ComposerScroll, rules: WidthRules) {
        self.model = model
        let most = max(1, min(Self.mostRows, rect.rows / 2))
        shown = scroll.show(model.buffer, width: rect.columns - Gutter.text - 1, rows: most, rules: rules)
    }

    /// The rows that it takes of its pane.
    var rows: Int { 1 + shown.lines.count }

    func draw(in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        heading(in: rect, on: &canvas, pen: pen)
        let text = model.buffer.utf8
        let titleEnd = model.target.hasTitle ? text.firstIndex(of: 10) ?? text.count : -1
        for (row, line) in shown.lines.enumerated() {
            let isTitle = shown.ends[row] <= titleEnd
            let role: Role = model.waiting != nil ? .dim : isTitle ? .title : .text
            canvas.draw(Line(line, role, at: Gutter.text), in: rect, row: row + 1)
        }
        guard model.waiting == nil else { return }
        canvas.cursor = rect.at(Gutter.text + shown.cursor.column, 1 + shown.cursor.row)
    }

    private func heading(in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.horizontalLine(pen.glyphs.horizontalLine, at: rect.origin, length: rect.columns, style: Style(.line))
        let room = max(1, rect.columns - Gutter.text - 1)
        let (note, role) = note
        let whole = note.map { pen.words(" \($0) ") } ?? DisplayText()
        let short = whole.width > room ? model.hint?.short.map { pen.words(" \($0) ") } : nil
        let said = pen.cut(short ?? whole, to: room)
        let title = pen.cut(pen.words(" \(Self.title(of: model.target)) "), to: max(1, room - said.width - 2))
        canvas.draw(Line(title, .title, at: Gutter.text - 1), in: rect, row: 0)
        canvas.draw(Line(said, role, at: max(Gutter.text, rect.columns - said.width - 2)), in: rect, row: 0)
    }

    private static func title(of target: ComposerTarget) -> String {
        let about = target.about.excerpt
        return switch target.work {
        case .comment: about.isEmpty ? "Comment" : "Comment on “\(about)”"
        case .reply: about.isEmpty ? "Reply" : "Reply to \(about)"
        case .editComment: "Edit your comment"
        case .post: "New post: the first line is its title"
        case .editPost: "Edit your post: the first line is its title"
        }
    }

    /// What is said at the heading's right end.
    private var note: (String?, Role) {
        if let seconds = model.waiting { return ("waiting for the answer, \(seconds) s", .pending) }
        if case .full? = model.hint { return model.hint?.words ?? (nil, .hint) }
        if let room = model.room, room.isOver {
            let what = room.part == .title ? "title is" : "text is"
            return ("\(-room.left) over: \(what) at most \(room.limit)", .error)
        }
        if let hint = model.hint { return hint.words }
        guard let room = model.room else { return (nil, .hint) }
        return (room.part == .title ? "title: \(room.left) left" : "\(room.left) left", .hint)
    }
}

extension ComposerHint {
    /// The same in few words; nil where there are no fewer.
    fileprivate var short: String? {
        switch self {
        case .otherWindow: "open elsewhere: kept apart"
        case .refused: "not sent"
        case .notKept: "the draft is not kept"
        case .empty, .leftOver, .fromEditor, .editorFailed, .full: nil
        }
    }

    fileprivate var words: (String, Role) {
        switch self {
        case .empty: ("nothing to send yet", .error)
        case .refused(let reason): ("not sent: \(reason.raw)", .error)
        case .otherWindow(let other):
            (
                other.process.map { "also open in another window (\($0)): kept apart" }
                    ?? "also open in another window: kept apart", .accent
            )
        case .leftOver: ("kept of what is gone", .accent)
        case .fromEditor: ("from the editor that was open", .accent)
        case .editorFailed(let failure): (failure.words, .error)
        case .full(let bytes): ("not taken: more than \(bytes >> 10) KiB", .error)
        case .notKept: ("the disk does not take the draft", .error)
        }
    }
}

extension EditorFailure {
    fileprivate var words: String {
        switch self {
        case .none: "no editor: set VISUAL or EDITOR"
        case .ended(let status): "the editor failed (\(status)): the text is as before"
        case .killed(let signal): "the editor was killed (\(signal)): the text is as before"
        case .file(let reason): "the editor’s file: \(reason.raw)"
        }
    }
}
