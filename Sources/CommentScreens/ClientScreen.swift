import CommentPresenters
import Comments
import OptimisticState
import TerminalUI

/// The client on a terminal: keys to intents, frames to cells. It holds where the lists were scrolled to, and nothing
/// else; owned by the loop's one thread.
package final class ClientScreen {
    private let pen: Pen
    var feed = ListScroll<Ref<Post>>()
    var thread = ListScroll<ThreadRow.ID>()
    var outbox = ListScroll<MutationID>()
    var rooms = ListScroll<String>()
    private var composer = ComposerScroll()
    private var opened: Ref<Post>?
    /// How the main pane's lists stood before a panel took some of their rows.
    private var uncovered: (feed: ListScroll<Ref<Post>>, thread: ListScroll<ThreadRow.ID>)?
    private var size = Size(columns: 80, rows: 24)
    private var helpOffset: Int?
    /// When the last drawing reads differently although nothing happens: draw again then.
    package private(set) var nextChange: Timestamp?

    /// - Parameter rules: What is known of the terminal's widths.
    package init(repertoire: Repertoire, rules: WidthRules = .standard, keys: KeyTable = .standard) {
        pen = Pen(repertoire, rules: rules, keys: keys)
    }

    // MARK: - Keys

    /// Whether a burst of lines that comes now is text. A form's fields have no lines: Enter goes from one to the next,
    /// however quickly it was typed.
    package func expectsText(_ client: ClientPresenter) -> Bool {
        client.focus != .signIn && KeyTable.takesText(client.focus)
    }

    /// Does what a key means where it was pressed.
    package func press(_ key: Key, _ client: ClientPresenter) -> [Command] {
        // Enter and Esc were meant for the form that is still seen; anything else is meant for what lies under it.
        if client.skipPicture(), key == .enter || key == .escape { return [] }
        guard case .text(let text) = key, !KeyTable.takesText(client.focus) else { return pressOne(key, client) }
        // A burst of letters is many keys, and each can change what the next one means.
        var commands: [Command] = []
        for (offset, letter) in text.enumerated() {
            if KeyTable.takesText(client.focus) {
                return commands + pressOne(.text(String(text.dropFirst(offset))), client)
            }
            commands += pressOne(.text(String(letter)), client)
        }
        return commands
    }

    private func pressOne(_ key: Key, _ client: ClientPresenter) -> [Command] {
        let focus = client.focus
        if case .mouse(let event) = key { return point(event, client) }
        if isTypedOn(key, client) { return [] }
        switch pen.keys.meaning(of: key, in: focus) {
        case .intent(.move(.by(let step))) where scrollsInside(by: step, in: focus):
            return []
        case .intent(.text(.change(.up))): return client.handle(.text(.change(row(-1, client) ?? .up)))
        case .intent(.text(.change(.down))): return client.handle(.text(.change(row(1, client) ?? .down)))
        case .intent(let intent):
            return client.handle(intent)
        case .page(let halves):
            return client.handle(.move(.by(distance(of: halves, in: focus))))
        case nil:
            guard KeyTable.takesText(focus) else {
                switch pen.keys.meaningElsewhere(of: key, than: focus) {
                case .intent(let intent): client.refuse(key.name, meaning: intent)
                case .page, nil: break
                }
                return []
            }
            switch key {
            case .text(let text): return client.handle(.text(.type(text)))
            case .paste(let text): return client.handle(.text(.paste(text)))
            case .enter, .tab, .backTab, .escape, .backspace, .delete, .insert, .up, .down, .left, .right, .home,
                .end, .pageUp, .pageDown, .controlLeft, .controlRight, .control, .alt, .altEnter, .altBackspace,
                .function, .mouse:
                return []
            }
        }
    }

    /// Whether a key belongs to a text whose first key was refused, as far as a hand or a paste writes one in a go.
    private func isTypedOn(_ key: Key, _ client: ClientPresenter) -> Bool {
        switch key {
        case .text, .paste, .enter, .altEnter, .backspace, .control("j"): return client.swallowsTyping()
        case .escape:
            defer { client.endTyping() }
            return client.swallowsTyping()
        case .tab, .backTab, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .controlLeft,
            .controlRight, .control, .alt, .altBackspace, .function, .mouse:
            client.endTyping()
            return false
        }
    }

    func scrollsInside(by step: Int, in focus: Focus) -> Bool {
        switch focus {
        case .feed: feed.scrollsInside(by: step)
        case .post: thread.scrollsInside(by: step)
        case .outbox: outbox.scrollsInside(by: step)
        case .rooms: rooms.scrollsInside(by: step)
        case .search, .favouriters, .composer, .network, .help, .signIn, .deleteQuestion, .discardQuestion,
            .notSentYet, .signOutQuestion, .waiting:
            false
        }
    }

    /// Up and down in the composer go by the rows that are seen.
    private func row(_ step: Int, _ client: ClientPresenter) -> TextChange? {
        guard client.focus == .composer, let text = client.composedText else { return nil }
        return composer.place(step, from: text).map { .place($0) }
    }

    private func distance(of halves: Int, in focus: Focus) -> Int {
        let page =
            switch focus {
            case .feed: feed.page
            case .post: thread.page
            case .outbox: outbox.page
            case .rooms: rooms.page
            case .help: max(1, size.rows - 4)
            case .search, .favouriters, .composer, .network, .signIn, .deleteQuestion, .discardQuestion, .notSentYet,
                .signOutQuestion, .waiting:
                1
            }
        let steps = max(1, page * abs(halves) / 2)
        return halves < 0 ? -steps : steps
    }

    // MARK: - Drawing

    /// The screen as it is now, at any size.
    package func draw(_ client: ClientPresenter, size: Size) -> Canvas {
        self.size = size
        if client.openedPost != opened {
            opened = client.openedPost
            thread = ListScroll()
            uncovered?.thread = ListScroll()
        }
        let frame = client.frame(request)
        if frame.outbox == nil { outbox = ListScroll() }
        if frame.rooms == nil { rooms = ListScroll() }
        if frame.composer == nil { composer = ComposerScroll() }
        nextChange = frame.nextChange
        helpOffset = nil
        let canvas = draw(frame, size: size)
        if let helpOffset { client.showedHelp(from: helpOffset) }
        if thread.area != nil, let lowest = thread.lowest { client.saw(downTo: lowest.id) }
        return canvas
    }

    /// What a frame needs for what stands on the screen.
    var request: FrameRequest {
        var request = FrameRequest(
            feed: ListRequest(anchor: feed.anchor?.id, rows: size.rows),
            thread: ListRequest(anchor: thread.anchor?.id, rows: size.rows),
            outbox: ListRequest(anchor: outbox.anchor?.id, rows: size.rows),
            bar: SignInScreen.bar(in: Layout(size: size).body, pen: pen))
        request.rooms = ListRequest(anchor: rooms.anchor?.id, rows: size.rows)
        return request
    }

    private func draw(_ frame: Frame, size: Size) -> Canvas {
        feed.hide()
        thread.hide()
        outbox.hide()
        rooms.hide()
        var canvas = Canvas(size: size)
        guard size.columns >= Layout.least.columns, size.rows >= Layout.least.rows else {
            let needs = pen.words("needs \(Layout.least.columns)×\(Layout.least.rows)")
            canvas.put(needs, at: Point(column: 0, row: 0), style: Style(.text))
            return canvas
        }
        let layout = Layout(size: size, hasBanner: frame.banner != nil)
        if let banner = frame.banner, let row = layout.banner {
            canvas.draw(Line(pen.cut(pen.words(banner), to: row.columns), .accent), in: row, row: 0)
        }
        if let help = frame.help {
            helpOffset = HelpPane.draw(help, in: layout.body, on: &canvas, pen: pen)
        } else if let form = frame.signIn {
            SignInScreen.draw(form, in: layout.body, on: &canvas, pen: pen)
        } else if let model = frame.rooms {
            drawRooms(model, frame, in: layout.body, on: &canvas)
        } else {
            drawPanes(frame, layout, on: &canvas)
        }
        StatusLine.draw(frame.status, in: layout.status, of: size, on: &canvas, pen: pen)
        return canvas
    }

    /// The rooms take the whole screen: what is beside them belongs to one.
    private func drawRooms(_ model: RoomsModel, _ frame: Frame, in body: Rect, on canvas: inout Canvas) {
        let panel = panel(of: frame, in: body)
        RoomsPane.draw(
            model, isFocused: frame.list == .rooms, scroll: &rooms, in: body.dropping(bottom: panel?.rows ?? 0),
            on: &canvas, pen: pen)
        panel?.draw(&canvas)
    }

    private func drawPanes(_ frame: Frame, _ layout: Layout, on canvas: inout Canvas) {
        var main = layout.main
        let isWide = layout.side != nil
        let panel = panel(of: frame, in: main)
        main = main.dropping(bottom: panel?.rows ?? 0)
        cover(panel != nil)
        if let side = layout.side {
            FeedPane.draw(
                frame.feed, isFocused: frame.list == .feed, marksOpened: true, isCovered: false, scroll: &feed,
                in: side, on: &canvas,
                pen: pen)
            canvas.verticalLine(
                pen.glyphs.verticalLine, at: side.at(side.columns, 0), length: side.rows,
                style: Style(.line))
        }
        if let model = frame.outbox {
            OutboxPane.draw(
                model, status: frame.status, isFocused: frame.list == .outbox, scroll: &outbox, in: main,
                on: &canvas, pen: pen)
        } else if isWide || frame.isPostInFront {
            if let post = frame.post {
                PostPane.draw(
                    post, isFocused: frame.list == .post, isCovered: panel != nil, scroll: &thread, in: main,
                    on: &canvas, pen: pen)
            } else {
                PostPane.drawNothing(in: main, on: &canvas, pen: pen)
            }
        } else {
            FeedPane.draw(
                frame.feed, isFocused: frame.list == .feed, marksOpened: false, isCovered: panel != nil, scroll: &feed,
                in: main,
                on: &canvas, pen: pen)
        }
        panel?.draw(&canvas)
    }

    /// What a panel has moved aside stands where it was once the panel is gone.
    private func cover(_ isCovered: Bool) {
        if isCovered {
            uncovered = uncovered ?? (feed, thread)
        } else if let before = uncovered {
            (feed, thread) = before
            uncovered = nil
        }
    }

    /// What lies at the bottom of the main pane.
    private func panel(of frame: Frame, in main: Rect) -> Panel? {
        let pen = pen
        if let question = frame.question {
            return Panel(QuestionPanel.rows(of: question, in: main, pen: pen), in: main) {
                QuestionPanel.draw(question, in: $0, on: &$1, pen: pen)
            }
        }
        if let composer = frame.composer {
            let shown = ComposerPanel(composer, in: main, scroll: &self.composer, rules: pen.rules)
            return Panel(shown.rows, in: main) { shown.draw(in: $0, on: &$1, pen: pen) }
        }
        if let favouriters = frame.favouriters {
            let shown = FavouritersPanel(favouriters, in: main, pen: pen)
            return Panel(shown.rows, in: main) { shown.draw(in: $0, on: &$1, pen: pen) }
        }
        if let network = frame.network {
            return Panel(NetworkPanel.rows(network, in: main), in: main) {
                NetworkPanel.draw(network, in: $0, on: &$1, pen: pen)
            }
        }
        return nil
    }
}

extension Frame {
    /// The list whose pointer shows: also while one writes or is asked about what it points to.
    fileprivate var list: Focus {
        switch focus {
        case .search, .favouriters, .composer, .deleteQuestion, .discardQuestion, .notSentYet, .signOutQuestion,
            .waiting:
            rooms != nil ? .rooms : outbox != nil ? .outbox : isPostInFront ? .post : .feed
        case .feed, .post, .outbox, .rooms, .network, .help, .signIn: focus
        }
    }
}

/// Rows at the bottom of a pane, and what is drawn there.
private struct Panel {
    let rows: Int
    private let rect: Rect
    private let paint: (Rect, inout Canvas) -> Void

    init(_ rows: Int, in main: Rect, _ paint: @escaping (Rect, inout Canvas) -> Void) {
        self.rows = rows
        rect = main.dropping(top: main.rows - rows)
        self.paint = paint
    }

    func draw(_ canvas: inout Canvas) { paint(rect, &canvas) }
}
