/// What was cut, the newest last, for putting back: readline's kill ring. Cuts in a row are one.
struct KillRing: Hashable, Sendable {
    /// What came just before, on which the next cut or yank depends.
    enum Streak: Hashable, Sendable {
        case none, cutting
        /// This range was put back.
        case yanking(Range<Int>)
    }

    private var entries: [[UInt8]] = []
    /// Which of them was put back last, counted from the newest.
    private var turn = 0

    private static let most = 16

    /// - Parameters:
    ///   - isBefore: Whether it stood before the cursor: then it goes in front of what was cut just before it.
    ///   - continues: Whether the change before was a cut too.
    mutating func cut(_ bytes: [UInt8], isBefore: Bool, continues: Bool) {
        turn = 0
        guard continues, let last = entries.popLast() else {
            entries.append(bytes)
            if entries.count > Self.most { entries.removeFirst() }
            return
        }
        entries.append(isBefore ? bytes + last : last + bytes)
    }

    /// The newest.
    mutating func newest() -> [UInt8]? {
        turn = 0
        return entries.last
    }

    /// The one before the one that was put back last; behind the oldest comes the newest again.
    mutating func older() -> [UInt8]? {
        guard !entries.isEmpty else { return nil }
        turn = (turn + 1) % entries.count
        return entries[entries.count - 1 - turn]
    }
}
