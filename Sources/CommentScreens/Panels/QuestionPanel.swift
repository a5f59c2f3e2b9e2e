import CommentPresenters
import Comments
import TerminalUI

/// A question that has to be answered before anything is done.
enum QuestionPanel {
    static func draw(_ question: Question, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        canvas.horizontalLine(pen.glyphs.horizontalLine, at: rect.origin, length: rect.columns, style: Style(.line))
        let room = max(1, rect.columns - Gutter.text)
        // On a small screen the answers are what may not be missing.
        let lines = lines(of: question)
        let shown = lines.prefix(max(1, rect.rows - 2)) + lines.suffix(1)
        for (row, line) in shown.enumerated() {
            canvas.draw(
                Line(pen.cut(pen.words(line.text), to: room), line.role, at: Gutter.text), in: rect, row: row + 1)
        }
    }

    static func rows(of question: Question, in rect: Rect) -> Int { min(lines(of: question).count + 1, rect.rows) }

    private static func lines(of question: Question) -> [(text: String, role: Role)] {
        let about = question.about + (question.hasText ? ["What was written goes to the composer."] : [])
        return [(question.sentence, .title)] + about.map { ($0, .text) } + [(answers(to: question), .hint)]
    }

    private static func answers(to question: Question) -> String {
        switch question {
        case .deleteComment, .deletePost: return "y deletes it · n keeps it"
        case .discard(let discarding):
            let it = discarding.dependents.isEmpty ? "it" : "them"
            return "y discards \(it) · n keeps \(it)"
        case .notSentYet: return "Enter or Esc goes on"
        case .signOut: return "k keeps it for your next sign-in · d discards it · Esc stays"
        }
    }
}

extension Question {
    /// Whether a text comes back when it is answered with yes.
    fileprivate var hasText: Bool { if case .discard(let discarding) = self { discarding.hasText } else { false } }
}
