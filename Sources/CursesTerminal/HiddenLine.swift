import CCurses
import Glibc

/// Asks for one line on a terminal that does not show what is typed: a password.
package enum HiddenLine {
    package enum Answer: Sendable {
        case line(String)
        /// The terminal's input is at its end, or the terminal gone.
        case ended
        /// A signal asked to end.
        case interrupted(Signals)
    }

    /// Asks on `terminal`, and leaves its settings as they were, whatever ends or stops the process.
    ///
    /// - Throws: ``StartFailure/notATerminal``
    package static func ask(_ prompt: String, on terminal: Int32) throws(StartFailure) -> Answer {
        var ends: [Int32] = [-1, -1]
        guard isatty(terminal) == 1, pipe(&ends) == 0 else { throw .notATerminal }
        defer { for end in ends { close(end) } }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        guard rakkan_guard_install(terminal, ends[1]) else { throw .notATerminal }
        defer { rakkan_guard_remove() }
        let farewell: [CChar] = [10]
        rakkan_guard_set_farewell(farewell, farewell.count)
        let echo = Echo(terminal)
        echo.hide(prompt)
        defer { echo.show() }
        var bytes: [UInt8] = []
        while true {
            var requests = [
                pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0),
                pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&requests, nfds_t(requests.count), -1) > 0 || errno == EINTR else { return .ended }
            if requests[0].revents != 0 {
                var wakeUps = [UInt8](repeating: 0, count: 64)
                _ = read(ends[0], &wakeUps, wakeUps.count)
                let signals = Signals(rawValue: rakkan_guard_take())
                if !signals.isDisjoint(with: .ending) { return .interrupted(signals.intersection(.ending)) }
                if signals.contains(.stop) {
                    echo.show()
                    if rakkan_guard_stop() { echo.hide(prompt) }
                }
            } else if requests[1].revents != 0 {
                // The kernel hands over whole lines.
                var part = [UInt8](repeating: 0, count: 4_096)
                let count = read(terminal, &part, part.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return .ended }
                bytes += part.prefix(count)
                guard bytes.last == 10 else { continue }
                return .line(String(decoding: bytes.dropLast(), as: UTF8.self))
            }
        }
    }

    /// A terminal that shows what is typed, or does not.
    private struct Echo {
        let terminal: Int32
        let before: termios

        init(_ terminal: Int32) {
            self.terminal = terminal
            var settings = termios()
            tcgetattr(terminal, &settings)
            before = settings
        }

        func hide(_ prompt: String) {
            rakkan_guard_set_active(true)
            var silent = before
            silent.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(terminal, TCSAFLUSH, &silent)
            put(prompt)
        }

        func show() {
            var settings = before
            tcsetattr(terminal, TCSAFLUSH, &settings)
            rakkan_guard_set_active(false)
            put("\n")
        }

        private func put(_ text: String) {
            let bytes = Array(text.utf8)
            _ = write(terminal, bytes, bytes.count)
        }
    }
}
