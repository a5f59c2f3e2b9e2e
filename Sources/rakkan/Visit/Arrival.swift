import Glibc
import Visitors

/// What sshd tells about who has come in.
struct Arrival {
    let visitor: Visitor
    /// What they wrote behind the host's name; empty if nothing.
    let command: [UInt8]

    /// Reads it from the environment, and leaves in it only what a terminal needs.
    ///
    /// - Throws: ``UsageError`` if no sshd has started this process.
    static func take() throws(UsageError) -> Arrival {
        guard let connection = value("SSH_CONNECTION") else {
            throw UsageError(sentence: "--visitors is for the forced command of an sshd: see docs/ssh.md")
        }
        let authentication = value("SSH_USER_AUTH").flatMap(text)
        let command = getenv("SSH_ORIGINAL_COMMAND").map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        let kept = keptVariables.compactMap { name in value(name).map { (name, $0) } }
        clearenv()
        for (name, value) in kept { setenv(name, value, 1) }
        return Arrival(
            visitor: Visitor(authentication: authentication, connection: connection), command: command ?? [])
    }

    /// The owner's own, and of the visitor's only what can't name a file.
    private static let keptVariables = [
        "HOME", "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "NO_COLOR", "CLICOLOR", "SSH_CONNECTION",
        "XDG_STATE_HOME", "XDG_DATA_HOME", "TMPDIR",
    ]

    private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The beginning of sshd's file: a few lines, each with a key.
    private static func text(ofFile path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 262_144)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
