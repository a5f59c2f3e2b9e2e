/// A conversation with a terminal about its widths: a state machine without a descriptor or a terminal, and with no clock
/// but the one that it is told.
///
/// Each sample is written, then the cursor's position asked for (DSR 6, ECMA-48 8.3.35); the next is written when the
/// answer has come. At the end stands a question that every terminal knows (DSR 5), a fence: a terminal answers in order,
/// so that before that answer there came one for each sample, or more if answers come twice. Only if there were no more
/// it is certain which belongs to which. Else all is asked again, each sample when nothing has come for a while.
///
/// Whatever came of it, it listens on for what comes late or twice, until ``deadline``; then it is done.
package struct WidthProbe: Sendable {
    package enum Verdict: Hashable, Sendable {
        /// Every sample was answered.
        case measured(WidthFindings)
        /// Too few answers came, or too late; how many.
        case unanswered(after: Int)
        /// Answers came twice, so that nobody can tell which belongs to what, or were none that can be true.
        case unclear
    }

    private enum State: Sendable {
        /// The sample of this index is on the screen, and its answer has not come.
        case asked(Int)
        /// Waits for more copies of the answer before, then asks for this one.
        case pausing(Int)
        /// All are answered but the last question.
        case closing
        /// The verdict is there; what comes now is thrown away.
        case listening(until: Int64)
        case done
    }

    /// The columns that a terminal needs: no sample takes more cells.
    package static let leastColumns = 12
    /// Milliseconds without any answer after which no second one is expected.
    private static let afterthought: Int64 = 600
    private static let pause: Int64 = 100
    private static let farewell: Int64 = 300

    /// How long an answer may take, in milliseconds.
    private let patience: Int64
    /// When there must be a verdict.
    private var end: Int64
    private var state = State.asked(0)
    private var unread: [UInt8] = []
    /// The cells that the samples took, in order, in this round.
    private var widths: [Int] = []
    /// How often each was answered; in a careful round alone.
    private var copies: [Int] = []
    private var isCareful = false
    /// An answer came in this round that was one too many.
    private var hasSurplus = false
    private var askedAt: Int64
    private var heardAt: Int64
    /// The last question was not answered yet.
    private var isAwaited = true
    package private(set) var verdict: Verdict?

    /// - Parameters:
    ///   - patience: How many milliseconds each answer may take. All of them together may take five times as long, in
    ///     each of two rounds, and after one that did not come half as long again is waited, to keep it out of the input.
    ///   - now: By a clock of milliseconds that does not go back, as everywhere here.
    package init(patience: Int64, now: Int64) {
        self.patience = patience
        end = now + 5 * patience
        askedAt = now
        heardAt = now
    }

    /// What to send first.
    package var opening: [UInt8] { question(0) }
    /// What leaves the line as it was, whenever the conversation ends.
    package static let closing = Array("\r\u{1B}[K".utf8)

    /// When ``expire(now:)`` is due; nil when it is done.
    package var deadline: Int64? {
        switch state {
        case .asked, .closing: min(askedAt + patience, end)
        case .pausing: min(heardAt + Self.pause, end)
        case .listening(let until): isAwaited ? until : min(heardAt + Self.afterthought, until)
        case .done: nil
        }
    }

    /// Takes what the terminal sent, in whatever pieces, and gives what to send next. What is no answer is passed over.
    package mutating func feed(_ bytes: some Sequence<UInt8>, now: Int64) -> [UInt8] {
        unread += bytes
        var replies: [UInt8] = []
        while let report = takeReport() {
            switch (report.numbers.count, report.final) {
            case (2, UInt8(ascii: "R")):
                hear(now)
                replies += take(report.numbers[1] - 1, now)
            case (1, UInt8(ascii: "n")):
                hear(now)
                replies += takeFence(now)
            default: continue
            }
        }
        return replies
    }

    /// What follows when nothing came until ``deadline``, and what to send.
    package mutating func expire(now: Int64) -> [UInt8] {
        guard let deadline, now >= deadline else { return [] }
        switch state {
        case .asked(let index):
            return conclude(isCareful ? .unclear : .unanswered(after: index), awaiting: true, now)
        case .pausing(let index):
            if now >= end { return conclude(.unclear, awaiting: false, now) }
            return index < WidthSample.all.count ? ask(index, now) : askForFence(now)
        // It does not know the question, and has been silent for as long as any answer may take.
        case .closing: return takeFence(now)
        case .listening:
            state = .done
            return []
        case .done: return []
        }
    }

    /// Gives up, and listens for a moment to what is on its way.
    package mutating func interrupt(now: Int64) -> [UInt8] {
        if case .listening(let until) = state {
            state = .listening(until: min(until, now + Self.farewell))
            return []
        }
        let replies = conclude(.unclear, awaiting: true, now)
        state = .listening(until: now + Self.farewell)
        return replies
    }

    // MARK: Answers

    private mutating func hear(_ now: Int64) {
        heardAt = now
        isAwaited = false
    }

    private mutating func take(_ width: Int, _ now: Int64) -> [UInt8] {
        switch state {
        case .asked(let index):
            widths.append(width)
            copies.append(1)
            if isCareful {
                state = .pausing(index + 1)
                return []
            }
            return index + 1 < WidthSample.all.count ? ask(index + 1, now) : askForFence(now)
        case .pausing(let next):
            // Before the first there are the leftovers of the round before.
            guard next > 0 else { return [] }
            copies[next - 1] += 1
            return widths[next - 1] == width ? [] : conclude(.unclear, awaiting: false, now)
        case .closing:
            hasSurplus = true
            return []
        case .listening, .done: return []
        }
    }

    private mutating func takeFence(_ now: Int64) -> [UInt8] {
        guard case .closing = state else { return [] }
        guard widths.allSatisfy((0..<Self.leastColumns).contains) else {
            return conclude(.unclear, awaiting: false, now)
        }
        if !hasSurplus, Set(copies).count == 1 {
            let cells = Dictionary(uniqueKeysWithValues: zip(WidthSample.all, widths))
            return conclude(.measured(WidthFindings(cells)), awaiting: false, now)
        }
        if isCareful { return conclude(.unclear, awaiting: false, now) }
        isCareful = true
        hasSurplus = false
        widths = []
        copies = []
        heardAt = now
        end = now + 5 * patience
        state = .pausing(0)
        return []
    }

    private mutating func conclude(_ verdict: Verdict, awaiting: Bool, _ now: Int64) -> [UInt8] {
        self.verdict = verdict
        isAwaited = awaiting
        heardAt = max(heardAt, now)
        state = .listening(until: now + patience + patience / 2)
        return Self.closing
    }

    // MARK: Questions

    private mutating func ask(_ index: Int, _ now: Int64) -> [UInt8] {
        state = .asked(index)
        askedAt = now
        return question(index)
    }

    private mutating func askForFence(_ now: Int64) -> [UInt8] {
        state = .closing
        askedAt = now
        return Self.closing + Array("\u{1B}[5n".utf8)
    }

    private func question(_ index: Int) -> [UInt8] {
        Array("\r\u{1B}[K\(WidthSample.all[index].text)\u{1B}[6n".utf8)
    }

    /// The next `CSI numbers letter` in what has come, and everything before it taken away.
    private mutating func takeReport() -> (numbers: [Int], final: UInt8)? {
        while let start = unread.firstIndex(where: { $0 == 0x1B || $0 == 0x9B }) {
            var position = start + 1
            if unread[start] == 0x1B {
                guard position < unread.count else { break }
                guard unread[position] == UInt8(ascii: "[") else {
                    unread.removeSubrange(...start)
                    continue
                }
                position += 1
            }
            let end = unread[position...].firstIndex { !(0x30...0x3B).contains($0) }
            guard let end else { break }
            let fields = unread[position..<end].split(separator: 0x3B, omittingEmptySubsequences: false)
            let numbers = fields.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            let final = unread[end]
            unread.removeSubrange(...(final == 0x1B ? end - 1 : end))
            if numbers.count == fields.count { return (numbers, final) }
        }
        // A hostile terminal could send without end what never becomes an answer.
        if unread.count > 4_096 { unread = [] }
        return nil
    }
}
