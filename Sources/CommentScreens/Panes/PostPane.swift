import CommentPresenters
import Comments
import TerminalUI

/// A post, and the comments under it: the title stays, the rest scrolls.
enum PostPane {
    static func draw(
        _ model: PostModel, isFocused: Bool, isCovered: Bool, scroll: inout ListScroll<ThreadRow.ID>, in rect: Rect,
        on canvas: inout Canvas, pen: Pen
    ) {
        let isRoomy = rect.rows >= 14
        let header = rect.rows >= 5 ? 2 : min(1, rect.rows)
        drawTitle(model, in: rect, hasRule: header > 1, on: &canvas, pen: pen)
        let list = rect.dropping(top: header)
        let paragraph = CommentBlocks(
            pen: pen, width: rect.columns, gap: isRoomy ? 1 : 0, pattern: model.pattern, saysStateFirst: list.rows < 6)
        let placed = scroll.place(model.thread, in: list, isCovered: isCovered) { row in
            switch row {
            case .post(let post): paragraph.post(post, reading: model.reading, comments: model.thread.count - 1)
            case .comment(let comment): paragraph.comment(comment)
            }
        }
        canvas.draw(placed, in: list, selected: model.thread.selected, isFocused: isFocused, pen: pen)
        let lowest = scroll.lowest?.index ?? 0
        drawNews(model.unseen.count { $0 > lowest }, in: list, on: &canvas, pen: pen)
    }

    /// What has come below the pane and was not seen yet, over the end of its last row.
    private static func drawNews(_ unseen: Int, in list: Rect, on canvas: inout Canvas, pen: Pen) {
        guard unseen > 0, list.rows > 2 else { return }
        let words = pen.cut(pen.words("\(unseen) new below · G goes there", keysOf: .post), to: list.columns - 2)
        let place = Rect(
            column: list.origin.column + list.columns - words.width - 2, row: list.origin.row + list.rows - 1,
            columns: words.width + 2, rows: 1)
        canvas.fill(place, style: Style(.text))
        canvas.draw(Line(words, .accent, at: 1), in: place, row: 0)
    }

    private static func drawTitle(
        _ model: PostModel, in rect: Rect, hasRule: Bool, on canvas: inout Canvas, pen: Pen
    ) {
        let post = model.post
        let favourites = pen.favourites(post.favourites, post.isFavourited)
        // In the column of the comments' own, however wide the pane is, unless the title needs the room.
        let title = pen.line(post.title)
        let edge = min(rect.columns - 1, max(CommentBlocks.edge, Gutter.text + title.width + favourites.end + 2))
        let room = post.isRead ? edge - Gutter.text - favourites.end - 2 : rect.columns - Gutter.text
        let shown = pen.cut(title, to: max(1, room))
        var line = Line()
        line.put(
            shown, post.hasTitle ? .title : .dim, at: Gutter.text, hits: pen.hits(of: model.pattern, in: shown))
        if room > 0, post.isRead {
            for piece in favourites.pieces(from: edge - favourites.end) {
                line.put(piece.text, piece.role, at: piece.column)
            }
        }
        canvas.draw(line, in: rect, row: 0)
        guard hasRule else { return }
        canvas.horizontalLine(
            pen.glyphs.horizontalLine, at: rect.at(0, 1), length: rect.columns, style: Style(.line))
    }

    /// When no post is open beside the feed.
    static func drawNothing(in rect: Rect, on canvas: inout Canvas, pen: Pen) {
        canvas.draw(Line(pen.words("No post is open."), .dim, at: Gutter.text), in: rect, row: 1)
    }
}

/// Posts and comments as lines.
struct CommentBlocks {
    let pen: Pen
    /// Of the pane.
    let width: Int
    /// Blank rows between comments.
    let gap: Int
    /// What is searched for.
    var pattern: TextPattern?
    /// Where there are only a few rows, what failed is not pushed out of them by the text that it is about.
    var saysStateFirst = false

    /// Longer lines are hard to read.
    private static var widestBody: Int { 76 }
    /// The column behind the last one of a body in a pane that is wide enough.
    static var edge: Int { Gutter.text + widestBody }
    /// A comment of more lines is cut; it can be copied whole.
    private static var mostLines: Int { 4_096 }
    /// So many lines of a longer comment are shown until it is opened.
    private static var foldedLines: Int { 12 }

