/// One change of a draft, as it is appended to its log: a run of bytes takes the place of another.
///
/// On disk: the payload's length and its checksum (4 bytes each, little endian), then the payload: where (4),
/// how many bytes go (4), and the bytes that come. A tail that was cut anywhere fails one of the two, and ends the log.
struct DraftRecord: Equatable {
    var offset: Int
    var removed: Int
    var inserted: [UInt8]

    /// What turns `old` into `new`; nil if they are equal.
    init?(from old: [UInt8], to new: [UInt8]) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        if head == old.count && head == new.count { return nil }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        offset = head
        removed = old.count - head - tail
        inserted = Array(new[head..<(new.count - tail)])
    }

    var encoded: [UInt8] {
        let payload = little(offset) + little(removed) + inserted
        return little(payload.count) + little(Int(checksum(payload))) + payload
    }

    /// Reads the record at the start of `bytes`.
    ///
    /// - Returns: The record and how many bytes it took; nil if there is no whole one.
    static func decode(_ bytes: ArraySlice<UInt8>) -> (record: DraftRecord, count: Int)? {
        guard bytes.count >= 16 else { return nil }
        let start = bytes.startIndex
        let length = Int(number(bytes[start..<(start + 4)]))
        guard length >= 8, length <= bytes.count - 8 else { return nil }
        let payload = bytes[(start + 8)..<(start + 8 + length)]
        guard checksum(payload) == number(bytes[(start + 4)..<(start + 8)]) else { return nil }
        let record = DraftRecord(
            offset: Int(number(payload.prefix(4))), removed: Int(number(payload.dropFirst(4).prefix(4))),
            inserted: Array(payload.dropFirst(8)))
        return (record, 8 + length)
    }

    init(offset: Int, removed: Int, inserted: [UInt8]) {
        self.offset = offset
        self.removed = removed
        self.inserted = inserted
    }

    /// Whether there is in `bytes` what it changes.
    func fits(_ bytes: [UInt8]) -> Bool {
        offset <= bytes.count && removed <= bytes.count - offset
    }

    /// Changes `bytes`, which it has to fit, as recorded.
    func apply(to bytes: inout [UInt8]) {
        bytes.replaceSubrange(offset..<(offset + removed), with: inserted)
    }
}

private func checksum(_ payload: some Sequence<UInt8>) -> UInt32 {
    let hash = fnv1a(payload)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
}

private func little(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}
