import CommentPresenters
import TerminalUI

/// Where a list of items of different heights stands in its pane: by (item, line), so that what arrives above or below
/// moves nothing.
struct ListScroll<ID: Hashable & Sendable> {
    /// The item and the line of it at the upper edge; nil before the first drawing.
    private(set) var anchor: (id: ID, line: Int)?
    /// Where the last drawing stood; nil if it was not drawn.
    private(set) var area: Rect?
    /// What the last drawing showed.
    private var shown = Shown()

    private struct Shown {
        var last: ID?
        var isEndVisible = false
        /// Whether a panel had taken the rows below.
        var isCovered = false
        var size: Size?
        /// The lowest item that was wholly in view.
        var lowest: (id: ID, index: Int)?
        var items = 0
        var height = 0
        /// Lines of the selected item above and below the pane.
        var hiddenAbove = 0
        var hiddenBelow = 0
        /// From the upper edge of the pane.
        var rows: [(id: ID, rows: Range<Int>)] = []
    }

    /// The lowest item that was wholly in view, and its place in the list.
    var lowest: (id: ID, index: Int)? { shown.lowest }

    /// The item that stands there; nil where none does.
    func item(at point: Point) -> ID? {
        guard let area, area.contains(point) else { return nil }
        let row = point.row - area.origin.row
        return shown.rows.first { $0.rows.contains(row) }?.id
    }

    /// A row at its place: it may begin above the pane.
    struct Placed {
        let index: Int
        let row: Int
        let block: Block
    }

    /// How many items a whole page moves.
    var page: Int { max(1, shown.items - 1) }

    /// Scrolls inside the selected item, if it is taller than the pane and goes on in that direction.
    mutating func scrollsInside(by step: Int) -> Bool {
        guard let (id, line) = anchor else { return false }
        let half = max(1, shown.height / 2)
        if step > 0, shown.hiddenBelow > 0 {
            anchor = (id, line + min(half, shown.hiddenBelow))
            return true
        }
        if step < 0, shown.hiddenAbove > 0 {
            anchor = (id, max(0, line - half))
            return true
        }
        return false
    }

    /// It is not drawn.
    mutating func hide() { area = nil }

    /// Places the rows of a window in a pane, the selection in view: it moves by half a page when the
    /// selection leaves it, because each move repaints a pane that does not span the screen.
    ///
    /// - Parameter isCovered: a panel has taken the rows below for a while: then it moves no further than it must.
    mutating func place<Row>(
        _ window: ListWindow<Row>, in rect: Rect, isCovered: Bool = false, block: @escaping (Row) -> Block
    ) -> [Placed] where Row.ID == ID {
        let height = rect.rows
        let isResized = shown.size.map { $0 != rect.size } ?? false && !isCovered && !shown.isCovered
        area = rect
        guard height > 0, !window.rows.isEmpty else { return [] }
        let layout = Layout(window, height: height, block: block)
        var placed: [Placed]
        if let anchor, let index = window.rows.firstIndex(where: { $0.id == anchor.id }) {
            placed = layout.down(from: window.start + index, line: anchor.line)
            placed = keepingSelection(placed, layout, isCovered: isCovered)
            placed = followingEnd(placed, layout)
            placed = showingAllThatFits(placed, layout)
            if isResized { placed = fillingUp(placed, layout) }
        } else {
            placed = layout.filled(around: window.selected ?? window.start)
        }
        remember(placed, window, height)
        shown.isCovered = isCovered
        shown.size = rect.size
        return placed
    }

    private func keepingSelection<Row>(
        _ placed: [Placed], _ layout: Layout<Row>, isCovered: Bool
    ) -> [Placed] where Row.ID == ID {
        guard let selected = layout.window.selected, let block = layout.block(at: selected) else { return placed }
        let height = layout.height
        if let found = placed.first(where: { $0.index == selected }) {
            let bottom = found.row + block.lines.count
            if found.row >= 0, bottom <= height { return placed }
            // One that is taller than the pane is in view when it fills it.
            if block.lines.count > height, found.row <= 0, bottom >= height { return placed }
            if block.lines.count > height {
                return found.row > 0
                    ? layout.down(from: selected, line: 0)
                    : layout.down(from: selected, line: block.lines.count - height)
            }
            return found.row < 0
                ? layout.at(max(0, height / 2 - block.lines.count), index: selected)
                : layout.at(lower(height, block, isCovered), index: selected)
        }
        let isAbove = selected < (placed.first?.index ?? 0)
        if isAbove { return layout.at(max(0, height / 2 - block.lines.count), index: selected) }
        return selected == layout.window.count - 1 && selected - (placed.last?.index ?? 0) > 1
            ? layout.filled(around: selected)
            : layout.at(max(0, lower(height, block, isCovered)), index: selected)
    }

