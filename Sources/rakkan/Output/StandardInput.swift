import CursesTerminal
import Glibc

/// Standard input, for commands that are given a text or a password there.
enum StandardInput {
    /// All of it.
    ///
    /// - Parameter limit: in bytes; more is a mistake of the caller's user.
    static func readAll(limit: Int) throws(ProgramError) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            guard bytes.count <= limit else {
                throw ProgramError(sentence: "standard input is longer than \(limit) bytes; nothing was sent")
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ProgramError(sentence: "standard input is not UTF-8; nothing was sent")
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// One line, without its end.
    static func readLine(_ what: String = "a password") throws(ProgramError) -> String {
        guard let line = Swift.readLine(strippingNewline: true) else {
            throw ProgramError(sentence: "standard input ended before \(what) came", status: ExitStatus.usage)
        }
        return line
    }

    /// The name, asked for on the terminal.
    static func readName() throws(ProgramError) -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ProgramError(sentence: "a name is needed: rakkan sign-in NAME", status: ExitStatus.usage)
        }
        put("Name: ", STDERR_FILENO)
        return try readLine()
    }

    /// One line from the terminal, which does not show what is typed.
    static func readPassword(prompt: String) throws(ProgramError) -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw ProgramError(
                sentence: "there is no terminal to type a password on: use --password-stdin", status: ExitStatus.usage)
        }
        defer { close(terminal) }
        let answer: HiddenLine.Answer
        do throws(StartFailure) {
            answer = try HiddenLine.ask(prompt, on: terminal)
        } catch {
            throw ProgramError(sentence: "there is no terminal to type a password on", status: ExitStatus.usage)
        }
        switch answer {
        case .line(let line): return line
        case .ended: throw ProgramError(sentence: "no password came", status: ExitStatus.usage)
        case .interrupted(let signals): CursesTerminal.die(of: signals)
        }
    }

    /// One line from whoever sits at the terminal, whatever standard input is; nil where nobody does.
    static func ask(_ prompt: String) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        put(prompt, terminal)
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4_096 {
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func put(_ text: String, _ descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}
