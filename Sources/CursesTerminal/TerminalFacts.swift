import CCurses
import Glibc
import TerminalUI

/// What can be known of a terminal without asking it.
package struct TerminalFacts: Hashable, Sendable {
    package enum Entry: String, Hashable, Sendable {
        /// There is an entry, and the client can draw with it.
        case usable
        /// There is an entry, of a terminal that can't place its cursor.
        case noCursor = "no-cursor"
        case unknown
    }

    package let entry: Entry
    /// By its entry.
    package let colors: Int
    /// Of its characters: `UTF-8`.
    package let codeset: String
    /// As the terminal tells it; zeros if it does not.
    package let size: Size

    /// - Parameter type: `$TERM`.
    package init(type: String?, descriptor: Int32) {
        let type = type ?? ""
        entry = Self.entry(of: type, descriptor)
        colors = type.isEmpty ? 0 : max(0, Int(rakkan_terminfo_colors(type, descriptor)))
        setlocale(LC_CTYPE, "")
        codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? ""
        var rows: Int32 = 0
        var columns: Int32 = 0
        rakkan_window_size(descriptor, &rows, &columns)
        size = Size(columns: Int(columns), rows: Int(rows))
    }

    private static func entry(of type: String, _ descriptor: Int32) -> Entry {
        guard !type.isEmpty else { return .unknown }
        return switch rakkan_terminfo_check(type, descriptor) {
        case RAKKAN_USABLE: .usable
        case RAKKAN_NO_CURSOR: .noCursor
        default: .unknown
        }
    }

    /// What the client uses where `$TERM` is unknown.
    package static var fallbackType: String { CursesTerminal.fallbackType }
}
