import CommentPresenters
import Comments
import TerminalUI

/// The form that makes an account or signs in with one.
struct SignInScreen {
    private let model: SignInModel
    private let rect: Rect
    private let pen: Pen
    private let layout: SignInLayout
    /// What one has to agree to, as it stands behind its label; empty where nothing has to be.
    private let terms: [Line]

    static func draw(_ model: SignInModel, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        SignInScreen(model, rect, pen).draw(on: &canvas)
    }

    private init(_ model: SignInModel, _ rect: Rect, _ pen: Pen) {
        (self.model, self.rect, self.pen) = (model, rect, pen)
        let room = max(1, SignInLayout(rect).width - SignInLayout.label)
        terms = model.terms.map { Self.lines($0, room: room, pen: pen) } ?? []
        layout = SignInLayout(rect, more: (model.token == nil ? 0 : 1) + terms.count)
    }

    private static func lines(_ model: TermsModel, room: Int, pen: Pen) -> [Line] {
        let box = model.isAgreedTo ? "[x] I agree to:" : "[ ] I agree to:"
        return [Line(pen.words(box), .field)]
            + model.terms.flatMap { terms in
                (pen.line(terms.name).wrapped(to: room, limit: 2).map { Line($0, .text) })
                    + (terms.address.raw.isEmpty
                        ? [] : pen.line(terms.address).wrapped(to: room, limit: 6).map { Line($0, .dim) })
            }
    }

    /// How a bar is drawn there.
    static func bar(in rect: Rect, pen: Pen) -> BarRequest {
        BarRequest(cells: SignInLayout(rect).barCells, style: pen.barStyle)
    }

    private func draw(on canvas: inout Canvas) {
        canvas.fill(rect, style: Style(.text))
        if model.field == .terms, !layout.isWhole, model.takesKeys { return drawTermsAlone(on: &canvas) }
        if let head = layout.head {
            put(Line(pen.words("rakkan"), .accent), at: head, on: &canvas)
            put(Line(pen.words("comments without waiting"), .dim), at: head + 1, on: &canvas)
        }
        put(Line(pen.words(title), .title), at: layout.title, on: &canvas)
        drawField("Name", .name, at: layout.name, on: &canvas)
        drawField("Password", .password, at: layout.password, on: &canvas)
        if model.token != nil { drawField("Token", .token, at: layout.more, on: &canvas) }
        drawTerms(at: layout.more + (model.token == nil ? 0 : 1), on: &canvas)
        drawProgress(on: &canvas)
        drawMessage(on: &canvas)
        drawHints(on: &canvas)
    }

    /// No key's name is broken over two rows, and where there are few rows the way out comes before what helps in typing.
    private func drawHints(on canvas: inout Canvas) {
        func rows(_ hints: [String]) -> [DisplayText] {
            hints.flatMap { pen.parts($0, keysOf: .signIn, width: layout.width) }
        }
        var shown = rows(hints)
        if shown.count > layout.hints.count {
            let parts = hints.flatMap { $0.split(separator: " · ").map(String.init) }
            let main =
                parts.filter { $0.hasPrefix("Enter") } + parts.filter { $0 == escape }
                + parts.filter { $0.hasPrefix("Ctrl-N") }
            shown = rows([(main + parts.filter { !main.contains($0) }).joined(separator: " · ")])
        }
        for (hint, row) in zip(shown, layout.hints) {
            put(Line(pen.cut(hint, to: layout.width), .hint), at: row, on: &canvas)
        }
    }

    private var title: String {
        switch model.mode {
        case .signUp: "Create your account"
        case .signIn: "Sign in"
        }
    }

    private func drawField(_ label: StaticString, _ field: SignInPresenter.Field, at row: Int, on canvas: inout Canvas)
    {
        let room = layout.field
        let shown: DisplayText
        let before: Int
        switch field {
        case .name:
            shown = pen.typed(model.name.text)
            before = pen.typed(model.name.head).width
        case .token:
            shown = pen.typed(model.token?.text ?? "")
            before = pen.typed(model.token?.head ?? "").width
        case .terms: return
        case .password:
            let length = min(model.passwordLength, room)
            shown = (0..<length).reduce(DisplayText()) { text, _ in text + pen.glyphs.secret }
            before = min(model.passwordCursor, length)
        }
        let hidden = max(0, before - room + 1)
        let visible = shown.dropping(cells: hidden).prefix(cells: room)
        let isActive = model.field == field && model.takesKeys
        var line = Line(DisplayText(label), isActive ? .text : .dim)
        line.put(visible, .field, at: SignInLayout.label)
        let blank = pen.row(of: "_", room - visible.width)
        line.put(blank, .dim, at: SignInLayout.label + visible.width)
        put(line, at: row, on: &canvas)
        guard isActive, row < rect.rows else { return }
        canvas.cursor = rect.at(layout.left + SignInLayout.label + before - hidden, row)
    }

    private func drawTerms(at first: Int, on canvas: inout Canvas) {
        guard !terms.isEmpty else { return }
        let isActive = model.field == .terms && model.takesKeys
        put(Line(pen.words("Terms"), isActive ? .text : .dim), at: first, on: &canvas)
        for (offset, line) in terms.enumerated() {
            put(line, at: first + offset, from: SignInLayout.label, on: &canvas)
        }
        guard isActive, first < rect.rows else { return }
        canvas.cursor = rect.at(layout.left + SignInLayout.label + 1, first)
    }

