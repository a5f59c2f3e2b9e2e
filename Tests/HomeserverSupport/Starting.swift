import Glibc
import OptimisticState
import TestSupport

/// A script of this project.
package func script(_ name: String) -> String { #filePath.components(before: "/Tests/") + "/scripts/" + name }

/// Starts a program; what it prints goes into a file.
package func start(_ arguments: [String], log: String, input: String = "/dev/null") throws -> pid_t {
    try spawn(arguments) { actions in
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }
}

/// Starts it on a thread that lasts as long as this process: the kernel's signal for a parent's death goes out when the
/// *thread* that started a child ends, and those of Swift's pool end when there is nothing to do.
package func startForGood(_ arguments: [String], log: String) throws -> pid_t {
    try onALastingThread { try start(arguments, log: log) }
}

func onALastingThread<T: Sendable>(_ work: @escaping @Sendable () throws -> T) throws -> T {
    let outcome = Locked<Result<T, any Error>?>(nil)
    startThread {
        outcome.withLock { $0 = Result { try work() } }
        while true { pause() }
    }
    while true {
        if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
        poll(nil, 0, 1)
    }
}

/// Starts a program whose descriptors `prepare` says; all others are closed in it, as everybody opens them so.
func spawn(
    _ arguments: [String], _ prepare: (inout posix_spawn_file_actions_t) -> Void
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)
    // Threads of Swift's pool block signals, and a child would inherit that: nothing could end it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &actions, &attributes, &vector, environ)
    guard code == 0 else { throw TemporaryFolder.Refused(number: code) }
    return process
}
