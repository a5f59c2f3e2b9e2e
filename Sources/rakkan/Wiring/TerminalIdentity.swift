/// Which terminal this is, as far as the environment tells: what measured widths are saved under.
///
/// Over SSH most of it does not come along; then all terminals of that type are one, and `rakkan doctor` is run again in
/// another.
struct TerminalIdentity: Equatable {
    /// `$TERM`.
    let type: String
    /// The program, with its version, by the variables that terminals set.
    let program: String?
    let isRemote: Bool

    /// TERM_PROGRAM is set by tmux too, which then is the terminal: it decides how many cells anything takes.
    static let variables = [
        "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LC_TERMINAL", "LC_TERMINAL_VERSION", "VTE_VERSION", "KONSOLE_VERSION",
        "WT_SESSION", "TMUX", "STY", "KITTY_WINDOW_ID",
    ]

    init(_ environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        func versioned(_ name: String) -> String? {
            value(name).map { [$0, value(name + "_VERSION")].compactMap(\.self).joined(separator: " ") }
        }
        type = value("TERM") ?? ""
        if value("TMUX") != nil {
            program = value("TERM_PROGRAM") == "tmux" ? versioned("TERM_PROGRAM") : "tmux"
        } else if value("STY") != nil {
            program = "screen"
        } else if let named = versioned("TERM_PROGRAM") ?? versioned("LC_TERMINAL") {
            program = named
        } else if let version = value("VTE_VERSION") {
            program = "VTE \(version)"
        } else if let version = value("KONSOLE_VERSION") {
            program = "Konsole \(version)"
        } else if value("WT_SESSION") != nil {
            program = "Windows Terminal"
        } else {
            program = value("KITTY_WINDOW_ID") != nil ? "kitty" : nil
        }
        // A multiplexer runs here, wherever its window is.
        isRemote = value("SSH_CONNECTION") != nil && value("TMUX") == nil && value("STY") == nil
    }

    /// What its rules are saved under.
    var key: String {
        [type, program, isRemote ? "over SSH" : nil].compactMap(\.self).joined(separator: ", ")
    }
}
