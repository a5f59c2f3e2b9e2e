import CPty
import Glibc

/// A program on a terminal of its own: what a person at the keyboard sends, sees, and is left with.
///
/// Everything happens on the caller's thread. Waiting is `poll` on the terminal; nothing sleeps.
package final class TerminalSession {
    package let screen: Screen
    package let child: Child
    /// The tty settings before the program was started.
    package let settingsBefore: TerminalSettings
    /// How many bytes the program has written to the terminal.
    package internal(set) var bytesReceived = 0
    /// The last bytes that came, for failures that the screen can't explain.
    package internal(set) var recording: [UInt8] = []

    /// What becomes of the terminal's answers on their way to the program: a silent terminal, one that says all twice.
    package var relay: ([UInt8]) -> [UInt8] = { $0 }

    let master: Descriptor
    var hasHungUp = false
    var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Starts `program` on a new terminal.
    ///
    /// - Parameters:
    ///   - term: `TERM`; nil leaves it unset.
    ///   - typedAhead: What is in the terminal before the program is there to read it.
    package init(
        _ program: Program, size: TerminalSize = .usual, term: String? = "xterm-256color", typedAhead: String = ""
    ) throws {
        _ = Command.ignoresBrokenPipes
        var program = program
        program.environment["TERM"] = term
        master = Descriptor(try checked("open a terminal", cpty_open(UInt16(size.rows), UInt16(size.columns))))
        settingsBefore = try TerminalSettings(of: master)
        screen = Screen(size: size)
        let master = self.master
        _ = master.write(Array(typedAhead.utf8)[...])
        let process = program.withCProgram { cpty_spawn(master.number, $0, -1, -1) }
        child = try Child(checked("start \(program.path)", process))
    }

    /// The tty settings now.
    package var settings: TerminalSettings {
        get throws { try TerminalSettings(of: master) }
    }

    /// Changes the size, as dragging a window's corner does.
    package func resize(to size: TerminalSize) throws {
        screen.resize(to: size)
        _ = try checked("resize", cpty_resize(master.number, UInt16(size.rows), UInt16(size.columns)))
    }

    /// Closes the terminal, as closing its window does: the program is hung up on.
    package func closeTerminal() {
        master.close()
        hasHungUp = true
    }
}
