import CommentPresenters
import Comments
import TerminalUI

/// The rooms of a homeserver: one's own first, then those that anyone may join.
enum RoomsPane {
    static func draw(
        _ model: RoomsModel, isFocused: Bool, scroll: inout ListScroll<String>, in rect: Rect,
        on canvas: inout Canvas, pen: Pen
    ) {
        canvas.fill(rect, style: Style(.text))
        let header = rect.rows >= 5 ? 2 : min(1, rect.rows)
        var title = Line(pen.words("Rooms"), .title, at: Gutter.text)
        if model.reading == .loading {
            title.add(pen.words(model.rooms.count > 0 ? "reading on…" : "reading…"), .dim, gap: 2)
        } else if model.rooms.count > 0 {
            title.add(
                pen.words(model.reading == .more ? "\(model.rooms.count) and more" : "\(model.rooms.count)"), .dim,
                gap: 2)
        }
        canvas.draw(title, in: rect, row: 0)
        if header > 1 {
            canvas.horizontalLine(
                pen.glyphs.horizontalLine, at: rect.at(0, 1), length: rect.columns, style: Style(.line))
        }
        var list = rect.dropping(top: header)
        if case .failed(let reason) = model.reading {
            // What is known from before stays below it.
            let said = pen.words("The rooms could not be read: \(reason.raw). R reads again.", keysOf: .rooms)
                .wrapped(to: max(1, rect.columns - Gutter.text), limit: 3)
            for (row, line) in said.enumerated() {
                canvas.draw(Line(line, .error, at: Gutter.text), in: list, row: row)
            }
            list = list.dropping(top: min(list.rows, said.count + (list.rows >= 12 ? 1 : 0)))
        }
        guard model.rooms.count > 0 else { return drawEmpty(model, in: list, on: &canvas, pen: pen) }
        let gap = list.rows >= 16 ? 1 : 0
        let placed = scroll.place(model.rooms, in: list) {
            block($0, pattern: model.pattern, width: rect.columns, gap: gap, pen: pen)
        }
        canvas.draw(placed, in: list, selected: model.rooms.selected, isFocused: isFocused, pen: pen)
    }

    private static func drawEmpty(_ model: RoomsModel, in list: Rect, on canvas: inout Canvas, pen: Pen) {
        guard model.reading == .whole else { return }
        let sentences: [(String, Role)] = [
            ("There are no public rooms here, and you are in none.", .text),
            ("Any Matrix client makes one; R reads again.", .hint),
        ]
        var row = 0
        for (sentence, role) in sentences {
            for line in pen.words(sentence, keysOf: .rooms).wrapped(to: max(1, list.columns - Gutter.text)) {
                canvas.draw(Line(line, role, at: Gutter.text), in: list, row: row)
                row += 1
            }
        }
    }

    private static func block(
        _ room: RoomItem, pattern: TextPattern?, width: Int, gap: Int, pen: Pen
    ) -> Block {
        let facts = pen.words((room.facts + (room.isOpen ? ["open"] : [])).joined(separator: " · "))
        let cells = max(1, width - Gutter.text)
        let isBeside = cells - facts.width - 2 >= 16
        let name = pen.cut(pen.line(room.name), to: isBeside ? cells - facts.width - 2 : cells)
        var line = Line()
        line.put(name, room.isRefused ? .dim : .title, at: Gutter.text, hits: pen.hits(of: pattern, in: name))
        if isBeside { line.put(facts, .dim, at: width - facts.width) }
        var block = Block(lines: [line], gap: gap)
        if !isBeside { block.lines.append(Line(pen.cut(facts, to: cells), .dim, at: Gutter.text)) }
        if room.reference != room.name {
            let reference = pen.cut(pen.line(room.reference), to: cells)
            var line = Line()
            line.put(reference, .text, at: Gutter.text, hits: pen.hits(of: pattern, in: reference))
            block.lines.append(line)
        }
        if let remark = room.remark {
            let words = room.isFollowed ? "\(remark): Enter follows" : remark
            block.lines += pen.words(words, keysOf: .rooms).wrapped(to: cells, limit: 3)
                .map { Line($0, .hint, at: Gutter.text) }
        }
        return block
    }
}
