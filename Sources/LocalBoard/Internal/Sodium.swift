import CSodium

/// The few things besides passwords that need a cryptographer's hand.
enum Sodium {
    /// Whether libsodium could be set up; it wants that once, before anything else.
    static let isReady = sodium_init() >= 0

    /// Random bytes of the system's, as hexadecimal digits. Not seedable: whoever guesses a token is signed in.
    static func randomHex(bytes count: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// BLAKE2b-256. Enough for a token of 256 random bits; a password needs Argon2id.
    static func digest(of text: String) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
        let bytes = Array(text.utf8)
        crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        return digest
    }
}
