/// Makes keys of the bytes that a terminal sends: a state machine without a clock, a descriptor or a terminal.
///
/// Feed it what one round of reading gave, in one piece: what came together tells a paste from typing. When ``deadline``
/// has passed without new bytes, call ``expire(now:)``. Sequences that it does not know are swallowed whole, so that no
/// answer of a terminal is ever taken for typing. Times are milliseconds of any clock that does not go back.
package struct KeyDecoder: Sendable {
    private enum Mode: Sendable {
        case keys
        /// Between the brackets of a paste.
        case paste
        /// Inside of a string that the terminal sends (OSC, DCS and the like) and that has not ended.
        case answer
        /// Behind an ESC in such a string.
        case answerEscape
    }

    /// Whether text is being typed. Only then can a burst of lines be a paste without brackets; anywhere else it is keys
    /// that a slow link brought together.
    package var expectsText = true

    private let table: KeyTable
    private let escapeDelay: Int64
    private var mode = Mode.keys
    private var paste = PasteBuffer()
    /// The start of a sequence or of a character that has not ended.
    private var pending: [UInt8] = []
    /// When `mode` or `pending` will not wait any longer.
    package private(set) var deadline: Int64?
    /// What was given up waiting for, whose rest may still come.
    private var late: LateRest?
    /// A paste that was given up waiting for.
    private var stalled: StalledPaste?
    /// Until when the burst that was a paste goes on.
    private var burstUntil: Int64?

    /// How long the rest of a control sequence may take: nobody types ESC [.
    static let sequenceDelay: Int64 = 500
    /// How long a terminal's answer may take from its first byte to its last.
    static let answerDelay: Int64 = 1_000
    /// How long a bracketed paste may stall before what came of it counts.
    static let pasteDelay: Int64 = 5_000
    /// How long after a paste without brackets what comes is still part of it: shorter than a hand is.
    static let burstDelay: Int64 = 10

    /// - Parameters:
    ///   - sequences: What the terminal's keys send, by its terminfo entry; the usual forms of CSI and SS3 are known.
    ///   - escapeDelay: How long an ESC waits for the rest of a sequence.
    package init(sequences: [(bytes: [UInt8], key: Key)] = [], escapeDelay: Int64 = KeyDecoder.escapeDelay()) {
        table = KeyTable(sequences)
        self.escapeDelay = escapeDelay
    }

    /// 25 ms, or 100 ms over SSH, where the bytes of one key may come in two packets.
    package static func escapeDelay(isRemote: Bool = false) -> Int64 { isRemote ? 100 : 25 }

    package mutating func feed(_ bytes: some Sequence<UInt8>, now: Int64) -> [Key] {
        var keys = expire(now: now)
        let input = pending + bytes
        guard input.count > pending.count else { return keys }
        pending = []
        // What waits in the other modes goes on waiting.
        if case .keys = mode { deadline = nil }
        var run = TextRun(canBePaste: expectsText, isContinued: burstUntil.map { now <= $0 } ?? false)
        var rest = input[...]
        if let late {
            self.late = nil
            take(late, &rest, now: now, into: &keys)
        }
        if case .keys = mode, let stalled { goOn(stalled, with: &rest, now: now, into: &keys) }
        while !rest.isEmpty {
            switch mode {
            case .keys: decode(&rest, &run, now: now, into: &keys)
            case .paste: collect(&rest, now: now, into: &keys)
            case .answer: skipAnswer(&rest)
            case .answerEscape: endAnswer(&rest)
            }
        }
        if run.finish(into: &keys) { burstUntil = now + Self.burstDelay } else { burstUntil = nil }
        return keys
    }

    /// Gives up waiting for what has not come by its deadline.
    package mutating func expire(now: Int64) -> [Key] {
        guard let deadline, deadline <= now else { return [] }
        self.deadline = nil
        var keys: [Key] = []
        switch mode {
        case .keys:
            if pending.first == 0x1B { late = LateRest(of: .sequence(pending), since: now) }
            keys = abandoned(pending)
            pending = []
        case .paste:
            stalled = StalledPaste(since: now, held: paste.takeUnfinished())
            endPaste(into: &keys)
        case .answer, .answerEscape:
            mode = .keys
            late = LateRest(of: .answer, since: now)
        }
        return keys
    }

    /// What the start of a sequence means when nothing follows: ESC alone is the key, ESC and a byte is that key with Alt.
    private func abandoned(_ bytes: [UInt8]) -> [Key] {
        guard bytes.first == 0x1B else { return [] }
        guard bytes.count > 1 else { return [.escape] }
        guard bytes.count == 2, bytes[1] >= 0x21, bytes[1] < 0x7F else { return [] }
        return [.alt(Character(UnicodeScalar(bytes[1])))]
    }
}

