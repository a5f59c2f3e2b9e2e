/// A list as far as it was told: what in a newer state of it is news.
struct ListTeller<Row: Identifiable & Equatable & Sendable>: Sendable where Row.ID: Hashable & Sendable {
    enum Change {
        case appeared(Row)
        case changed(Row, Row)
        case gone(Row)
        /// It was gone, and is there again.
        case returned(Row)
    }

    /// Or the first.
    let newestIsLast: Bool
    private(set) var numbers = Numbers<Row.ID>()
    private(set) var rows: [Row] = []
    private var told: Set<Row.ID> = []
    private var gone: Set<Row.ID> = []
    /// Whether changes are news: not before it was listed, nor while another account begins to read it.
    private(set) var isListed = false

    /// So many are listed at once.
    static var page: Int { 20 }

    init(newestIsLast: Bool) {
        self.newestIsLast = newestIsLast
    }

    /// Takes the list as it is now.
    ///
    /// - Parameters:
    ///   - isWhole: Whether all of it is there, so that what is not there is gone.
    ///   - replaced: What was written anew is no news under its new identity, nor is what stands under it and went along.
    ///   - heirs: What may have taken its place.
    /// - Returns: What is news, in the order of the list; what is gone comes first.
    mutating func take(
        _ new: [Row], isWhole: Bool, replaced: Row.ID? = nil, heirs isHeir: (Row) -> Bool = { _ in true }
    ) -> [Change] {
        let before = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        let ids = Set(new.map(\.id))
        var changes: [Change] = []
        if let replaced, let old = before[replaced], !ids.contains(replaced) {
            let heirs = new.filter { before[$0.id] == nil && isHeir($0) }
            // They stand in the order of those that went.
            let lost = heirs.count == 1 ? [old] : rows.filter { !ids.contains($0.id) }
            if heirs.count == lost.count {
                for (old, heir) in zip(lost, heirs) {
                    numbers.pass(from: old.id, to: heir.id)
                    if told.remove(old.id) != nil { told.insert(heir.id) }
                    changes.append(.changed(old, heir))
                }
            }
        }
        for row in new { numbers.give(to: row.id) }
        if isListed {
            let lost = isWhole ? rows.filter { !ids.contains($0.id) && numbers[$0.id] != nil } : []
            changes += lost.map { .gone($0) }
            // Back again, it would be news.
            told.subtract(lost.map(\.id))
            gone.formUnion(lost.map(\.id))
            let news = self.news(in: new, before: before)
            for row in new {
                if let old = before[row.id] {
                    if old != row { changes.append(.changed(old, row)) }
                } else if news.contains(row.id) {
                    told.insert(row.id)
                    changes.append(gone.remove(row.id) == nil ? .appeared(row) : .returned(row))
                }
            }
        }
        rows = new
        return changes
    }

    /// Those that are new and not only older than what was told. More than a page at once is a listing's business.
    private func news(in new: [Row], before: [Row.ID: Row]) -> Set<Row.ID> {
        let edge = newestIsLast ? new.firstIndex { told.contains($0.id) } : new.lastIndex { told.contains($0.id) }
        let added = new.indices.filter { before[new[$0].id] == nil && !told.contains(new[$0].id) }
        let newer = added.filter { index in edge.map { newestIsLast ? index > $0 : index < $0 } ?? true }
        return Set((newestIsLast ? newer.suffix(Self.page) : newer.prefix(Self.page)).map { new[$0].id })
    }

    /// The number of something that may not have been in the list yet.
    @discardableResult
    mutating func giveNumber(to id: Row.ID) -> Int { numbers.give(to: id) }

    /// The newest page.
    mutating func list() -> [Row] {
        isListed = true
        let page = Array(newestIsLast ? rows.suffix(Self.page) : rows.prefix(Self.page))
        told = Set(page.map(\.id))
        return page
    }

    /// Older than what was told, and not told.
    var older: ArraySlice<Row> {
        if newestIsLast { return rows[..<(rows.firstIndex { told.contains($0.id) } ?? 0)] }
        return rows[((rows.lastIndex { told.contains($0.id) } ?? rows.endIndex - 1) + 1)...]
    }

    /// The next page towards older ones, in the order of the list.
    mutating func listMore() -> [Row] {
        let page = Array(newestIsLast ? older.suffix(Self.page) : older.prefix(Self.page))
        told.formUnion(page.map(\.id))
        return page
    }

    /// Another account reads it: what differs is no news, until ``resume()``.
    mutating func pause() { isListed = false }
    mutating func resume() { isListed = true }
}
