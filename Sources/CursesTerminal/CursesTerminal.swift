import CCurses
import Glibc
import TerminalUI

/// A terminal driven by ncurses, which draws and does not read.
///
/// One at a time, and used by one thread alone: ncurses' state is global. Between `init` and ``end()`` nothing else may
/// write to the terminal. What ends the process in between, a crash included, leaves the terminal as it was.
package final class CursesTerminal {
    package struct Options: Sendable {
        package var input: Int32 = 0
        package var output: Int32 = 1
        /// `$TERM`.
        package var type: String?
        package var theme = Theme.standard
        package var repertoire = Repertoire.unicode
        /// What is known of how many cells this terminal gives to what.
        package var widthRules = WidthRules.standard
        package var hasMouse = false
        /// Milliseconds that an ESC waits for the rest of a sequence.
        package var escapeDelay = KeyDecoder.escapeDelay()
        /// A terminal may claim 65,535 rows and columns: four thousand million cells. Beyond this it is drawn on in part.
        package var largest = Size(columns: 1_000, rows: 1_000)
        /// An eventfd or the write end of a pipe, non-blocking: signals write eight bytes to it.
        package var wake: Int32

        package init(wake: Int32) {
            self.wake = wake
        }
    }

    /// What ncurses draws on, and the streams that it was given.
    struct Screen {
        let handle: OpaquePointer
        let output: UnsafeMutablePointer<FILE>
        let input: UnsafeMutablePointer<FILE>
    }

    static let fallbackType = "xterm-256color"

    /// The type that is in use: not the one asked for if that is unknown here.
    package let type: String
    /// The type that was asked for, if another stands in for it.
    package var standsIn: String? {
        let asked = options.type.flatMap { $0.isEmpty ? nil : $0 }
        return asked == type ? nil : asked
    }
    /// ASCII where it was asked for, and where the locale's characters are not UTF-8.
    package let repertoire: Repertoire
    package private(set) var size: Size
    /// What texts for this terminal are to be measured by.
    package var widthRules: WidthRules { options.widthRules }

    let options: Options
    let terminfo: Terminfo
    let screen: Screen
    var decoder: KeyDecoder
    var palette: Palette
    var standIns: StandIns
    /// What stands on the screen; nil when nobody knows.
    var shown: Canvas?
    private(set) var isActive = false
    private var isEnded = false

    /// Takes over the terminal.
    package init(_ options: Options) throws(StartFailure) {
        self.options = options
        repertoire = Self.adoptLocale(options.repertoire)
        guard isatty(options.input) == 1, rakkan_guard_install(options.output, options.wake) else {
            throw .notATerminal
        }
        do throws(StartFailure) {
            type = try Self.knownType(options.type, options.output)
            screen = try Self.open(type, options)
        } catch {
            rakkan_guard_remove()
            throw error
        }
        terminfo = Terminfo(type: type)
        decoder = KeyDecoder(sequences: terminfo.keys, escapeDelay: options.escapeDelay)
        palette = Palette(theme: options.theme)
        standIns = StandIns(rules: options.widthRules)
        size = Self.askSize(options)
        rakkan_guard_set_farewell(terminfo.farewell, terminfo.farewell.count)
        resizeterm(Int32(size.rows), Int32(size.columns))
        enter()
    }

    /// Leaves the terminal as it was. Messages are written after it.
    package func end() {
        if isEnded { return }
        isEnded = true
        leave()
        rakkan_guard_remove()
        delscreen(screen.handle)
        fclose(screen.output)
        fclose(screen.input)
    }

    /// Ends the process by the signal that asked for it, so that its parent sees why.
    package static func die(of signals: Signals) -> Never {
        rakkan_guard_die(signals.rawValue)
    }

    package func takeSignals() -> Signals { Signals(rawValue: rakkan_guard_take()) }
}

/// Being in the terminal and out of it.
extension CursesTerminal {
    /// Hands the terminal to someone else, as it was: an editor, the shell. Nothing is drawn until ``resume()``.
    package func leave() {
        guard isActive else { return }
        isActive = false
        write(terminfo.modesOff + terminfo.wholeRegion)
        endwin()
        write(terminfo.cursorOn + terminfo.freshLine)
        rakkan_guard_set_active(false)
    }