    /// Where they have no room beside the rest: nobody agrees to what was not shown.
    private func drawTermsAlone(on canvas: inout Canvas) {
        let hints = pen.parts(termsHints, keysOf: .signIn, width: layout.width)
        let room = max(1, rect.rows - hints.count)
        for (row, line) in terms.prefix(room).enumerated() { put(line, at: row, on: &canvas) }
        if terms.count > room {
            put(Line(pen.words("more: a larger terminal shows it"), .error), at: room - 1, on: &canvas)
        }
        for (offset, hint) in hints.enumerated() where room + offset < rect.rows {
            put(Line(hint, .hint), at: room + offset, on: &canvas)
        }
        canvas.cursor = rect.at(layout.left + 1, 0)
    }

    private var termsHints: String {
        model.terms?.isAgreedTo == true ? "Enter creates it · Space takes it back" : "Space agrees · \(escape)"
    }

    private func drawProgress(on canvas: inout Canvas) {
        guard let row = layout.bar, let progress = model.progress else { return }
        let text = progress.text(BarRequest(cells: layout.barCells, style: pen.barStyle))
        put(Line(pen.typed(text), progress.phase.role(.accent)), at: row, on: &canvas)
    }

    private func drawMessage(on canvas: inout Canvas) {
        if let message = model.message, model.progress == nil {
            write(message.raw, .accent, in: layout.message, on: &canvas)
        } else if let message = model.message, let phase = model.progress?.phase {
            var line = Line()
            let role = phase.role(.pending)
            if let sign = sign(of: phase) { line.put(sign, role, at: 0) }
            let rows = rows(for: message.raw, phase)
            for row in rows where row < layout.message.lowerBound {
                canvas.fill(
                    Rect(column: rect.origin.column, row: rect.origin.row + row, columns: rect.columns, rows: 1),
                    style: Style(.text))
            }
            put(line, at: rows.lowerBound, on: &canvas)
            write(message.raw, role, in: rows, from: line.end > 0 ? line.end + 1 : 0, on: &canvas)
        } else if let reason {
            write(reason, .text, in: layout.message, on: &canvas)
        }
    }

    /// Why it failed is worth more than the bar that has ended, where there is no room for both.
    private func rows(for message: String, _ phase: ProgressModel.Phase) -> Range<Int> {
        guard phase == .failed, let bar = layout.bar, layout.message.count < 2 else { return layout.message }
        let needed = pen.words(message, keysOf: .signIn).wrapped(to: layout.width - 2, limit: 3).count
        return needed > layout.message.count ? bar..<layout.message.upperBound : layout.message
    }

    /// Beside the words: what failed is seen without colour.
    private func sign(of phase: ProgressModel.Phase) -> DisplayText? {
        switch phase {
        case .running: pen.glyphs.pending
        case .failed: pen.glyphs.failed
        case .succeeded, .cancelled: nil
        }
    }

    private var reason: String? {
        switch model.reason {
        case .newcomer:
            model.mode == .signUp && model.lastField == .password
                ? "New here? A name and a password are all it takes." : nil
        case .needed: "This needs an account. What you asked for is done right after."
        case .sessionEnded: "Your session has ended. Nothing you wrote is lost."
        case .asked: nil
        }
    }

    private var hints: [String] {
        switch model.progress?.phase {
        case .running: return ["Esc cancels"]
        case .succeeded: return []
        case nil, .failed, .cancelled: break
        }
        if model.field == .terms { return [termsHints, "Tab other field · Ctrl-N sign in instead"] }
        let isLast = model.field == model.lastField
        let enter =
            switch model.mode {
            case .signUp: isLast ? "Enter creates it" : "Enter next field"
            case .signIn: isLast ? "Enter signs in" : "Enter next field"
            }
        let other = model.mode == .signUp ? "Ctrl-N sign in instead" : "Ctrl-N create an account"
        let kind = model.progressKind.map { ["Ctrl-P waits with \(words(for: $0))"] } ?? []
        return ["\(enter) · Tab other field · Ctrl-U clears it", "\(other) · \(escape)"] + kind
    }

    private var escape: String { model.welcomesReaders ? "Esc reads without an account" : "Esc leaves" }

    private func words(for kind: ProgressKind) -> String {
        switch kind {
        case .spinner: "a spinner"
        case .honest: "an honest bar: 0, then 100"
        case .seed: "fake progress"
        case .easing: "fake progress that slows down instead of stopping"
        }
    }

    // MARK: Rows

    private func put(_ line: Line, at row: Int, from column: Int = 0, on canvas: inout Canvas) {
        let area = Rect(
            column: rect.origin.column + layout.left + column, row: rect.origin.row, columns: layout.width - column,
            rows: rect.rows)
        canvas.draw(line, in: area, row: row)
    }

    /// As much of a sentence as its rows hold.
    private func write(
        _ words: String, _ role: Role, in rows: Range<Int>, from column: Int = 0, on canvas: inout Canvas
    ) {
        let lines = pen.words(words, keysOf: .signIn).wrapped(to: layout.width - column, limit: rows.count + 1)
        for (line, row) in zip(lines, rows) {
            let isCut = row == rows.upperBound - 1 && lines.count > rows.count
            let shown = isCut ? pen.cut(line + pen.glyphs.ellipsis, to: layout.width - column) : line
            put(Line(shown, role, at: column), at: row, on: &canvas)
        }
    }
}

extension ProgressModel.Phase {
    fileprivate func role(_ running: Role) -> Role {
        switch self {
        case .running: running
        case .succeeded: .accent
        case .failed: .error
        case .cancelled: .dim
        }
    }
}
