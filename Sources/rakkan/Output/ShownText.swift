import Comments
import TerminalUI

/// A word of the command line, a path or a reason as it may be shown in a terminal: on one line, in its drawn form.
func shown(_ word: String) -> String {
    DisplayText(sanitizing: word).string.replacing("\n", with: " ")
}

/// What anyone wrote, on one line.
func shown(_ text: UntrustedText) -> String { shown(text.raw) }

/// What anyone wrote, with its lines.
func printable(_ text: UntrustedText) -> String { DisplayText(sanitizing: text.raw).string }
