import CommentPresenters
import Comments
import TerminalUI

/// The last line: where one is and what is on its way at the left, what to press at the right.
enum StatusLine {
    static func draw(
        _ model: StatusModel, in rect: Rect, on canvas: inout Canvas, pen: Pen
    ) {
        if let search = model.search, search.isTyping, model.hints == .search {
            return drawPrompt(search, notice: model.notice, in: rect, on: &canvas, pen: pen)
        }
        let left = state(model, pen: pen, width: rect.columns)
        canvas.draw(left, in: rect, row: 0)
        let room = rect.columns - left.end - 2
        guard room > 0 else { return }
        if let notice = model.notice {
            let said = pen.cut(sentence(notice, pen: pen, focus: model.hints), to: room)
            canvas.draw(Line(said, .accent, at: rect.columns - said.width), in: rect, row: 0)
            return
        }
        if let search = model.search, model.hints == .feed || model.hints == .post {
            let said = pen.cut(pen.words(kept(search), keysOf: model.hints), to: room)
            canvas.draw(Line(said, .hint, at: rect.columns - said.width), in: rect, row: 0)
            return
        }
        let hints = hints(for: model.hints, network: model.network != nil, room: room, pen: pen)
        canvas.draw(Line(hints, .hint, at: rect.columns - hints.width), in: rect, row: 0)
    }

    /// What is being typed, with the cursor in it.
    private static func drawPrompt(
        _ search: SearchModel, notice: Notice?, in rect: Rect, on canvas: inout Canvas, pen: Pen
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
        case .missing where search.hasOlder: "not in what was read"
        case .missing: "not found"
        case .reading: "searching older ones…"
        }
    }

    private static func kept(_ search: SearchModel) -> String {
        let pattern = "“\(search.text.raw.prefix(16))”"
        switch search.finding {
        case .found: return "\(pattern) · n next · N previous · Esc ends it"
        case .missing where search.hasOlder: return "\(pattern) not in what was read · n reads older ones"
        case .foundFromFirst, .foundFromLast, .missing, .reading:
            return "\(pattern) \(said(search) ?? "") · n next · N previous"
        }
    }

    private static func state(_ model: StatusModel, pen: Pen, width: Int) -> Line {
        var parts: [(DisplayText, Role)] = []
        let place = pen.cut(pen.line(model.place), to: max(8, width / 4))
        parts.append((place, .status))
        if model.name == nil { parts.append((pen.words("not signed in"), .status)) }
        if let network = model.network { parts.append((pen.words(network), .status)) }
        if let connection = model.connection { parts.append((pen.words(connection), .failed)) }
        if let waited = model.waited {
            if waited.isWaitingWay, width >= Layout.wide { parts.append((pen.words("waiting way"), .accent)) }
            parts.append((pen.words("waited \(waited.here) here, \(waited.there) the other way"), .status))
        }
        if model.pending > 0 { parts.append((pen.words("\(model.pending) pending"), .pending)) }
        if model.failed > 0 { parts.append((pen.words("\(model.failed) failed"), .failed)) }
        var line = Line()
        for (index, (text, role)) in parts.enumerated() {
            if index > 0 { line.add(pen.words(" · "), .status) }
            line.add(text, role)
        }
        return line
    }

    /// As many as fit; help stands at the right edge, where it stays when others go.
    private static func hints(for focus: Focus, network: Bool, room: Int, pen: Pen) -> DisplayText {
        let hints = pen.keys.hints(for: focus).filter { network || $0 != KeyTable.networkHint }
        var shown: [String] = []
        for hint in hints where pen.words((shown + [hint]).joined(separator: " · "), keysOf: focus).width <= room {
            shown.append(hint)
        }
        if shown.first == KeyTable.helpHint { shown.append(shown.removeFirst()) }
        return pen.words(shown.joined(separator: " · "), keysOf: focus)
    }

    private static func sentence(_ notice: Notice, pen: Pen, focus: Focus) -> DisplayText {
        // This one names keys that were asked for, not those that there are.
        if case .keysInConflict(let sentence) = notice { return pen.words(sentence) }
        return pen.words(words(notice), keysOf: focus)
    }

    private static func words(_ notice: Notice) -> String {
        switch notice {
        case .notSentYet: "not sent yet"
        case .notSent: "not sent: Enter retries, x discards"
        case .notYours: "only your own can be changed"
        case .deleted: "this was deleted"
        case .nothingToDiscard: "nothing waits here"
        case .isQuarantined: "kept for the newer rakkan that wrote it"
        case .nothingToKeep: "nothing here looks posted already"
        case .undoable(let seconds): "deleted · u undoes (\(seconds) s)"
        case .nothingToUndo: "nothing to undo any more"
        case .nothingToEdit: "there is no text to edit"
        case .nothingToFold: "there is nothing to fold"
        case .nothingSearched: "nothing is searched for: / searches"
        case .times(let areAbsolute): areAbsolute ? "date and time" : "how long ago"
        case .pendingRule(.queue): "what is not sent yet can be edited and deleted: it queues"
        case .pendingRule(.restrict): "as in the talk: what is not sent yet can't be edited or deleted"
        case .copied: "copied"
        case .keysInConflict(let sentence): sentence.raw
        case .sendingBeforeLeaving(let count): "sending \(count) before leaving · any key leaves now"
        case .signedOut: "signed out"
        case .nextIsRefused: "what is sent next will be refused"
        case .way(let isWaiting):
            isWaiting ? "the waiting way: nothing shows before its answer" : "the optimistic way: it shows at once"
        case .waiting(let seconds): "waiting \(seconds) s · Esc"
        case .notWaitedFor: "not waited for; it may have been sent"
        case .notDone(let reason): "not done: \(reason.raw)"
        }
    }
}
