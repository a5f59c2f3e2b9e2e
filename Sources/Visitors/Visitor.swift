import CSodium
import Glibc

/// Who has come in by SSH: a public key, or, where the account is open to everyone, an address.
///
/// Two visitors never share a ``name``; what is kept for one is kept under it.
package struct Visitor: Hashable, Sendable {
    /// SHA-256 of the key or of the address, in hexadecimal digits: safe as the name of a file.
    package let name: String
    /// Whether it is a key's. An address may be shared by a whole house, and is nobody's account.
    package let hasKey: Bool

    /// The visitor whom sshd has let in.
    ///
    /// - Parameters:
    ///   - authentication: What stands in the file that sshd names in `SSH_USER_AUTH` (`ExposeAuthInfo yes`): a line
    ///     for each method that succeeded. Nil where there is no such file.
    ///   - connection: `SSH_CONNECTION`: the client's address and port, and the server's.
    package init(authentication: String?, connection: String?) {
        if let key = authentication.flatMap(Self.key) {
            name = Self.sha256(key)
            hasKey = true
        } else {
            let address = connection?.split(separator: " ").first ?? "unknown"
            // No key: one begins with the length of its kind's name.
            name = Self.sha256(Array("address \(address)".utf8))
            hasKey = false
        }
    }

    /// The bytes of the first public key.
    ///
    /// The comment behind a key is not part of it, nor is the name of its kind: that is inside the bytes too.
    private static func key(_ lines: String) -> [UInt8]? {
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count >= 3, words[0] == "publickey", let bytes = decoded(words[2]) { return bytes }
        }
        return nil
    }

    private static func decoded(_ base64: Substring) -> [UInt8]? {
        let text = Array(base64.utf8).map(CChar.init(bitPattern:))
        var bytes = [UInt8](repeating: 0, count: text.count)
        var count = 0
        let status = sodium_base642bin(
            &bytes, bytes.count, text, text.count, nil, &count, nil, Int32(sodium_base64_VARIANT_ORIGINAL))
        guard status == 0, count > 0 else { return nil }
        return Array(bytes.prefix(count))
    }

    private static func sha256(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
