import CommentPresenters
import Comments
import TerminalUI

/// A question that has to be answered before anything is done.
enum QuestionPanel {
    static func draw(_ question: Question, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        canvas.horizontalLine(pen.glyphs.horizontalLine, at: rect.origin, length: rect.columns, style: Style(.line))
        let (asked, answers) = words(question)
        let room = max(1, rect.columns - Gutter.text)
        canvas.draw(Line(pen.cut(pen.words(asked), to: room), .title, at: Gutter.text), in: rect, row: 1)
        canvas.draw(Line(pen.cut(pen.words(answers), to: room), .hint, at: Gutter.text), in: rect, row: 2)
    }

    static func rows(in rect: Rect) -> Int { min(3, rect.rows) }

    private static func words(_ question: Question) -> (asked: String, answers: String) {
        switch question {
        case .deleteComment(_, _, let excerpt):
            ("Delete your comment “\(excerpt.raw)”?", "y deletes it · n keeps it")
        case .deletePost(_, let title):
            ("Delete your post “\(title.raw)” and the comments under it?", "y deletes it · n keeps it")
        case .signOut(let waiting):
            (
                waiting == 1 ? "1 thing was not sent yet. Sign out?" : "\(waiting) things were not sent yet. Sign out?",
                "k keeps it for your next sign-in · d discards it · Esc stays"
            )
        }
    }
}
