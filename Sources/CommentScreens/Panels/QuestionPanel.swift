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

    /// One way to say it all: what is asked, what there is to know, and the answers.
    private struct Form {
        var asked: String
        var about: [String]
        var answers: String
    }

    /// The question, what there is to know, and the answers, broken to the width: in the most words that there is room
    /// for. Nothing that is said is left out but where a text comes back; where even the fewest words don't fit, the
    /// answers are what may not be missing.
    private static func lines(of question: Question, in rect: Rect, pen: Pen) -> [Line] {
        let column = rect.columns < 30 ? 0 : Gutter.text
        let room = max(1, rect.columns - column)
        func broken(_ words: String) -> [DisplayText] { pen.words(words).wrapped(to: room, limit: 16) }
        var asked: [DisplayText] = []
        var about: [DisplayText] = []
        var answers: [DisplayText] = []
        for form in forms(of: question) {
            asked = broken(form.asked)
            about = form.about.flatMap(broken)
            answers = pen.parts(form.answers, keysOf: question.place, width: room)
            // The line above it goes before anything that is said.
            if asked.count + about.count + answers.count <= rect.rows { break }
        }
        let left = max(1, rect.rows - answers.count)
        if asked.count > left {
            let last = asked[left - 1] + pen.glyphs.ellipsis
            asked = asked.prefix(left - 1) + [pen.cut(last, to: room)]
        }
        about = Array(about.prefix(max(0, left - asked.count)))
        return asked.map { Line($0, .title, at: column) } + about.map { Line($0, .text, at: column) }
            + answers.map { Line($0, .hint, at: column) }
    }

    /// The ways to ask it, the longest first.
    private static func forms(of question: Question) -> [Form] {
        let (sentence, answers) = (question.sentence, answers(to: question))
        let back = question.givesTextBack ? ["What you wrote goes to the composer."] : []
        let short = shortWords(question)
        var forms = stride(from: question.names, through: 0, by: -1).map { names in
            Form(asked: sentence, about: question.about(naming: names) + back, answers: answers)
        }
        forms.append(Form(asked: sentence, about: question.about(naming: 0), answers: answers))
        let about = question.aboutInShort
        forms.append(Form(asked: sentence, about: about, answers: answers))
        forms.append(Form(asked: sentence, about: about, answers: short.answers))
        guard case .discard(let discarding) = question else {
            return forms + [Form(asked: short.asked, about: about, answers: short.answers)]
        }
        let warning = [discarding.shortWarning].compactMap(\.self)
        let others = discarding.othersInShort.map { " and \($0)" } ?? ""
        return forms + [
            Form(asked: "Discard \(discarding.it)\(others)?", about: warning, answers: short.answers),
            Form(asked: short.asked, about: warning, answers: short.answers),
        ]
    }

    private static func answers(to question: Question) -> String {
        switch question {
        case .deleteComment, .deletePost: "y deletes it · n keeps it"
        case .discard(let discarding): "y discards \(discarding.all) · n keeps \(discarding.all)"
        case .notSentYet: "Enter or Esc goes on"
        case .signOut(0): "y signs out · Esc stays"
        case .signOut(1): "k keeps it for your next sign-in · d discards it · Esc stays"
        case .signOut: "k keeps them for your next sign-in · d discards them · Esc stays"
        case .discardAtSignOut(let texts):
            texts == 1 ? "y discards it · n keeps it" : "y discards them · n keeps them"
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
                    ? "Discard \(discarding.it)?" : "Discard \(discarding.it) and \(discarding.dependents.count)?",
                "y discards · n keeps"
            )
        case .notSentYet: ("It is not sent yet.", "Enter goes on")
        case .signOut(0): ("Sign out?", "y signs out · Esc stays")
        case .signOut(let waiting): ("\(waiting) not sent. Sign out?", "k keeps · d discards · Esc stays")
        case .discardAtSignOut: (question.sentence, "y discards · n keeps")
        }
    }
}

extension Question {
    /// Where the keys of its answers have their meaning.
    fileprivate var place: Focus {
        switch self {
        case .deleteComment, .deletePost: .deleteQuestion
        case .discard, .discardAtSignOut: .discardQuestion
        case .notSentYet: .notSentYet
        case .signOut: .signOutQuestion
        }
    }
}
