import CommentPresenters
import Comments
import TerminalUI

/// The last line: where one is and what is on its way at the left, what to press at the right.
enum StatusLine {
    /// - Parameter size: Of the screen: a notice that is too long for its row takes what it needs above it.
    static func draw(_ model: StatusModel, in rect: Rect, of size: Size, on canvas: inout Canvas, pen: Pen) {
        if let search = model.search, search.isTyping, model.hints == .search {
            return drawPrompt(search, in: rect, on: &canvas, pen: pen)
        }
        guard let notice = model.notice else {
            let left = line(of: state(model, pen: pen, width: rect.columns), width: rect.columns, pen: pen)
            canvas.draw(left, in: rect, row: 0)
            let room = rect.columns - left.end - 2
            guard room > 0 else { return }
            if let search = model.search, [.feed, .post, .rooms].contains(model.hints) {
                // What does not fit goes whole.
                let fitting = pen.parts(kept(search), keysOf: model.hints, width: room).first ?? DisplayText()
                let said = pen.cut(fitting, to: room)
                canvas.draw(Line(said, .hint, at: rect.columns - said.width), in: rect, row: 0)
                return
            }
            let hints = hints(of: model, room: room, pen: pen)
            canvas.draw(Line(hints, .hint, at: rect.columns - hints.width), in: rect, row: 0)
            return
        }
        let sentences = sentences(notice, model, pen: pen, width: rect.columns)
        let said = sentences.dropFirst().reduce(sentences[0]) { $0 + pen.words(" ") + $1 }
        guard said.width > rect.columns else {
            // What is said stands for a key's time; what is known gives way to it.
            let room = rect.columns - said.width - 2
            canvas.draw(
                line(of: state(model, pen: pen, width: rect.columns), width: room, pen: pen), in: rect, row: 0)
            canvas.draw(Line(said, .accent, at: rect.columns - said.width), in: rect, row: 0)
            return
        }
        let lines = sentences.flatMap { $0.wrapped(to: rect.columns) }.prefix(max(1, min(3, size.rows / 2)))
        let area = Rect(column: 0, row: size.rows - lines.count, columns: rect.columns, rows: lines.count)
        canvas.fill(area, style: Style(.text))
        for (row, line) in lines.enumerated() { canvas.draw(Line(line, .accent), in: area, row: row) }
    }

    /// What is being typed, with the cursor in it.
    private static func drawPrompt(
        _ search: SearchModel, in rect: Rect, on canvas: inout Canvas, pen: Pen
    ) {
        let words = said(search)
        let isWord = words != nil
        let said = pen.words(words ?? "Enter keeps it · Esc ends it", keysOf: .search)
        let hasRoom = rect.columns - said.width > 20
        let room = max(1, rect.columns - (hasRoom ? said.width + 2 : 0) - 2)
        // The end of what stands before the cursor stays in view.
        let head = pen.typed(search.head.raw)
        let text = pen.typed(search.text.raw)
        let skipped = max(0, head.width - room + 1)
        var line = Line(pen.words("/"), .accent)
        line.put(text.dropping(cells: skipped).prefix(cells: room), .text, at: 1)
        canvas.draw(line, in: rect, row: 0)
        if hasRoom {
            canvas.draw(Line(said, isWord ? .accent : .hint, at: rect.columns - said.width), in: rect, row: 0)
        }
        canvas.cursor = rect.at(min(rect.columns - 1, 1 + head.width - skipped), 0)
    }

    /// What there is to say of where the search has led; nil if it led to a hit as it should.
    private static func said(_ search: SearchModel) -> String? {
        switch search.finding {
        case .found: nil
        case .foundFromFirst: "from the top again"
        case .foundFromLast: "from the bottom again"
        case .missing where search.hasOlder: search.isOfRooms ? "not in the list" : "not in what was read"
        case .missing: "not found"
        case .reading: search.isOfRooms ? "asking the server…" : "searching older ones…"
        }
    }

    private static func kept(_ search: SearchModel) -> String {
        let pattern = "“\(String(search.text.raw.prefix(16)).setApart)”"
        switch search.finding {
        case .found: return "\(pattern) · n next · N previous · Esc ends it"
        case .missing where search.hasOlder:
            let more = search.isOfRooms ? "n asks the server" : "n reads older ones"
            return "\(pattern) \(said(search) ?? "") · \(more)"
        case .foundFromFirst, .foundFromLast, .missing, .reading:
            return "\(pattern) \(said(search) ?? "") · n next · N previous"
        }
    }

    /// One thing that is known, and what it may be left out for: the lowest goes first.
    private struct Part {
        let text: DisplayText
        let role: Role
        let worth: Int
    }

