import Glibc
import OptimisticState

/// Numbers for long work, each given once, and a line of how far it is at every tenth: on the standard output, where
/// only who asked for long work sees it.
final class Progress: Sendable {
    private let state = Locked((next: 0, done: 0))
    private let total: Int
    private let what: String
    private let isTold: Bool

    init(_ total: Int, _ what: String, isTold: Bool) {
        self.total = total
        self.what = what
        self.isTold = isTold
    }

    /// The next that no one has; nil when all are given.
    func next() -> Int? {
        state.withLock { state in
            guard state.next < total else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    func isDone() {
        let done = state.withLock { state in
            state.done += 1
            return state.done
        }
        guard isTold, total >= 10, done * 10 / total > (done - 1) * 10 / total else { return }
        print("\(done * 100 / total) % of \(total) \(what)")
        fflush(nil)
    }

    /// What a variable of the environment asks for.
    static func asked(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}
