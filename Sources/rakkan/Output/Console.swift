import Glibc
import TerminalUI

/// Standard output and standard error, for lines.
enum Console {
    /// A line of output. Output that is lost is a failure: the program ends with it.
    static func say(_ line: String) {
        guard !put(line + "\n", to: STDOUT_FILENO) else { return }
        complain("standard output can't be written: \(String(cString: strerror(errno)))")
        exit(ExitStatus.failed)
    }

    /// A mistake or a failure: `rakkan: …` on standard error.
    static func complain(_ sentence: String) {
        _ = put("rakkan: \(DisplayText(sanitizing: sentence).string)\n", to: STDERR_FILENO)
    }

    /// What goes on meanwhile: on standard error, as it is no result.
    static func tell(_ line: String) { _ = put(line + "\n", to: STDERR_FILENO) }

    /// Writes all of it; a reader that has gone ends the program as SIGPIPE would.
    ///
    /// - Returns: false if it could not be written.
    private static func put(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
