import CommentPresenters
import Comments
import TerminalUI

/// A question that has to be answered before anything is done.
enum QuestionPanel {
    static func draw(_ question: Question, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.fill(rect, style: Style(.text))
        let lines = lines(of: question, in: rect, pen: pen)
        // A small screen has no row for it.
        let top = lines.count < rect.rows ? 1 : 0
        if top > 0 {
            canvas.horizontalLine(
                pen.glyphs.horizontalLine, at: rect.origin, length: rect.columns, style: Style(.line))
        }
        for (row, line) in lines.enumerated() { canvas.draw(line, in: rect, row: row + top) }
    }

    static func rows(of question: Question, in rect: Rect, pen: Pen) -> Int {
        min(lines(of: question, in: rect, pen: pen).count + 1, rect.rows)
    }

    /// The question, what there is to know, and the answers, broken to the width. Where there is no room for all, the
    /// answers are what may not be missing, then what is asked; if these don't fit, they are said in fewer words.
    private static func lines(of question: Question, in rect: Rect, pen: Pen) -> [Line] {
        let column = rect.columns < 30 ? 0 : Gutter.text
        let room = max(1, rect.columns - column)
        func broken(_ words: String) -> [DisplayText] { pen.words(words).wrapped(to: room, limit: 16) }
        let about = question.about + (question.givesTextBack ? ["What you wrote goes to the composer."] : [])
        let short = shortWords(question)
        var asked = broken(question.sentence)
        var answers = pen.parts(self.answers(to: question), keysOf: question.place, width: room)
        if asked.count + answers.count > rect.rows {
            asked = broken(short.asked)
            answers = pen.parts(short.answers, keysOf: question.place, width: room)
        }
        let left = max(1, rect.rows - answers.count)
        if asked.count > left {
            let last = asked[left - 1] + pen.glyphs.ellipsis
            asked = asked.prefix(left - 1) + [pen.cut(last, to: room)]
        }
        // The line above it goes before anything that is said.
        var more: [DisplayText] = []
        for lines in about.map(broken) {
            guard more.count + lines.count + asked.count + answers.count < rect.rows else { break }
            more += lines
        }
        return asked.map { Line($0, .title, at: column) } + more.map { Line($0, .text, at: column) }
            + answers.map { Line($0, .hint, at: column) }
    }

    private static func answers(to question: Question) -> String {
        switch question {
        case .deleteComment, .deletePost: return "y deletes it · n keeps it"
        case .discard(let discarding):
            let it = discarding.dependents.isEmpty ? "it" : "them"
            return "y discards \(it) · n keeps \(it)"
        case .notSentYet: return "Enter or Esc goes on"
        case .signOut(0): return "y signs out · Esc stays"
        case .signOut: return "k keeps it for your next sign-in · d discards it · Esc stays"
        }
    }

    /// The same in as few words as leave it a question.
    private static func shortWords(_ question: Question) -> (asked: String, answers: String) {
        switch question {
        case .deleteComment(_, _, let excerpt): ("Delete “\(excerpt.raw)”?", "y deletes · n keeps")
        case .deletePost: ("Delete the post and its comments?", "y deletes · n keeps")
        case .discard(let discarding):
            (
                discarding.dependents.isEmpty
                    ? "Discard it?" : "Discard it and \(discarding.dependents.count) more that wait for it?",
                "y discards · n keeps"
            )
        case .notSentYet: ("It is not sent yet.", "Enter goes on")
        case .signOut(0): ("Sign out?", "y signs out · Esc stays")
        case .signOut(let waiting): ("\(waiting) not sent. Sign out?", "k keeps · d discards · Esc stays")
        }
    }
}

extension Question {
    /// Where the keys of its answers have their meaning.
    fileprivate var place: Focus {
        switch self {
        case .deleteComment, .deletePost: .deleteQuestion
        case .discard: .discardQuestion
        case .notSentYet: .notSentYet
        case .signOut: .signOutQuestion
        }
    }
}
