import CommentPresenters
import Comments
import TerminalUI

/// The form that makes an account or signs in with one.
enum SignInScreen {
    static func draw(_ model: SignInModel, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        let width = min(rect.columns, 64)
        let left = max(0, (rect.columns - width) / 2)
        let isRoomy = rect.rows >= 15
        var form = Form(canvas: canvas, rect: rect, left: left, width: width, row: isRoomy ? max(1, rect.rows / 6) : 0)
        if isRoomy {
            form.line("rakkan", .accent, pen)
            form.line("comments without waiting", .dim, pen)
            form.row += 1
        }
        form.line(title(model), .title, pen)
        if isRoomy { form.row += 1 }
        field("Name", .name, model, pen, &form)
        field("Password", .password, model, pen, &form)
        // The row of the bar that shows how a request comes on.
        if isRoomy { form.row += 1 }
        message(model, pen, &form)
        if rect.rows >= 9 {
            form.row = max(form.row + 1, isRoomy ? form.row : form.row + 1)
            for hint in hints(model) { form.line(hint, .hint, pen) }
        }
        canvas = form.canvas
    }

    private static func title(_ model: SignInModel) -> String {
        switch model.mode {
        case .signUp: "Create your account"
        case .signIn: "Sign in"
        }
    }

    private static func field(
        _ label: StaticString, _ field: SignInPresenter.Field, _ model: SignInModel, _ pen: Pen, _ form: inout Form
    ) {
        let column = 10
        let room = max(1, min(40, form.width - column))
        let shown: DisplayText
        let before: Int
        switch field {
        case .name:
            shown = DisplayText(sanitizing: model.name.text, limit: 1_024)
            before = DisplayText(sanitizing: model.name.head, limit: 1_024).width
        case .password:
            let length = min(model.passwordLength, room)
            shown = (0..<length).reduce(DisplayText()) { text, _ in text + pen.glyphs.secret }
            before = min(model.passwordCursor, length)
        }
        let hidden = max(0, before - room + 1)
        let visible = shown.dropping(cells: hidden).prefix(cells: room)
        let isActive = model.field == field && !model.isRunning
        var line = Line(DisplayText(label), isActive ? .text : .dim)
        line.put(visible, .field, at: column)
        let blank = DisplayText(sanitizing: String(repeating: "_", count: max(0, room - visible.width)))
        line.put(blank, .dim, at: column + visible.width)
        form.draw(line)
        if isActive { form.cursor(column: column + before - hidden, row: form.row) }
        form.row += 1
    }

    private static func message(_ model: SignInModel, _ pen: Pen, _ form: inout Form) {
        if model.isRunning {
            form.line(model.mode == .signUp ? "Creating your account…" : "Signing in…", .pending, pen)
        } else if let message = model.message {
            form.line(message.raw, .error, pen)
        } else if let why = reason(model.reason, model.mode) {
            form.line(why, .text, pen)
        } else {
            form.row += 1
        }
    }

    private static func reason(_ reason: SignInReason, _ mode: SignInPresenter.Mode) -> String? {
        switch reason {
        case .newcomer: mode == .signUp ? "New here? A name and a password are all it takes." : nil
        case .needed: "This needs an account. What you asked for is done right after."
        case .sessionEnded: "Your session has ended. Nothing you wrote is lost."
        case .asked: nil
        }
    }

    private static func hints(_ model: SignInModel) -> [String] {
        if model.isRunning { return ["Esc cancels"] }
        let isLast = model.field == .password
        let enter =
            switch model.mode {
            case .signUp: isLast ? "Enter creates it" : "Enter next field"
            case .signIn: isLast ? "Enter signs in" : "Enter next field"
            }
        let other = model.mode == .signUp ? "Ctrl-N sign in instead" : "Ctrl-N create an account"
        return ["\(enter) · Tab other field · Ctrl-U clears it", "\(other) · Esc reads without an account"]
    }

    /// A column of lines.
    private struct Form {
        var canvas: Canvas
        let rect: Rect
        let left: Int
        let width: Int
        var row: Int

        mutating func line(_ words: String, _ role: Role, _ pen: Pen) {
            for part in pen.words(words).wrapped(to: width, limit: 3) {
                draw(Line(part, role))
                row += 1
            }
        }

        mutating func draw(_ line: Line) {
            let area = Rect(
                column: rect.origin.column + left, row: rect.origin.row, columns: width, rows: rect.rows)
            canvas.draw(line, in: area, row: row)
        }

        mutating func cursor(column: Int, row: Int) {
            guard row < rect.rows else { return }
            canvas.cursor = rect.at(left + column, row)
        }
    }
}
