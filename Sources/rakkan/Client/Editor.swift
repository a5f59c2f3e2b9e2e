import CommentPresenters
import Comments
import Glibc

/// The person's own editor, on the terminal that this client has left for it.
///
/// Run as git runs one (git-var(1), `GIT_EDITOR`): the variable is a piece of shell, so that `code --wait` works, and the
/// file's name follows it.
enum Editor {
    enum Ending: Sendable {
        case exited(Int)
        case killed(signal: Int)

        /// Nil if it did its work.
        var failure: EditorFailure? {
            switch self {
            case .exited(0): nil
            // The shell between says so of a program that a signal killed.
            case .exited(let status) where status > 128: .killed(signal: status - 128)
            case .exited(let status): .ended(status: status)
            case .killed(let signal): .killed(signal: signal)
            }
        }
    }

    /// What to run: the configuration's, `$VISUAL`, `$EDITOR`, else the first that is there of those that systems have.
    static func command(_ environment: [String: String], preferred: String? = nil) -> String? {
        let wanted = [preferred, environment["VISUAL"], environment["EDITOR"]].compactMap(\.self)
        if let command = wanted.first(where: { !$0.allSatisfy(\.isWhitespace) }) { return command }
        let folders = environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
        return ["editor", "vi", "nano"].first { name in folders.contains { access("\($0)/\(name)", X_OK) == 0 } }
    }

    /// Starts it on the terminal of standard input and output.
    ///
    /// - Parameter onEnd: called on a thread of its own.
    /// - Returns: its process; nil if the shell can't be started.
    static func start(_ command: String, _ file: String, onEnd: @escaping @Sendable (Ending) -> Void) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0, posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // Ours is the log now.
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ["sh", "-c", "\(command) \"$@\"", command, file]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        guard posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ) == 0 else { return nil }
        Waiter(process: process, onEnd: onEnd).start()
        return process
    }
}

/// A thread that waits for a process: everything else goes on meanwhile.
private final class Waiter: Sendable {
    private let process: pid_t
    private let onEnd: @Sendable (Editor.Ending) -> Void

    init(process: pid_t, onEnd: @escaping @Sendable (Editor.Ending) -> Void) {
        self.process = process
        self.onEnd = onEnd
    }

    func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Waiter>.fromOpaque(context).takeRetainedValue().wait()
                return nil
            }, context)
        pthread_detach(thread)
    }

    private func wait() {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return onEnd(.exited(127)) }
        }
        // WIFSIGNALED and WEXITSTATUS of wait(2), which are macros.
        let signal = Int(status & 0x7F)
        onEnd(signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(signal: signal))
    }
}
