import CCurses
import Glibc

/// Standard input and output for lines: a terminal that is left as it is, or a pipe. Signals come as they do to a screen.
package final class LineTerminal {
    package enum Reading: Sendable {
        case bytes([UInt8])
        case end
        /// The terminal is no more.
        case gone
    }

    package let input: Int32
    private let output: Int32
    /// How many milliseconds it waits for someone who reads; -1 for ever.
    private let patience: Int32
    /// Whether someone sits there, who is shown a prompt.
    package let isInteractive: Bool
    /// Whether the locale can show all texts.
    package let isUTF8: Bool
    private var settings = termios()
    private let hasSettings: Bool
    private var isHiding = false

    /// - Parameters:
    ///   - wake: The write end of a non-blocking pipe: signals write to it.
    ///   - patience: How many milliseconds to wait for someone who reads; -1 for ever.
    package init(
        input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, wake: Int32, patience: Int32 = -1
    ) {
        self.input = input
        self.patience = patience
        self.output = output
        // A visitor's terminal is nobody else's: a write that would wait for ever comes back instead.
        if patience >= 0 { _ = fcntl(output, F_SETFL, fcntl(output, F_GETFL) | O_NONBLOCK) }
        isInteractive = isatty(input) == 1 && isatty(output) == 1
        setlocale(LC_CTYPE, "")
        isUTF8 = nl_langinfo(Int32(CODESET)).map { strcmp($0, "UTF-8") == 0 } ?? false
        // Ours are UTF-8 all the same.
        if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
        hasSettings = tcgetattr(input, &settings) == 0
        rakkan_guard_set_farewell("", 0)
        if !hasSettings || !rakkan_guard_install(input, wake) { _ = rakkan_guard_install(-1, wake) }
    }

    /// Whether reading would give something at once.
    package var hasInput: Bool {
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    /// Reads what is there.
    package func read() -> Reading {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(input, &bytes, bytes.count)
            if count > 0 { return .bytes(Array(bytes[..<count])) }
            if count == 0 { return .end }
            if errno == EAGAIN { return .bytes([]) }
            guard errno == EINTR else { return .gone }
        }
    }

    /// Writes all of it.
    ///
    /// - Returns: false if nobody is there to read it, or nobody did for too long.
    package func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var request = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                if poll(&request, 1, patience) == 0 { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Whether what is typed is not shown: a password. It is shown again whatever ends the process.
    package var hidesInput: Bool {
        get { isHiding }
        set {
            guard hasSettings, newValue != isHiding else { return }
            isHiding = newValue
            var changed = settings
            if newValue {
                changed.c_lflag &= ~tcflag_t(ECHO)
                changed.c_lflag |= tcflag_t(ECHONL)
                rakkan_guard_set_active(true)
            }
            tcsetattr(input, TCSADRAIN, &changed)
            if !newValue { rakkan_guard_set_active(false) }
        }
    }

    package func takeSignals() -> Signals { Signals(rawValue: rakkan_guard_take()) }

    /// Stops the process group as Ctrl-Z does, and returns when it goes on.
    package func suspend() {
        hidesInput = false
        _ = rakkan_guard_stop()
    }

    /// Leaves the terminal as it was.
    package func end() {
        hidesInput = false
        rakkan_guard_remove()
    }
}