    private static func state(_ model: StatusModel, pen: Pen, width: Int) -> [Part] {
        var parts = [Part(text: pen.cut(pen.line(model.place), to: max(8, width / 4)), role: .status, worth: 1)]
        if model.name == nil { parts.append(Part(text: pen.words("not signed in"), role: .status, worth: 3)) }
        // A network that is called as what came of it is said once.
        if let network = model.network, network != model.connection {
            parts.append(Part(text: pen.words(network), role: .status, worth: 2))
        }
        if let connection = model.connection {
            parts.append(Part(text: pen.words(connection), role: .failed, worth: 6))
        }
        if let waited = model.waited {
            if waited.isWaitingWay, width >= Layout.wide {
                parts.append(Part(text: pen.words("waiting way"), role: .accent, worth: 2))
            }
            let words = pen.words("waited \(waited.here) here, \(waited.there) the other way")
            parts.append(Part(text: words, role: .status, worth: 4))
        }
        if model.pending > 0 {
            parts.append(Part(text: pen.words("\(model.pending) pending"), role: .pending, worth: 5))
        }
        if model.failed > 0 {
            parts.append(Part(text: pen.words("\(model.failed) failed"), role: .failed, worth: 7))
        }
        if model.isUnsaved { parts.append(Part(text: pen.words("not on disk"), role: .failed, worth: 8)) }
        return parts
    }

    /// As much of what is known as there is room for.
    private static func line(of parts: [Part], width: Int, pen: Pen) -> Line {
        let between = pen.words(" · ")
        var parts = parts
        func cells() -> Int { parts.reduce(between.width * max(0, parts.count - 1)) { $0 + $1.text.width } }
        while cells() > width, let least = parts.indices.min(by: { parts[$0].worth < parts[$1].worth }) {
            parts.remove(at: least)
        }
        var line = Line()
        for (index, part) in parts.enumerated() {
            if index > 0 { line.add(between, .status) }
            line.add(part.text, part.role)
        }
        return line
    }

    /// As many as fit; help stands at the right edge, where it stays when others go.
    private static func hints(of model: StatusModel, room: Int, pen: Pen) -> DisplayText {
        let focus = model.hints
        let hints = pen.keys.hints(for: focus).filter {
            if focus == .outbox, model.nothingWaits { return $0 == KeyTable.helpHint || $0 == KeyTable.backHint }
            return model.network != nil || $0 != KeyTable.networkHint
        }
        var shown: [String] = []
        for hint in hints where pen.words((shown + [hint]).joined(separator: " · "), keysOf: focus).width <= room {
            shown.append(hint)
        }
        if shown.first == KeyTable.helpHint { shown.append(shown.removeFirst()) }
        return pen.words(shown.joined(separator: " · "), keysOf: focus)
    }

    /// At least one; each begins a row of its own where they don't fit into one.
    private static func sentences(_ notice: Notice, _ model: StatusModel, pen: Pen, width: Int) -> [DisplayText] {
        let said = pen.words(words(notice), keysOf: model.hints)
        guard case .nothingHere = notice else { return [said] }
        let beside = width - said.width - 1
        return [said, hints(of: model, room: beside < 40 ? width : beside, pen: pen)]
    }

    private static func words(_ notice: Notice) -> String {
        switch notice {
        case .notSentYet: "not sent yet"
        case .notSent: "not sent: Enter retries, x discards"
        case .becameAnEdit: "it was sent meanwhile: this is an edit of it"
        case .notYours: "only your own can be changed"
        case .deleted: "this was deleted"
        case .nothingToDiscard: "nothing waits here"
        case .deletedMeanwhile: "it was deleted meanwhile"
        case .sentMeanwhile: "it was sent meanwhile"
        case .waitsNoMore: "it does not wait any more"
        case .isQuarantined: "kept for the newer rakkan that wrote it"
        case .nothingToKeep: "nothing here looks posted already"
        case .undoable(let seconds): "deleted · u undoes (\(seconds) s)"
        case .nothingToUndo: "nothing to undo"
        case .nothingToEdit: "there is no text to edit"
        case .nothingToFold: "there is nothing to fold"
        case .nothingSearched: "nothing is searched for: / searches"
        case .pendingRule(.queue): "what is not sent yet can be edited and deleted: it queues"
        case .pendingRule(.restrict): "as in the talk: what is not sent yet can't be edited or deleted"
        case .copied: "copied"
        // This one may name keys that were asked for, not those that there are.
        case .notAsAsked(let sentence): sentence.setApart
        case .sendingBeforeLeaving(let count): "sending \(count) before leaving · any key leaves now"
        case .signedOut: "signed out"
        case .nextIsRefused: "what is sent next will be refused"
        case .automaticRetry(let isOn): "automatic retry is \(isOn ? "on" : "off")"
        case .noNetwork: "no network to choose here: --network NAME shows them"
        case .onlyInDemo: "only in rakkan demo"
        case .nothingFailed: "nothing failed"
        case .noRooms: "there is one room here: others are on homeservers"
        case .roomIsEncrypted: "this room is end-to-end encrypted: rakkan does not read such rooms"
        case .noPostYet: "no post here yet: p writes one"
        case .notReadYet: "not read yet"
        case .noSuchPost: "there is no such post"
        case .editIsSentAgain: "undone; the edit that had failed is sent again"
        case .nothingHere(let key): "\(key.setApart) does nothing here:"
        case .way(let isWaiting):
            isWaiting ? "the waiting way: nothing shows before its answer" : "the optimistic way: it shows at once"
        case .waiting(let seconds): "waiting \(seconds) s · Esc"
        case .notWaitedFor: "not waited for; it may have been sent"
        case .notDone(let reason): "not done: \(reason.setApart)"
        }
    }
}
