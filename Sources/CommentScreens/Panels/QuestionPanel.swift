import CommentPresenters
import Comments
import TerminalUI

/// A question that has to be answered before anything is done.
enum QuestionPanel {
    /// More would push what is asked about off a small screen.
    private static let mostListed = 4

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
        let (asked, about, answers) = words(question)
        return [(asked, .title)] + about.map { ($0, .text) } + [(answers, .hint)]
    }

    private static func words(_ question: Question) -> (asked: String, about: [String], answers: String) {
        switch question {
        case .deleteComment(_, _, let excerpt):
            ("Delete your comment “\(excerpt.raw)”?", [], "y deletes it · n keeps it")
        case .deletePost(_, let title):
            ("Delete your post “\(title.raw)” and the comments under it?", [], "y deletes it · n keeps it")
        case .discard(let discarding):
            ("Discard \(discarding.name.raw)?", about(discarding), answers(discarding))
        case .notSentYet(let action, let name):
            (
                "\(name.raw.capitalizedFirst) is not sent yet.",
                ["It can be \(action == .edit ? "edited" : "deleted") as soon as the server has it."],
                "Enter or Esc goes on"
            )
        case .signOut(let waiting):
            (
                waiting == 1 ? "1 thing was not sent yet. Sign out?" : "\(waiting) things were not sent yet. Sign out?",
                [], "k keeps it for your next sign-in · d discards it · Esc stays"
            )
        }
    }

    private static func about(_ discarding: Discarding) -> [String] {
        var lines: [String] = []
        switch discarding.certainty {
        case .notThere: break
        case .mayBeThere: lines.append("The server may have it: then only what is shown here goes.")
        case .beingSent: lines.append("It is being sent: the server may get it all the same.")
        }
        let names = discarding.dependents.map(\.raw)
        if !names.isEmpty {
            lines.append("What waits for it goes too:")
            lines += names.prefix(names.count > mostListed ? mostListed - 1 : mostListed).map { "· \($0)" }
            if names.count > mostListed { lines.append("· and \(names.count - mostListed + 1) more") }
        }
        if discarding.hasText { lines.append("What was written goes to the composer.") }
        return lines
    }

    private static func answers(_ discarding: Discarding) -> String {
        let it = discarding.dependents.isEmpty ? "it" : "them"
        return "y discards \(it) · n keeps \(it)"
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
