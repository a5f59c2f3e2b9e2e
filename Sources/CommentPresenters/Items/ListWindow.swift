/// The part of a list that one frame needs.
package struct ListWindow<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    /// How many rows the whole list has.
    package var count = 0
    /// The place of the first row that is here.
    package var start = 0
    package var rows: [Row] = []
    /// The place of the selected row in the whole list; nil if the list is empty.
    package var selected: Int?

    package init() {}

    package var selectedID: Row.ID? {
        guard let selected, rows.indices.contains(selected - start) else { return nil }
        return rows[selected - start].id
    }

    package func row(at place: Int) -> Row? {
        rows.indices.contains(place - start) ? rows[place - start] : nil
    }
}

/// What a view needs of a list: so many rows around the one that stands at its upper edge.
package struct ListRequest<ID: Hashable & Sendable>: Hashable, Sendable {
    /// Nil for the upper end of the list.
    package var anchor: ID?
    /// At most so many rows fit.
    package var rows: Int

    package init(anchor: ID? = nil, rows: Int) {
        self.anchor = anchor
        self.rows = rows
    }

    /// The places to read: around the anchor while the selection is within reach of it, else around the selection.
    func window(anchor: Int?, selected: Int?, count: Int) -> Range<Int> {
        let reach = max(1, rows)
        let first: Int
        let last: Int
        switch (anchor, selected) {
        case (let anchor?, let selected?) where abs(anchor - selected) <= reach:
            (first, last) = (min(anchor, selected), max(anchor, selected))
        case (_, let selected?): (first, last) = (selected, selected)
        case (let anchor?, nil): (first, last) = (anchor, anchor)
        case (nil, nil): (first, last) = (0, 0)
        }
        let lower = min(max(0, first - reach), count)
        return lower..<max(lower, min(count, last + reach + 1))
    }
}

/// What is selected in a list: by identity, and by place for when that is gone.
struct Selection<ID: Hashable & Sendable>: Hashable, Sendable {
    var id: ID?
    var place = 0

    /// The place that a movement from `current` leads to; nil in an empty list.
    static func place(after movement: Movement, from current: Int?, count: Int) -> Int? {
        guard count > 0 else { return nil }
        switch movement {
        case .first: return 0
        case .last: return count - 1
        case .by(let step):
            guard let current else { return 0 }
            return min(max(0, current + step), count - 1)
        }
    }
}

extension Movement {
    /// The place that it leads to in a list of which nothing is known yet.
    func place(from place: Int) -> Int {
        switch self {
        case .first: 0
        case .last: .max
        case .by(let step): max(0, place + min(step, .max - place))
        }
    }
}
