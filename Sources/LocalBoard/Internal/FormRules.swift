import Comments

/// What a name and a password may be.
enum FormRules {
    static let longestName = 32
    /// In Unicode scalars. Eight is the least of NIST SP 800-63B, 5.1.1.1, which also asks for no rules of composition.
    static let shortestPassword = 8
    /// In bytes. A limit only so that a paste of megabytes is not hashed.
    static let longestPassword = 1_024

    /// Letters are those of ASCII: a name is what people recognise each other by, and beyond ASCII two different names
    /// can look the same.
    static func check(name: String) throws(ServiceError) {
        guard !name.isEmpty else { throw .form(.nameIsEmpty) }
        guard name.unicodeScalars.allSatisfy(isAllowed) else { throw .form(.nameHasForbiddenCharacter) }
        guard name.unicodeScalars.count <= longestName else { throw .form(.nameTooLong(limit: longestName)) }
    }

    /// What a new account may be called. Those that have another name keep it.
    static func check(newName name: String) throws(ServiceError) {
        try check(name: name)
        guard name.unicodeScalars.contains(where: { !"_-.".unicodeScalars.contains($0) }) else {
            throw .form(.nameHasNoLetter)
        }
        // What everyone reads above their own comments.
        guard name.lowercased() != "you" else { throw .form(.nameTaken) }
    }

    static func check(newPassword password: String) throws(ServiceError) {
        try check(password: password)
        guard password.unicodeScalars.count >= shortestPassword else {
            throw .form(.passwordTooShort(least: shortestPassword))
        }
    }

    /// What a password has to be so that it is worth comparing.
    static func check(password: String) throws(ServiceError) {
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
