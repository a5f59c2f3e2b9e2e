import Glibc
import TerminalUI

extension CursesTerminal {
    /// What one round of reading gave.
    package struct Input: Sendable {
        package var keys: [Key]
        /// The terminal is gone, or its input is at its end.
        package var isEnded: Bool
    }

    /// One round takes no more: the loop must get its turn.
    private static let mostBytes = 4 << 20
    /// More than any hand types between two rounds: a paste, of which the kernel hands over 4 KB at a time.
    private static let leastPaste = 1_024
    /// How long the next part of a paste may take, in milliseconds, and how often one round waits for it. So a paste is
    /// one piece with or without brackets, and is drawn once.
    private static let pasteDelay: Int32 = 20
    private static let mostWaits = 250

    /// What the loop polls for input.
    package var inputDescriptor: Int32 { options.input }

    /// When ``expire(now:)`` is due, in milliseconds of the clock that ``readKeys(now:)`` is given.
    package var deadline: Int64? { decoder.deadline }

    /// Reads all that is there, without waiting for more than the rest of a paste.
    ///
    /// - Parameters:
    ///   - now: Milliseconds of a clock that does not go back.
    ///   - expectsText: Whether text is being typed, so that a burst of lines is a paste.
    package func readKeys(now: Int64, expectsText: Bool) -> Input {
        decoder.expectsText = expectsText
        var bytes: [UInt8] = []
        var isEnded = false
        // The descriptor stays blocking: the flag belongs to the open file, which the shell and the editor share.
        var waits = 0
        while bytes.count < Self.mostBytes {
            if !isReadable() {
                guard expectsText, bytes.count >= Self.leastPaste, waits < Self.mostWaits else { break }
                waits += 1
                guard isReadable(within: Self.pasteDelay) else { break }
            }
            let before = bytes.count
            bytes += repeatElement(0, count: 64 << 10)
            let count = bytes.withUnsafeMutableBytes { buffer in
                read(options.input, buffer.baseAddress.map { $0 + before }, buffer.count - before)
            }
            let error = errno
            bytes.removeLast(bytes.count - before - max(0, count))
            if count > 0 || (count < 0 && error == EINTR) { continue }
            isEnded = count == 0 || error != EAGAIN
            break
        }
        return Input(keys: decoder.feed(bytes, now: now), isEnded: isEnded)
    }

    /// The keys of sequences that did not go on in time.
    package func expire(now: Int64) -> [Key] { decoder.expire(now: now) }

    private func isReadable(within milliseconds: Int32 = 0) -> Bool {
        var request = pollfd(fd: options.input, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }
}
