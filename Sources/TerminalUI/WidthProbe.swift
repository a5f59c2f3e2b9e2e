/// A conversation with a terminal about its widths: a state machine without a clock, a descriptor or a terminal.
///
/// Each sample is written, then the cursor's position asked for (DSR 6, ECMA-48 8.3.35); the next is written when the
/// answer has come. Samples begin in different columns, so that a second answer to the one before is not taken for an
/// answer to this one. At the end stands a question that every terminal knows (DSR 5): when it is answered, nothing else
/// is on its way.
package struct WidthProbe: Sendable {
    private enum State: Sendable {
        /// `WidthSample.all[index]` is on the screen, and its answer has not come.
        case asked(Int)
        /// All are answered but the last question.
        case closing
        case done
    }

    private static let band = 12

    private let bands: Int
    private var state = State.asked(0)
    private var unread: [UInt8] = []
    package private(set) var cells: [WidthSample: Int] = [:]

    /// - Parameter columns: Of the terminal.
    package init(columns: Int) {
        bands = min(max(1, columns / Self.band), 6)
    }

    package var isDone: Bool { if case .done = state { true } else { false } }

    /// What to send first.
    package var opening: [UInt8] { question(0) }
    /// What leaves the line as it was, whenever the conversation ends.
    package static let closing = Array("\r\u{1B}[K".utf8)

    /// Takes what the terminal sent, in whatever pieces, and gives what to send next. What is no answer is passed over.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        unread += bytes
        var replies: [UInt8] = []
        while let report = takeReport() {
            switch (state, report.final) {
            case (.asked(let index), UInt8(ascii: "R")):
                guard report.numbers.count == 2 else { continue }
                let width = report.numbers[1] - start(of: index)
                guard (0..<Self.band).contains(width) else { continue }
                cells[WidthSample.all[index]] = width
                let next = index + 1
                if next < WidthSample.all.count {
                    state = .asked(next)
                    replies += question(next)
                } else {
                    state = .closing
                    replies += Self.closing + Array("\u{1B}[5n".utf8)
                }
            case (.closing, UInt8(ascii: "n")):
                state = .done
            case (.asked, _), (.closing, _), (.done, _):
                continue
            }
        }
        return replies
    }

    /// The column, counted from 1, that a sample begins in.
    private func start(of index: Int) -> Int { 1 + index % bands * Self.band }

    private func question(_ index: Int) -> [UInt8] {
        Array("\r\u{1B}[K\u{1B}[\(start(of: index))G\(WidthSample.all[index].text)\u{1B}[6n".utf8)
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
