/// What a name and a password may be, before anybody is asked. The places differ in figures alone.
package struct FormRules: Sendable {
    package let longestName: Int
    /// In bytes. A limit only so that a paste of megabytes is not hashed.
    package let longestPassword: Int
    /// In Unicode scalars. Eight is the least of NIST SP 800-63B, 5.1.1.1, which also asks for no rules of composition.
    package static let shortestPassword = 8

    package init(longestName: Int, longestPassword: Int) {
        self.longestName = longestName
        self.longestPassword = longestPassword
    }

    /// What a new account may be called. Those that have another name keep it.
    ///
    /// Letters are those of ASCII: a name is what people recognise each other by, and beyond ASCII two different names
    /// can look the same.
    package func check(newName name: String) throws(ServiceError) {
        guard !name.isEmpty else { throw .form(.nameIsEmpty) }
        guard name.unicodeScalars.allSatisfy(Self.isAllowed) else { throw .form(.nameHasForbiddenCharacter) }
        guard name.unicodeScalars.count <= longestName else { throw .form(.nameTooLong(limit: longestName)) }
        guard name.unicodeScalars.contains(where: { !"_-.".unicodeScalars.contains($0) }) else {
            throw .form(.nameHasNoLetter)
        }
        // What everyone reads above their own comments.
        guard name.lowercased() != "you" else { throw .form(.nameTaken) }
    }

    package func check(newPassword password: String) throws(ServiceError) {
        try check(password: password)
        guard password.unicodeScalars.count >= Self.shortestPassword else {
            throw .form(.passwordTooShort(least: Self.shortestPassword))
        }
    }

    /// What a password has to be so that it is worth comparing.
    package func check(password: String) throws(ServiceError) {
        guard !password.isEmpty else { throw .form(.passwordIsEmpty) }
        guard password.utf8.count <= longestPassword else { throw .form(.passwordTooLong(limit: longestPassword)) }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".": true
        case _: false
        }
    }
}