    /// Takes the terminal again, in whatever state it is. The next frame paints everything.
    package func resume() {
        // Whoever had it may have ended without putting its modes back.
        write(terminfo.modesOff)
        enter()
        resize()
    }

    /// Leaves, stops the process group as Ctrl-Z does for other programs, and comes back when it is continued. The next
    /// frame paints everything.
    ///
    /// Stays out if it was continued to end (`kill %1` in a shell): the signal waits in ``takeSignals()``, and a process in
    /// the background that touches the terminal would be stopped again.
    package func suspend() {
        leave()
        if rakkan_guard_stop() { resume() }
    }

    /// Stops the process group while someone else has the terminal, who keeps it.
    package func stop() { _ = rakkan_guard_stop() }

    /// Asks the terminal for its size.
    package func resize() {
        size = Self.askSize(options)
        resizeterm(Int32(size.rows), Int32(size.columns))
        redraw()
    }

    /// Makes the next frame paint everything.
    package func redraw() {
        shown = nil
        rakkan_repaint()
    }

    private func enter() {
        isActive = true
        rakkan_guard_set_active(true)
        raw()
        noecho()
        nonl()
        // The keypad's mode, for the sequences that terminfo names; ncurses does not read them.
        keypad(rakkan_screen(), true)
        doupdate()
        write(terminfo.modesOn)
        if options.hasMouse { write(terminfo.mouseOn) }
    }

    /// Puts a text on the clipboard of whoever sits at the terminal (OSC 52; terminals may refuse).
    package func copy(_ text: String) {
        write(("\u{1B}]52;c;" + base64(Array(text.utf8)) + "\u{7}").utf8CString.dropLast())
    }

    func write(_ bytes: some Sequence<CChar>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(options.output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

extension CursesTerminal {
    private static func adoptLocale(_ wanted: Repertoire) -> Repertoire {
        setlocale(LC_CTYPE, "")
        if let codes = nl_langinfo(Int32(CODESET)), strcmp(codes, "UTF-8") == 0 { return wanted }
        // Ours are UTF-8 all the same: the input's, and the widths that ncurses asks libc for.
        setlocale(LC_CTYPE, "C.UTF-8")
        return .ascii
    }

    private static func knownType(_ wanted: String?, _ descriptor: Int32) throws(StartFailure) -> String {
        for type in [wanted, fallbackType].compactMap(\.self) where !type.isEmpty {
            switch rakkan_terminfo_check(type, descriptor) {
            case RAKKAN_USABLE: return type
            // A `dumb` terminal is known, and would show everything that another one obeys.
            case RAKKAN_NO_CURSOR: throw .cannotPlaceCursor(type: type)
            default: break
            }
        }
        throw .noTerminfo(type: wanted ?? "")
    }

    private static func open(_ type: String, _ options: Options) throws(StartFailure) -> Screen {
        // Copies, for they are closed with the stream; an editor must not inherit them.
        let output = fdopen(fcntl(options.output, F_DUPFD_CLOEXEC, 3), "w")
        let input = fdopen(fcntl(options.input, F_DUPFD_CLOEXEC, 3), "r")
        // ncurses has to know the size from the first byte: it begins with the scrolling region of as many lines, and has none
        // where the entry has none (`linux`). What the environment says of it is the shell's memory. The size is asked for
        // here as well, and has an end: ncurses would take any.
        var rows: Int32 = 0
        var columns: Int32 = 0
        rakkan_window_size(options.output, &rows, &columns)
        let isSane = Int(rows) <= options.largest.rows && Int(columns) <= options.largest.columns
        use_env(isSane)
        use_tioctl(isSane)
        if let output, let input, let screen = newterm(type, output, input) {
            return Screen(handle: screen, output: output, input: input)
        }
        if let output { fclose(output) }
        if let input { fclose(input) }
        throw .refused(type: type)
    }

    private static func askSize(_ options: Options) -> Size {
        var rows: Int32 = 0
        var columns: Int32 = 0
        rakkan_window_size(options.output, &rows, &columns)
        guard rows > 0, columns > 0 else { return Size(columns: 80, rows: 24) }
        return Size(columns: min(Int(columns), options.largest.columns), rows: min(Int(rows), options.largest.rows))
    }
}
