/// What the pending mutations add to a record's counters: a sum per field, so that many creates on one record cost the
/// same each, and who added what, so that each can be taken off again.
struct Counters<R: Record> {
    private struct Field {
        let path: any WritableKeyPath<R, Int> & Sendable
        var sum: Int
    }
    private struct Part {
        let field: Int
        let amount: Int
        var isCounted: Bool
    }
    private var fields: [Field] = []
    private var parts: [MutationID: [Part]] = [:]
    /// In the order of acknowledgement; what was dropped meanwhile is skipped.
    private var acknowledged: [(stamp: UInt64, id: MutationID)] = []
    private var retiredCount = 0

    var isEmpty: Bool { parts.isEmpty }

    func holds(_ id: MutationID) -> Bool { parts[id] != nil }

    func apply(to record: inout R?) {
        guard var counted = record else { return }
        for field in fields where field.sum != 0 {
            counted[keyPath: field.path] = max(0, counted[keyPath: field.path] + field.sum)
        }
        record = counted
    }

    mutating func add(_ amount: Int, to path: any WritableKeyPath<R, Int> & Sendable, id: MutationID, isCounted: Bool) {
        let index = fields.firstIndex { ($0.path as AnyKeyPath) == (path as AnyKeyPath) } ?? fields.count
        if index == fields.count { fields.append(Field(path: path, sum: 0)) }
        parts[id, default: []].append(Part(field: index, amount: amount, isCounted: isCounted))
        if isCounted { fields[index].sum += amount }
    }

    mutating func setCounted(_ isCounted: Bool, id: MutationID) {
        guard var changed = parts[id] else { return }
        for index in changed.indices where changed[index].isCounted != isCounted {
            changed[index].isCounted = isCounted
            fields[changed[index].field].sum += isCounted ? changed[index].amount : -changed[index].amount
        }
        parts[id] = changed
    }

    mutating func acknowledge(_ id: MutationID, at stamp: UInt64) {
        guard parts[id] != nil else { return }
        acknowledged.append((stamp, id))
    }

    mutating func drop(_ id: MutationID) {
        for part in parts.removeValue(forKey: id) ?? [] where part.isCounted {
            fields[part.field].sum -= part.amount
        }
    }

    /// Takes off what a reading that began at `stamp`, or a copy that carries `echo`, already counts.
    ///
    /// - Complexity: O(what is taken off), amortised.
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
