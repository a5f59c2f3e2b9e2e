import CCurses
import Glibc
import TerminalUI

/// Asks a terminal how wide it draws the samples of ``WidthProbe``, on one line that is blank again afterwards.
package enum WidthDialogue {
    package enum Outcome: Sendable {
        case ended(WidthProbe.Verdict)
        /// A signal asked to end.
        case interrupted(Signals)
        /// It can't be written to or read from.
        case gone
    }

    /// Asks the terminal of this process, and leaves it as it was, whatever ends the process.
    ///
    /// - Parameters:
    ///   - wake: Where signals write eight bytes, and `wakened`, where these are read.
    ///   - patience: Milliseconds to wait for each answer; see ``WidthProbe/init(patience:now:)``.
    /// - Throws: ``StartFailure/notATerminal``
    package static func run(
        on terminal: Int32, wake: Int32, wakened: Int32, patience: Int32
    ) throws(StartFailure) -> Outcome {
        guard isatty(terminal) == 1, rakkan_guard_install(terminal, wake) else { throw .notATerminal }
        defer { rakkan_guard_remove() }
        let farewell = WidthProbe.closing.map { CChar(bitPattern: $0) }
        rakkan_guard_set_farewell(farewell, farewell.count)
        rakkan_guard_set_active(true)
        defer { rakkan_guard_set_active(false) }
        return converse(on: terminal, wakened: wakened, patience: patience)
    }

    /// The same for a terminal that is not this process's own.
    package static func converse(on terminal: Int32, wakened: Int32 = -1, patience: Int32) -> Outcome {
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { return .gone }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(terminal, TCSAFLUSH, &quiet)
        // With what has come and nobody has read: a second answer, or a key pressed meanwhile.
        defer { tcsetattr(terminal, TCSAFLUSH, &before) }
        let dialogue = Line(terminal: terminal, wakened: wakened)
        var probe = WidthProbe(patience: Int64(patience), now: Self.now)
        var asked: Signals = []
        // Where it ends before there is a verdict.
        defer { if probe.verdict == nil { _ = dialogue.write(WidthProbe.closing) } }
        guard dialogue.write(probe.opening) else { return .gone }
        while let deadline = probe.deadline {
            let reply: [UInt8]
            let left = deadline - Self.now
            // Also where bytes come without end.
            switch left > 0 ? dialogue.read(within: Int32(clamping: left)) : .silence {
            case .bytes(let bytes): reply = probe.feed(bytes, now: Self.now)
            case .silence: reply = probe.expire(now: Self.now)
            case .signal:
                let signals = Signals(rawValue: rakkan_guard_take()).intersection(.ending)
                guard !signals.isEmpty else { continue }
                // Who asks twice does not want to wait for what may still come.
                if !asked.isEmpty { return .interrupted(signals) }
                asked = signals
                reply = probe.interrupt(now: Self.now)
            case .ended: return .gone
            }
            guard dialogue.write(reply) else { return .gone }
        }
        if !asked.isEmpty { return .interrupted(asked) }
        return probe.verdict.map { .ended($0) } ?? .gone
    }

    /// Milliseconds of a clock that does not go back.
    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }

    private enum Reading {
        case bytes([UInt8])
        case silence, signal, ended
    }

    private struct Line {
        let terminal: Int32
        let wakened: Int32

        func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(terminal, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        func read(within patience: Int32) -> Reading {
            var requests = [
                pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakened, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&requests, nfds_t(requests.count), patience)
            if ready < 0 { return errno == EINTR ? .bytes([]) : .ended }
            if requests[1].revents != 0 {
                var wakeUps = [UInt8](repeating: 0, count: 64)
                _ = Glibc.read(wakened, &wakeUps, wakeUps.count)
                return .signal
            }
            if ready == 0 { return .silence }
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = Glibc.read(terminal, &bytes, bytes.count)
            if count > 0 { return .bytes(Array(bytes.prefix(count))) }
            return count < 0 && errno == EINTR ? .bytes([]) : .ended
        }
    }
}
