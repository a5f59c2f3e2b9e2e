import Glibc
import OptimisticState

/// Where what is not for the screen goes: failures of the client's own. Never texts, names or tokens.
package final class LogFile: Sendable {
    /// Open for appending. While a terminal is drawn on, descriptor 2 is made to lead here.
    package let descriptor: Int32

    /// Beyond this size, in bytes, a new log is begun and the one before it kept as `….1`.
    private static let limit = 1_048_576

    /// Opens the log, which is made for its owner alone.
    package init(_ path: String) throws(StateFileError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_size > Self.limit { rename(path, path + ".1") }
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StateFileError(path) }
    }

    deinit { close(descriptor) }

    /// Appends one line, by one write so that lines of several processes never mix. A log that can't be written is not
    /// worth a failure.
    package func write(_ message: String, at moment: Timestamp) {
        var line = "\(Self.text(moment)) \(getpid()) "
        for scalar in message.unicodeScalars {
            if scalar.properties.generalCategory == .control {
                line += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
        line += "\n"
        line.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// ISO 8601 in UTC, to the second.
    private static func text(_ moment: Timestamp) -> String {
        var seconds = time_t(moment.milliseconds / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return [
            digits(parts.tm_year + 1900, 4) + "-" + digits(parts.tm_mon + 1, 2) + "-" + digits(parts.tm_mday, 2) + "T",
            digits(parts.tm_hour, 2) + ":" + digits(parts.tm_min, 2) + ":" + digits(parts.tm_sec, 2) + "Z",
        ].joined()
    }

    private static func digits(_ number: Int32, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
