import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

/// Posts and comments as lines: a number, who and what is to be said of it, then the text.
struct ItemLines: Sendable {
    let paper: Paper

    /// - Parameters:
    ///   - parent: The number of the comment that it answers.
    ///   - isNews: It has just come: it was written now, and what becomes of it has lines of its own.
    func comment(_ item: CommentItem, _ number: Int, under parent: Int?, isNews: Bool) -> [DisplayText] {
        var facts = [item.isMine ? "you" : item.author.raw]
        if !isNews { facts.append(item.age) }
        if item.isReply { facts.append(parent.map { "reply to \($0)" } ?? "reply") }
        if item.isEdited, !item.isDeleted { facts.append("edited") }
        facts += favourites(item.favourites, item.isFavourited)
        if item.isDeleted { return [paper.line("\(number) \(facts.joined(separator: ", ")): deleted")] }
        if item.marks.isEmpty == false, isOnItsWay(item.loadingState) { facts.append("sending") }
        let lines = paper.text(item.text, behind: "\(number) \(facts.joined(separator: ", ")):")
        return lines + (isNews ? [] : marks(item.marks, "\(number)", isOnItsWay: isOnItsWay(item.loadingState)))
    }

    func post(_ item: PostItem, _ number: Int, hasDraft: Bool) -> [DisplayText] {
        let marks = marks(item.marks, nil, isOnItsWay: isOnItsWay(item.loadingState))
        guard item.isRead else { return [paper.line("\(number) \(item.title.firstLine)")] + marks }
        var facts = facts(of: item)
        facts.append(item.comments == 1 ? "1 comment" : "\(item.comments) comments")
        if hasDraft { facts.append("draft") }
        return [paper.line("\(number) \(facts.joined(separator: ", ")): \(item.title.firstLine)")]
            + marks
    }

    /// The post that is opened, with all of its text.
    func openedPost(_ item: PostItem, _ number: Int) -> [DisplayText] {
        guard item.isRead else { return [paper.line("post \(number): \(item.title.firstLine)")] }
        let lines = [paper.line("post \(number), \(facts(of: item).joined(separator: ", ")): \(item.title.firstLine)")]
        return lines + (item.text.raw.isEmpty ? [] : paper.indented(item.text))
            + marks(item.marks, "post", isOnItsWay: isOnItsWay(item.loadingState))
    }

    private func facts(of item: PostItem) -> [String] {
        [item.isMine ? "you" : item.author.raw, item.age] + (item.isEdited ? ["edited"] : [])
            + favourites(item.favourites, item.isFavourited)
    }

    private func favourites(_ count: Int, _ isMine: Bool) -> [String] {
        guard count > 0 || isMine else { return [] }
        return [(count == 1 ? "1 favourite" : "\(count) favourites") + (isMine ? " with yours" : "")]
    }

    private func isOnItsWay(_ state: LoadingState?) -> Bool {
        switch state {
        case .loading(.sending), .loading(.queued(behind: nil)): true
        case .loading, .failure, nil: false
        }
    }

    /// What is to be said of its state, one line each.
    private func marks(_ marks: [ItemMark], _ name: String?, isOnItsWay: Bool) -> [DisplayText] {
        marks.compactMap { mark in
            guard let words = mark.words, !(isOnItsWay && mark.tone == .pending) else { return nil }
            return paper.line("  " + words.raw + ItemLines.remedy(mark.remedy, name))
        }
    }

    /// What can be said to something that failed; nothing where it has no name.
    static func remedy(_ remedy: Remedy?, _ name: String?) -> String {
        guard let remedy else { return "" }
        guard let name else { return ". outbox has it" }
        return switch remedy {
        case .open: ""
        case .retry: ". retry \(name), discard \(name)"
        case .sendAgain: ". retry \(name) sends it once more, discard \(name)"
        case .decide: ". keep \(name), retry \(name) sends it once more, discard \(name)"
        }
    }
}

extension UntrustedText {
    /// For a line that has room for one.
    fileprivate var firstLine: String { String(raw.prefix { !$0.isNewline }) }
}
