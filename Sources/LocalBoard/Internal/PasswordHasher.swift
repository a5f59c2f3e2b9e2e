import CSodium
import Glibc

/// Argon2id on a thread of its own: a hash takes a tenth of a second, in which the board goes on answering.
actor PasswordHasher {
    private let cost: PasswordCost
    private let executor: any SerialExecutor
    private let turns: (any HashingTurns)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(cost: PasswordCost, executor: any SerialExecutor, turns: (any HashingTurns)?) {
        self.cost = cost
        self.turns = turns
        self.executor = executor
    }

    /// The password's hash with its salt and cost, as text; nil if the memory for it can't be had.
    func hash(_ password: String) -> String? {
        guard Sodium.isReady else { return nil }
        beginTurn()
        defer { turns?.end() }
        let bytes = password.utf8.map(CChar.init(bitPattern:))
        var hash = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        guard crypto_pwhash_str(&hash, bytes, UInt64(bytes.count), cost.passes, cost.memory) == 0 else { return nil }
        return hash.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) }
    }

    /// Whether `hash` was made of `password`.
    func isHash(_ hash: String, of password: String) -> Bool {
        guard Sodium.isReady else { return false }
        beginTurn()
        defer { turns?.end() }
        let bytes = password.utf8.map(CChar.init(bitPattern:))
        return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count)) == 0
    }

    /// Waits for the host, and lets those who draw go first. Linux counts niceness by thread.
    private func beginTurn() {
        turns?.begin()
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }
}

/// Who may hash when: a hash takes a core and 64 MiB, so that a crowd's would take the host. Called on the thread that
/// hashes, which may be made to wait.
package protocol HashingTurns: Sendable {
    func begin()
    func end()
}
