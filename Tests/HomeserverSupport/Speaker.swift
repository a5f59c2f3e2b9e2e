import Glibc
import OptimisticState
import TestSupport

/// A program of `scripts/matrix-nio` that is told things by lines, and tells by lines: matrix-nio on the other side of a
/// room, or an HTTP/2 server.
///
/// Unchecked: one thread at a time has it.
package final class Speaker: @unchecked Sendable {
    package let process: pid_t
    private let input: Int32
    private let output: Int32
    private let log: TemporaryFolder
    private var rest: [UInt8] = []
    /// All lines so far.
    package private(set) var lines: [String] = []
    private var read = 0

    package struct Silent: Error { let waitedFor: String, lines: [String], errors: String }

    package init(_ arguments: String...) throws {
        let log = try TemporaryFolder()
        self.log = log
        var (toChild, fromChild) = ([Int32](repeating: 0, count: 2), [Int32](repeating: 0, count: 2))
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &toChild) == 0,
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &fromChild) == 0
        else { throw TemporaryFolder.Refused(number: errno) }
        let (childInput, childOutput) = (toChild[1], fromChild[1])
        (input, output) = (toChild[0], fromChild[0])
        let errors = log.file("errors")
        process = try onALastingThread {
            try spawn([script("matrix-nio")] + arguments) { actions in
                posix_spawn_file_actions_adddup2(&actions, childInput, 0)
                posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
                posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            }
        }
        close(childInput)
        close(childOutput)
    }

    deinit { end() }

    private let isEnded = Locked(false)

    package func end() {
        let wasEnded = isEnded.withLock { ended in
            defer { ended = true }
            return ended
        }
        guard !wasEnded else { return }
        close(input)
        close(output)
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    package func tell(_ line: String) { writeAll(input, line + "\n") }

    /// The next line, of those that were not taken, that has all of `words` in it.
    @discardableResult
    package func line(with words: String...) throws -> String {
        var at = read
        // Installing it, on a machine that never did, takes its time.
        for _ in 0..<(lines.isEmpty ? 6_000 : 400) {
            while at < lines.count {
                defer { at += 1 }
                if words.allSatisfy(lines[at].contains) {
                    read = at + 1
                    return lines[at]
                }
            }
            var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 50) >= 0 else { continue }
            guard wait.revents != 0 else { continue }
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(output, &part, part.count)
            guard count > 0 else { break }
            rest += part.prefix(count)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeFirst(end + 1)
            }
        }
        throw Silent(
            waitedFor: words.joined(separator: " "), lines: lines,
            errors: String(decoding: log.bytes(of: "errors") ?? [], as: UTF8.self))
    }

    /// The string member of a line.
    package static func text(_ name: String, of line: String) -> String {
        String(line.components(after: "\"\(name)\": \"").prefix { $0 != "\"" })
    }

    /// The whole number member of a line.
    package static func number(_ name: String, of line: String) -> Int? {
        Int(line.components(after: "\"\(name)\": ").prefix { $0.isNumber })
    }
}
