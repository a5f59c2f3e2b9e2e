/// Why there is no screen.
package enum StartFailure: Error, Hashable, Sendable {
    /// The descriptor is no terminal.
    case notATerminal
    /// Neither the terminal's type nor the one that nearly all understand is known here.
    case noTerminfo(type: String)
    /// The terminal is known, and can't place its cursor: `dumb`, a printer.
    case cannotPlaceCursor(type: String)
    /// ncurses refused for a reason that it does not tell.
    case refused(type: String)
}
