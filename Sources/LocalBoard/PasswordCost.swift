import CSodium

/// How much one hash of a password costs: passes over the memory, and bytes of it.
package struct PasswordCost: Hashable, Sendable {
    package var passes: UInt64
    package var memory: Int

    package init(passes: UInt64, memory: Int) {
        self.passes = passes
        self.memory = memory
    }

    /// libsodium's figures for signing in while someone waits: 2 passes over 64 MiB, about 0.1 s. The memory is given
    /// back after each hash, and one thread makes one hash at a time, so that a crowd that signs in takes it once.
    package static let interactive = PasswordCost(
        passes: UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE), memory: Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))

    /// The least that Argon2id allows: for tests.
    package static let least = PasswordCost(
        passes: UInt64(crypto_pwhash_OPSLIMIT_MIN), memory: Int(crypto_pwhash_MEMLIMIT_MIN))
}