    /// The row for a selection that has left the pane below.
    private func lower(_ height: Int, _ block: Block, _ isCovered: Bool) -> Int {
        let last = height - block.lines.count
        return isCovered ? last : min(height / 2, last)
    }

    /// What arrives at the end comes into view if the end was in view and the selection is there: who reads further up is
    /// not pushed on.
    private func followingEnd<Row>(_ placed: [Placed], _ layout: Layout<Row>) -> [Placed] where Row.ID == ID {
        let last = layout.window.count - 1
        guard shown.isEndVisible, shown.height == layout.height, let block = layout.block(at: last),
            layout.window.row(at: last)?.id != shown.last, !layout.isWhole(last, in: placed)
        else { return placed }
        let selected = layout.window.selected ?? last
        guard selected == last || layout.window.row(at: selected)?.id == shown.last else { return placed }
        for row in [layout.height / 2, layout.height - block.lines.count] {
            let moved = layout.at(max(0, min(row, layout.height - block.lines.count)), index: last)
            if layout.isWhole(selected, in: moved) { return moved }
        }
        return placed
    }

    /// A list that fits is shown whole: what arrived above it hides nothing. (One that does not fit keeps the blank rows
    /// below its end: the next ones come there without moving the rest.)
    private func showingAllThatFits<Row>(_ placed: [Placed], _ layout: Layout<Row>) -> [Placed] where Row.ID == ID {
        guard let first = placed.first, first.index > 0 || first.row < 0 else { return placed }
        let whole = layout.down(from: 0, line: 0)
        return layout.isWhole(layout.window.count - 1, in: whole) ? whole : placed
    }

    /// In a pane of another size no rows stay blank below the end while there is more above.
    private func fillingUp<Row>(_ placed: [Placed], _ layout: Layout<Row>) -> [Placed] where Row.ID == ID {
        let end = layout.window.count - 1
        guard let last = placed.last, last.index == end, last.row + last.block.lines.count < layout.height,
            let first = placed.first, first.index > 0 || first.row < 0
        else { return placed }
        let filled = layout.filled(around: end)
        return layout.isWhole(layout.window.selected ?? end, in: filled) ? filled : placed
    }

    private mutating func remember<Row>(
        _ placed: [Placed], _ window: ListWindow<Row>, _ height: Int
    ) where Row.ID == ID {
        guard let first = placed.first, let row = window.row(at: first.index) else { return }
        anchor = (row.id, -first.row)
        shown = Shown()
        shown.height = height
        shown.items = placed.count
        shown.rows = placed.compactMap { item in
            window.row(at: item.index).map { ($0.id, item.row..<item.row + item.block.lines.count) }
        }
        shown.last = window.row(at: window.count - 1)?.id
        let whole = placed.last { $0.row + $0.block.lines.count <= height } ?? first
        shown.lowest = window.row(at: whole.index).map { ($0.id, whole.index) }
        if let last = placed.last, last.index == window.count - 1 {
            shown.isEndVisible = last.row + last.block.lines.count <= height
        }
        if let selected = placed.first(where: { $0.index == window.selected }) {
            shown.hiddenAbove = max(0, -selected.row)
            shown.hiddenBelow = max(0, selected.row + selected.block.lines.count - height)
        }
    }

    /// Blocks of a window, made only where they are needed.
    private struct Layout<Row: Identifiable & Sendable> where Row.ID == ID {
        let window: ListWindow<Row>
        let height: Int
        private let make: (Row) -> Block

        init(_ window: ListWindow<Row>, height: Int, block: @escaping (Row) -> Block) {
            self.window = window
            self.height = height
            make = block
        }

        func block(at index: Int) -> Block? { window.row(at: index).map(make) }

        /// From this line of this item at the upper edge downwards.
        func down(from index: Int, line: Int) -> [Placed] {
            var placed: [Placed] = []
            var index = index
            guard let first = block(at: index) else { return [] }
            // The blank below an item can be the first row of a pane, too.
            var row = -min(max(0, line), max(0, first.height - 1))
            var next: Block? = first
            while row < height, let block = next {
                placed.append(Placed(index: index, row: row, block: block))
                row += max(1, block.height)
                index += 1
                next = self.block(at: index)
            }
            return placed
        }

        /// With the item beginning at this row, or nearer to the upper edge if there is not so much above it.
        func at(_ row: Int, index: Int) -> [Placed] {
            var missing = max(0, row)
            var first = index
            while missing > 0, let above = block(at: first - 1) {
                first -= 1
                missing -= max(1, above.height)
            }
            return down(from: first, line: max(0, -missing))
        }

        /// With the item in view and the pane as full as it can be.
        func filled(around index: Int) -> [Placed] {
            guard let block = block(at: index) else { return [] }
            return at(max(0, height - block.lines.count), index: index)
        }

        func isWhole(_ index: Int, in placed: [Placed]) -> Bool {
            placed.contains { $0.index == index && $0.row >= 0 && $0.row + $0.block.lines.count <= height }
        }
    }
}