    func comment(_ comment: CommentItem) -> Block {
        let column = comment.isReply ? Gutter.text + Gutter.indent : Gutter.text
        let right = edge(column)
        let (headers, below) = header(comment, at: column, right: right)
        var text: [Line] = []
        if comment.isDeleted {
            text.append(Line(pen.words("deleted"), .dim, at: column))
        } else {
            let lines = body(comment.text, at: column, right: right)
            // In the place of one more line stands that line itself.
            if comment.isOpened || lines.count <= Self.foldedLines + 1 {
                text += lines
            } else {
                text += lines.prefix(Self.foldedLines)
                // Enter has something else to do where something failed or waits.
                let opens = comment.marks.isEmpty ? "Enter opens" : "+ opens"
                text.append(more("… more (\(lines.count - Self.foldedLines) lines) · \(opens)", column, right))
            }
        }
        if let hidden = comment.hidden { text.append(folded(hidden, at: column, right: right)) }
        let state =
            pending(below, at: column, right: right) + pen.failures(comment.marks, at: column, width: right)
        return Block(lines: headers + (saysStateFirst ? state + text : text + state), gap: gap)
    }

    private func more(_ sentence: String, _ column: Int, _ right: Int) -> Line {
        Line(pen.cut(pen.words(sentence, keysOf: .post), to: right - column), .hint, at: column)
    }

    /// "3 replies hidden · 1 not sent", where they would stand.
    private func folded(_ hidden: HiddenReplies, at column: Int, right: Int) -> Line {
        let indented = min(column + Gutter.indent, right - 1)
        var line = more(hidden.count == 1 ? "1 reply hidden" : "\(hidden.count) replies hidden", indented, right)
        func add(_ words: String, _ role: Role) {
            let room = right - line.end
            guard room > 4 else { return }
            line.add(pen.cut(pen.words(" · \(words)", keysOf: .post), to: room), role)
        }
        if hidden.failed > 0 { add("\(hidden.failed) not sent", .failed) }
        if hidden.pending > 0 { add("\(hidden.pending) on the way", .pending) }
        add("+ opens", .hint)
        return line
    }

    /// The column behind the last one that a body may use.
    private func edge(_ column: Int) -> Int {
        max(column + 1, min(width, Self.edge))
    }

    /// Who wrote it and what is to be said of it; what is too long for that line is for one below.
    private func header(_ comment: CommentItem, at column: Int, right: Int) -> (lines: [Line], below: [DisplayText]) {
        var line = Line()
        if let (glyph, role) = pen.gutter(comment.marks) { line.put(glyph, role, at: Gutter.glyph) }
        let room = max(1, right - column)
        let name = author(of: comment.author, isMine: comment.isMine)
        let shown = pen.cut(name, to: max(1, room / 2))
        line.put(
            shown, role(ofAuthor: comment.author, isMine: comment.isMine), at: column,
            hits: pen.hits(of: pattern, in: shown))
        let facts = add(comment.age, isEdited: comment.isEdited && !comment.isDeleted, to: &line, at: column, right)
        let favourites = pen.favourites(comment.favourites, comment.isFavourited)
        let hasFavourites = comment.favourites > 0 || comment.isFavourited
        let end = hasFavourites ? right - favourites.end - 2 : right
        let below = addPending(comment.marks, to: &line, end: end)
        if hasFavourites, right - favourites.end > line.end {
            for piece in favourites.pieces(from: right - favourites.end) {
                line.put(piece.text, piece.role, at: piece.column)
            }
        }
        return ([line] + facts, below)
    }

    /// Nobody else is “you”, whatever they call themselves.
    func author(of name: UntrustedText, isMine: Bool) -> DisplayText {
        guard !isMine else { return pen.words("you") }
        let line = pen.line(name)
        return line.string.lowercased() == "you" ? pen.words("“\(line.string)”") : line
    }

    /// One's own name has no colour, so that no one else's is like it.
    private func role(ofAuthor name: UntrustedText, isMine: Bool) -> Role {
        isMine ? .title : .author(named: name.raw)
    }

