import CVterm
import Glibc

extension TerminalSession {
    /// Sends bytes as they are.
    package func send(_ text: String) { send(bytes: Array(text.utf8)) }

    /// Sends bytes as they are, reading meanwhile: a terminal holds only so much of each direction.
    package func send(bytes: [UInt8]) {
        var rest = bytes[...]
        let clock = Stopwatch()
        while !rest.isEmpty, !hasHungUp, clock.elapsed < TerminalSession.limit {
            rest = rest.dropFirst(master.write(rest))
            guard !rest.isEmpty else { return }
            var events = [pollfd(fd: master.number, events: Int16(POLLIN | POLLOUT), revents: 0)]
            wait(for: &events, upTo: TerminalSession.limit - clock.elapsed)
            if events[0].revents & Int16(POLLIN) != 0 { receive() }
            if events[0].revents & Int16(POLLHUP) != 0 { return }
        }
    }

    /// Presses keys, in the form that the modes of the moment ask for.
    package func press(_ keys: Key...) {
        for key in keys { send(bytes: key.plainByte.map { [$0] } ?? screen.answered { key.press(on: $0) }) }
    }

    /// Presses and lets go the left button over a cell, in the form that the modes of the moment ask for: nothing is sent to
    /// a program that did not ask.
    package func click(row: Int, column: Int) { button(1, row: row, column: column) }

    /// Turns the wheel by a notch over a cell.
    package func turnWheel(down: Bool, row: Int, column: Int) { button(down ? 5 : 4, row: row, column: column) }

    private func button(_ number: Int32, row: Int, column: Int) {
        send(
            bytes: screen.answered { terminal in
                vterm_mouse_move(terminal, Int32(row), Int32(column), VTERM_MOD_NONE)
                vterm_mouse_button(terminal, number, true, VTERM_MOD_NONE)
                if number <= 3 { vterm_mouse_button(terminal, number, false, VTERM_MOD_NONE) }
            })
    }

    /// Pastes, in brackets if the program has asked for them.
    package func paste(_ text: String) {
        let opening = screen.answered { vterm_keyboard_start_paste($0) }
        let closing = screen.answered { vterm_keyboard_end_paste($0) }
        // A terminal sends a pasted line break as the Enter key's byte.
        send(bytes: opening + text.utf8.map { $0 == 10 ? 13 : $0 } + closing)
    }
}
