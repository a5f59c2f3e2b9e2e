/// What the pending mutations add to a record's counters: a sum per field, so that many creates on one record cost the
/// same each, and who added what, so that each can be taken off again.
@usableFromInline
struct Counters<R: Record> {
    @usableFromInline
    struct Field {
        @usableFromInline let path: any WritableKeyPath<R, Int> & Sendable
        @usableFromInline var sum: Int

        @inlinable
        init(path: any WritableKeyPath<R, Int> & Sendable, sum: Int) {
            self.path = path
            self.sum = sum
        }
    }
    @usableFromInline
    struct Part {
        @usableFromInline let field: Int
        @usableFromInline let amount: Int
        @usableFromInline var isCounted: Bool

        @inlinable
        init(field: Int, amount: Int, isCounted: Bool) {
            self.field = field
            self.amount = amount
            self.isCounted = isCounted
        }
    }
    @usableFromInline var fields: [Field] = []
    @usableFromInline var parts: [MutationID: [Part]] = [:]
    /// In the order of acknowledgement; what was dropped meanwhile is skipped.
    @usableFromInline var acknowledged: [(stamp: UInt64, id: MutationID)] = []
    @usableFromInline var retiredCount = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { parts.isEmpty }

    @inlinable
    func holds(_ id: MutationID) -> Bool { parts[id] != nil }

    @inlinable
    func apply(to record: inout R?) {
        guard var counted = record else { return }
        for field in fields where field.sum != 0 {
            counted[keyPath: field.path] = max(0, counted[keyPath: field.path] + field.sum)
        }
        record = counted
    }

    @inlinable
    mutating func add(_ amount: Int, to path: any WritableKeyPath<R, Int> & Sendable, id: MutationID, isCounted: Bool) {
        // Most often it is the same object, which is quicker to see than that two mean the same.
        let index =
            fields.firstIndex { $0.path === path || ($0.path as AnyKeyPath) == (path as AnyKeyPath) } ?? fields.count
        if index == fields.count { fields.append(Field(path: path, sum: 0)) }
        parts[id, default: []].append(Part(field: index, amount: amount, isCounted: isCounted))
        if isCounted { fields[index].sum += amount }
    }

    @inlinable
    mutating func setCounted(_ isCounted: Bool, id: MutationID) {
        guard var changed = parts[id], changed.contains(where: { $0.isCounted != isCounted }) else { return }
        for index in changed.indices where changed[index].isCounted != isCounted {
            changed[index].isCounted = isCounted
            fields[changed[index].field].sum += isCounted ? changed[index].amount : -changed[index].amount
        }
        parts[id] = changed
    }

    @inlinable
    mutating func acknowledge(_ id: MutationID, at stamp: UInt64) {
        guard parts[id] != nil else { return }
        acknowledged.append((stamp, id))
    }

    @inlinable
    mutating func drop(_ id: MutationID) {
        for part in parts.removeValue(forKey: id) ?? [] where part.isCounted {
            fields[part.field].sum -= part.amount
        }
    }

    /// Takes off what a reading that began at `stamp`, or a copy that carries `echo`, already counts.
    ///
    /// - Complexity: O(what is taken off), amortised.
    @inlinable
    mutating func retire(before stamp: UInt64, echo: MutationID?) -> [MutationID] {
        var retired: [MutationID] = []
        if let echo, parts[echo] != nil {
            drop(echo)
            retired.append(echo)
        }
        while retiredCount < acknowledged.count, acknowledged[retiredCount].stamp < stamp {
            let id = acknowledged[retiredCount].id
            retiredCount += 1
            guard parts[id] != nil else { continue }
            drop(id)
            retired.append(id)
        }
        if retiredCount > 32, retiredCount > acknowledged.count / 2 {
            acknowledged.removeFirst(retiredCount)
            retiredCount = 0
        }
        return retired
    }

    @inlinable
    mutating func absorb(_ other: Counters<R>) {
        for (id, parts) in other.parts {
            for part in parts {
                add(part.amount, to: other.fields[part.field].path, id: id, isCounted: part.isCounted)
            }
        }
        acknowledged = (acknowledged[retiredCount...] + other.acknowledged[other.retiredCount...])
            .sorted { $0.stamp < $1.stamp }
        retiredCount = 0
    }
}
