/// How the latest mutations ended: whoever asks after the ending still hears it. Bounded.
struct RecentEndings {
    private static let limit = 4_096
    private var endings: [MutationID: Settled] = [:]
    private var order: [MutationID] = []
    private var next = 0

    func ending(of id: MutationID) -> Settled? { endings[id] }

    mutating func remember(_ id: MutationID, _ settled: Settled) {
        guard endings.updateValue(settled, forKey: id) == nil else { return }
        if order.count < Self.limit {
            order.append(id)
        } else {
            endings[order[next]] = nil
            order[next] = id
            next = (next + 1) % Self.limit
        }
    }
}
