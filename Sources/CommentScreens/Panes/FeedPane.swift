import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

/// The feed: a line per post, the newest first.
enum FeedPane {
    static func draw(
        _ model: FeedModel, isFocused: Bool, marksOpened: Bool, isCovered: Bool, scroll: inout ListScroll<Ref<Post>>,
        in rect: Rect,
        on canvas: inout Canvas, pen: Pen
    ) {
        var rect = rect
        if model.hasPostDraft, rect.rows >= 4 {
            let words = pen.words(
                rect.columns < 36 ? "p has a draft" : "A new post is begun: p goes on.", keysOf: .feed)
            canvas.draw(
                Line(pen.cut(words, to: max(1, rect.columns - Gutter.text)), .accent, at: Gutter.text), in: rect, row: 0
            )
            rect = rect.dropping(top: 1)
        }
        guard model.posts.count > 0 else {
            drawEmpty(model, in: rect, on: &canvas, pen: pen)
            return
        }
        let placed = scroll.place(model.posts, in: rect, isCovered: isCovered) { post in
            block(
                post, isOpened: marksOpened && post.id == model.opened, hasDraft: model.withDraft.contains(post.id),
                pattern: model.pattern, width: rect.columns, pen: pen)
        }
        canvas.draw(placed, in: rect, selected: model.posts.selected, isFocused: isFocused, pen: pen)
        guard let last = placed.last, last.index == model.posts.count - 1 else { return }
        let tail = (model.wasRead ? model.reading.tail : model.reading.tailUnread).map { ($0, Role.dim) }
        var row = last.row + last.block.height
        for (words, role) in [tail, changesElsewhere(model).map { ($0, .pending) }].compactMap(\.self) {
            for line in pen.words(words, keysOf: .feed).wrapped(to: max(1, rect.columns - Gutter.text)) {
                canvas.draw(Line(line, role, at: Gutter.text), in: rect, row: row)
                row += 1
            }
        }
    }

    /// What is pending and has no row; nil if all has.
    private static func changesElsewhere(_ model: FeedModel) -> String? {
        switch model.changesElsewhere {
        case 0: nil
        case 1: "1 change to what was not read yet: o shows it"
        case let count: "\(count) changes to what was not read yet: o shows them"
        }
    }

    private static func block(
        _ post: PostItem, isOpened: Bool, hasDraft: Bool, pattern: TextPattern?, width: Int, pen: Pen
    ) -> Block {
        var line = Line()
        if let (glyph, role) = pen.gutter(post.marks) { line.put(glyph, role, at: Gutter.glyph) }
        let counts = pen.counts(of: post)
        let room = post.isRead ? width - counts.end - 2 : width
        let draft = hasDraft ? pen.words("draft") : DisplayText()
        let title = max(1, room - Gutter.text - (hasDraft ? draft.width + 2 : 0))
        let role: Role = !post.isRead || !post.hasTitle ? .dim : isOpened ? .title : .text
        let shown = pen.cut(pen.line(post.title), to: title)
        line.put(shown, role, at: Gutter.text, hits: pen.hits(of: pattern, in: shown))
        line.add(draft, .accent, gap: 2)
        var block = Block(lines: [line])
        if room > Gutter.text, post.isRead {
            counts.pieces(from: width - counts.end).forEach { block.lines[0].put($0.text, $0.role, at: $0.column) }
        }
        for mark in post.marks where mark.tone == .pending {
            guard let words = mark.words else { continue }
            block.lines += pen.pending(pen.words(words), at: Gutter.text, width: width)
        }
        block.lines += pen.failures(post.marks, at: Gutter.text, width: width)
        return block
    }

    private static func drawEmpty(_ model: FeedModel, in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        var sentences: [(String, Role)] =
            switch model.reading {
            case .whole: [("No posts yet.", .text), ("p writes the first one.", .hint)]
            case .more: [("No post among what is newest here.", .text), ("j reads on.", .hint)]
            case .loading: [("Reading the posts…", .dim)]
            case .failed(let reason):
                [("The posts could not be read: \(reason.setApart).", .error), ("It is tried again by itself.", .hint)]
            case .missing: [("There is no such room here, or it is not open to you.", .error)]
            case .closed(let trouble): [(trouble.sentence, .error), ("R lists the rooms.", .hint)]
            }
        if let changes = changesElsewhere(model) { sentences.append((changes, .pending)) }
        var row = min(1, max(0, rect.rows - 2))
        for (sentence, role) in sentences {
            for line in pen.words(sentence, keysOf: .feed).wrapped(to: rect.columns - Gutter.text) {
                canvas.draw(Line(line, role, at: Gutter.text), in: rect, row: row)
                row += 1
            }
        }
    }
}

/// "♥  4 ·  12": favourites and comments, in columns.
struct Counts {
    private let parts: [(text: DisplayText, role: Role)]
    let end: Int

    init(_ parts: [(DisplayText, Role)]) {
        self.parts = parts
        end = parts.reduce(0) { $0 + $1.0.width }
    }

    func pieces(from column: Int) -> [(column: Int, text: DisplayText, role: Role)] {
        var column = column
        return parts.map { part in
            defer { column += part.text.width }
            return (column, part.text, part.role)
        }
    }
}

extension Pen {
    func counts(of post: PostItem) -> Counts {
        Counts([
            (heart(post.isFavourited), post.isFavourited ? .favourite : .dim),
            (words(" " + number(post.favourites, cells: 2)), .text),
            (words(" · "), .dim), (words(number(post.comments, cells: 3)), .text),
        ])
    }

    /// "♥ 2".
    func favourites(_ count: Int, _ isFavourited: Bool) -> Counts {
        Counts([(heart(isFavourited), isFavourited ? .favourite : .dim), (words(" \(count)"), .text)])
    }

    func heart(_ isFavourited: Bool) -> DisplayText {
        isFavourited ? glyphs.favourited : glyphs.notFavourited
    }

    private func number(_ number: Int, cells: Int) -> String {
        let digits = String(number)
        return String(repeating: " ", count: max(0, cells - digits.count)) + digits
    }
}

extension ReadingWords {
    /// What stands at the end of a list that goes on.
    var tail: String? {
        switch self {
        case .whole: nil
        case .more: "older ones come as you go on"
        case .loading: "reading older ones…"
        case .failed(let reason): "older ones could not be read: \(reason.raw)"
        case .missing: nil
        case .closed(let trouble): trouble.sentence
        }
    }

    /// What stands below posts that are known although no page was read.
    var tailUnread: String? {
        switch self {
        case .whole, .more, .missing: nil
        case .loading: "reading the posts…"
        case .failed(let reason): "the posts could not be read: \(reason.raw)"
        case .closed(let trouble): "\(trouble.sentence) R lists the rooms."
        }
    }
}