extension KeyDecoder {
    private mutating func decode(
        _ rest: inout ArraySlice<UInt8>, _ run: inout TextRun, now: Int64, into keys: inout [Key]
    ) {
        switch KeySyntax.parse(rest, table: table) {
        case .text(let length):
            run.append(rest.prefix(length))
            rest.removeFirst(length)
        case .lineBreak:
            run.appendReturn()
            rest.removeFirst()
        case .key(let key, let length):
            run.take(key, into: &keys)
            rest.removeFirst(length)
        case .nothing(let length):
            rest.removeFirst(length)
        case .pasteStart(let length):
            run.close(into: &keys)
            rest.removeFirst(length)
            mode = .paste
            stalled = nil
            deadline = now + Self.pasteDelay
        case .answerStart(let length):
            rest.removeFirst(length)
            mode = .answer
            deadline = now + Self.answerDelay
        case .incomplete(let wait):
            pending = Array(rest)
            rest = []
            switch wait {
            case .escape: deadline = now + escapeDelay
            case .sequence: deadline = now + Self.sequenceDelay
            case .character: break
            }
        }
    }

    private mutating func collect(_ rest: inout ArraySlice<UInt8>, now: Int64, into keys: inout [Key]) {
        if paste.take(&rest) {
            deadline = nil
            endPaste(into: &keys)
        } else {
            deadline = now + Self.pasteDelay
        }
    }

    /// More of a paste that has stalled is shown as it comes: whether it has an end is not known.
    private mutating func goOn(
        _ paused: StalledPaste, with rest: inout ArraySlice<UInt8>, now: Int64, into keys: inout [Key]
    ) {
        var input = (paused.held + rest)[...]
        guard paused.isContinued(by: input, now: now, table: table) else {
            stalled = StalledPaste(paused, held: [])
            return
        }
        stalled = paste.take(&input) ? nil : StalledPaste(since: now, held: paste.takeUnfinished())
        rest = input
        endPaste(into: &keys)
    }

    private mutating func endPaste(into keys: inout [Key]) {
        mode = .keys
        let text = paste.text
        paste = PasteBuffer()
        if !text.isEmpty { keys.append(.paste(text)) }
    }

    private mutating func skipAnswer(_ rest: inout ArraySlice<UInt8>) {
        // The deadline stands: it counts from the answer's start.
        while let byte = rest.popFirst() {
            switch byte {
            case 0x07, 0x18, 0x1A, 0x9C:
                mode = .keys
                deadline = nil
                return
            case 0x1B:
                mode = .answerEscape
                return
            default: break
            }
        }
    }

    /// Behind an ESC inside of an answer: with a backslash it is the end, anything else begins anew.
    private mutating func endAnswer(_ rest: inout ArraySlice<UInt8>) {
        mode = .keys
        deadline = nil
        if rest.first == 0x5C { rest.removeFirst() } else { rest = [0x1B] + rest }
    }

    private mutating func take(
        _ late: LateRest, _ rest: inout ArraySlice<UInt8>, now: Int64, into keys: inout [Key]
    ) {
        switch late.verdict(on: rest, now: now, table: table) {
        case .unrelated: break
        case .key(let key, let length):
            keys.append(key)
            rest.removeFirst(length)
        case .dropped(let length):
            rest.removeFirst(length)
        case .unfinished(let later):
            self.late = later
            rest = []
        case .answer(let length):
            rest.removeFirst(length)
            mode = .answer
            deadline = now + Self.answerDelay
        }
    }
}
