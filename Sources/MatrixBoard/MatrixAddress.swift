/// Where a homeserver is: `https://`, or `http://` on this machine alone, since a password goes there.
package struct MatrixAddress: Hashable, Sendable {
    /// Without a slash at the end.
    package let url: String
    package let isLoopback: Bool

    package enum Mistake: Error, Hashable, Sendable {
        /// No address at all.
        case notAnAddress
        /// `http://` to another machine: whoever sits between could read the password.
        case notEncrypted
    }

    /// Takes what a person types: a name alone means `https://`.
    package init(_ text: String) throws(Mistake) {
        var rest = text[...]
        var scheme = "https"
        if let end = text.firstRange(of: "://") {
            scheme = text[..<end.lowerBound].lowercased()
            rest = text[end.upperBound...]
        }
        while rest.last == "/" { rest = rest.dropLast() }
        guard scheme == "https" || scheme == "http" else { throw .notAnAddress }
        let authority = rest.prefix { $0 != "/" }
        let isPlain = rest.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "/"), UInt8(ascii: "~"):
                true
            case _: false
            }
        }
        guard isPlain, !authority.isEmpty, rest.utf8.count <= 1_000, authority.first != ":" else { throw .notAnAddress }
        isLoopback = Self.isLoopback(authority)
        guard scheme == "https" || isLoopback else { throw .notEncrypted }
        url = scheme + "://" + authority.lowercased() + rest.dropFirst(authority.count)
    }

    private static func isLoopback(_ authority: Substring) -> Bool {
        if authority.hasPrefix("[::1]") { return authority.count == 5 || authority.dropFirst(5).first == ":" }
        let host = authority.prefix { $0 != ":" }.lowercased()
        if host == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}

extension String {
    fileprivate func firstRange(of word: String) -> Range<Index>? {
        var at = startIndex
        while at < endIndex {
            if self[at...].hasPrefix(word) { return at..<index(at, offsetBy: word.count) }
            at = index(after: at)
        }
        return nil
    }
}
