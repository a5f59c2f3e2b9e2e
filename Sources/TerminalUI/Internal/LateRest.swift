/// What may still come of a sequence whose beginning was given up: an arrow that a slow link split behind its ESC, an
/// answer of the terminal that stood in two packets. It must not be taken for typing.
struct LateRest: Sendable {
    enum Kind: Sendable {
        /// So many bytes of it came, ESC the first.
        case sequence([UInt8])
        /// A string (OSC, DCS) had begun.
        case answer
    }

    enum Verdict {
        case unrelated
        case key(Key, length: Int)
        /// So many bytes end the sequence, and mean nothing.
        case dropped(Int)
        /// All of them belong to it, and more may come.
        case unfinished(LateRest)
        /// So many bytes begin an answer.
        case answer(Int)
    }

    private let kind: Kind
    private let since: Int64

    /// How long the rest is waited for.
    private static let patience: Int64 = 5_000

    init(of kind: Kind, since: Int64) {
        self.kind = kind
        self.since = since
    }

    /// - Parameter rest: What came in one piece after the beginning was given up; not empty.
    func verdict(on rest: ArraySlice<UInt8>, now: Int64, table: KeyTable) -> Verdict {
        guard now <= since + Self.patience else { return .unrelated }
        switch kind {
        case .answer: return endOfAnswer(rest)
        case .sequence(let begun):
            guard let second = begun.dropFirst().first ?? rest.first else { return .unrelated }
            switch second {
            case 0x5B: return endOfSequence(begun, rest, now: now, table: table)
            case 0x4F: return lateKey(begun, rest, now: now, table: table)
            case 0x50, 0x5D, 0x5F: return beginOfAnswer(begun, rest)
            default: return .unrelated
            }
        }
    }

    private func endOfSequence(
        _ begun: [UInt8], _ rest: ArraySlice<UInt8>, now: Int64, table: KeyTable
    ) -> Verdict {
        // With a parameter in it, it can be nothing else than a sequence.
        let isCertain = begun.count > 2
        let body = begun.count > 1 ? rest : rest.dropFirst()
        let parameters = body.prefix { (0x20...0x3F).contains($0) }
        guard let final = body.dropFirst(parameters.count).first else {
            // A bracket or a digit alone may have been typed.
            guard isCertain || rest.count > 2, begun.count + rest.count < 256 else { return .unrelated }
            return .unfinished(LateRest(of: .sequence(begun + rest), since: since))
        }
        guard (0x40...0x7E).contains(final) else { return .unrelated }
        let length = rest.count - body.count + parameters.count + 1
        if isCertain { return .dropped(length) }
        if Self.endsAnswer(final), let first = parameters.first, first >= 0x30 { return .dropped(length) }
        return lateKey(begun, rest, now: now, table: table)
    }

    /// Reports of the cursor, attributes, status, modes, the window; keys are pressed again.
    private static func endsAnswer(_ final: UInt8) -> Bool {
        switch final {
        case 0x52, 0x63, 0x6E, 0x74, 0x75, 0x79: true
        default: false
        }
    }

    /// A key whose ESC was taken for the key of that name.
    private func lateKey(_ begun: [UInt8], _ rest: ArraySlice<UInt8>, now: Int64, table: KeyTable) -> Verdict {
        guard begun.count == 1, now <= since + KeyDecoder.sequenceDelay else { return .unrelated }
        guard case .key(let key, let length) = KeySyntax.parse([0x1B] + rest, table: table), length > 2 else {
            return .unrelated
        }
        return .key(key, length: length - 1)
    }

    /// `]11;`, `P>|`, `P1$r`, `_G`: nobody types these in one piece.
    private func beginOfAnswer(_ begun: [UInt8], _ rest: ArraySlice<UInt8>) -> Verdict {
        let introducers = 2 - min(2, begun.count)
        let body = rest.dropFirst(introducers)
        guard body.count > 1, let first = body.first, let second = body.dropFirst().first else { return .unrelated }
        let isDigit = (0x30...0x39).contains(first)
        let follows = (0x30...0x3B).contains(second) || second == 0x24 || second == 0x2B || second == 0x7C
        guard isDigit && follows || first == 0x3E && second == 0x7C || first == 0x47 && second == 0x69 else {
            return .unrelated
        }
        return .answer(introducers)
    }

    /// Printable characters up to BEL or ST: nobody types either.
    private func endOfAnswer(_ rest: ArraySlice<UInt8>) -> Verdict {
        let text = rest.prefix { (0x20...0x7E).contains($0) }
        let tail = rest.dropFirst(text.count)
        switch tail.first {
        case 0x07, 0x9C: return .dropped(text.count + 1)
        case 0x1B where tail.dropFirst().first == 0x5C: return .dropped(text.count + 2)
        case nil where text.elementsEqual([0x5C]): return .dropped(1)
        default: return .unrelated
        }
    }
}