    /// When it was written. Where there is no room behind the name it stands below: a date that is cut is another date.
    ///
    /// - Returns: the lines below.
    private func add(_ age: String, isEdited: Bool, to line: inout Line, at column: Int, _ right: Int) -> [Line] {
        var below: [Line] = []
        for fact in [age] + (isEdited ? ["edited"] : []) {
            let words = pen.words(fact)
            if below.isEmpty, line.end + 2 + words.width <= right {
                line.add(words, .dim, gap: 2)
            } else {
                below.append(Line(pen.cut(words, to: right - column), .dim, at: column))
            }
        }
        return below
    }

    private func addPending(_ marks: [ItemMark], to line: inout Line, end: Int) -> [DisplayText] {
        var below: [DisplayText] = []
        for mark in marks where mark.tone == .pending {
            guard let words = mark.words.map({ pen.words($0) }) else { continue }
            if below.isEmpty, line.end + 2 + words.width <= end {
                line.add(words, .pending, gap: 2)
            } else {
                below.append(words)
            }
        }
        return below
    }

    private func pending(_ below: [DisplayText], at column: Int, right: Int) -> [Line] {
        below.flatMap { pen.pending($0, at: column, width: right) }
    }

    private func body(_ text: UntrustedText, at column: Int, right: Int) -> [Line] {
        let text = pen.text(text)
        let hits = pen.hits(of: pattern, in: text)
        return text.wrapped(to: right - column, addressesTo: width - column, limit: Self.mostLines).map {
            var line = Line()
            line.put($0, .text, at: column, hits: hits)
            return line
        }
    }

    /// The post's own text, and what is to be said of the comments below it.
    func post(_ post: PostItem, reading: ReadingWords, comments: Int) -> Block {
        let column = Gutter.text
        let right = edge(column)
        guard post.isRead else {
            let said = note(reading, comments) ?? ("Reading the post…", .dim)
            return Block(
                lines: pen.words(said.0, keysOf: .post).wrapped(to: right - column).map {
                    Line($0, said.1, at: column)
                }, gap: gap)
        }
        var header = Line()
        if let (glyph, role) = pen.gutter(post.marks) { header.put(glyph, role, at: Gutter.glyph) }
        let name = author(of: post.author, isMine: post.isMine)
        let author = pen.cut(name, to: max(1, (right - column) / 2))
        header.put(
            author, role(ofAuthor: post.author, isMine: post.isMine), at: column,
            hits: pen.hits(of: pattern, in: author))
        let facts = add(post.age, isEdited: post.isEdited, to: &header, at: column, right)
        let below = addPending(post.marks, to: &header, end: right)
        var block = Block(lines: [header] + facts, gap: gap)
        let title = pen.line(post.title)
        if post.hasTitle, title.width > width - Gutter.text - 8 {
            let hits = pen.hits(of: pattern, in: title)
            block.lines += title.wrapped(to: right - column, limit: 8).map {
                var line = Line()
                line.put($0, .title, at: column, hits: hits)
                return line
            }
        }
        if !post.text.raw.isEmpty { block.lines += body(post.text, at: column, right: right) }
        block.lines += pending(below, at: column, right: right)
        block.lines += pen.failures(post.marks, at: column, width: right)
        if let (words, role) = note(reading, comments) {
            if gap > 0 { block.lines.append(Line()) }
            block.lines += pen.words(words, keysOf: .post).wrapped(to: right - column).map {
                Line($0, role, at: column)
            }
        }
        return block
    }

    private func note(_ reading: ReadingWords, _ comments: Int) -> (String, Role)? {
        switch reading {
        case .whole: comments == 0 ? ("No comments yet: c writes the first one.", .hint) : nil
        case .more: ("Older comments come as you go up.", .dim)
        case .loading: (comments == 0 ? "Reading the comments…" : "Reading older comments…", .dim)
        case .failed(let reason): ("Comments could not be read: \(reason.setApart).", .error)
        case .missing: ("There is no such post.", .error)
        case .closed(let trouble): (trouble.sentence, .error)
        }
    }
}
