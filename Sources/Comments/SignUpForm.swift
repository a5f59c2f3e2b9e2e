/// What a person has told a place to get an account there.
package struct SignUpForm: Hashable, Sendable {
    package var name: String
    package var password: String
    /// What was given of what the place asks for besides (``SignUpDemands``).
    package var token: String
    /// What was shown, and agreed to by the person.
    package var agreedTo: [Terms]

    package init(name: String, password: String, token: String = "", agreedTo: [Terms] = []) {
        self.name = name
        self.password = password
        self.token = token
        self.agreedTo = agreedTo
    }
}

/// What a place asks for beside a name and a password before it makes an account. A person fills it in, or goes elsewhere.
package struct SignUpDemands: Hashable, Sendable {
    /// A word that whoever runs the place gives to those whom they want there.
    package var token: Bool
    /// What one has to agree to, in the place's order.
    package var terms: [Terms]

    package init(token: Bool = false, terms: [Terms] = []) {
        self.token = token
        self.terms = terms
    }

    package var isEmpty: Bool { !token && terms.isEmpty }

    /// What of it a form does not answer.
    package func unanswered(by form: SignUpForm) -> SignUpDemands {
        SignUpDemands(token: token && form.token.isEmpty, terms: terms.filter { !form.agreedTo.contains($0) })
    }
}

/// One text that a place wants one to agree to: a policy, rules of conduct.
package struct Terms: Hashable, Sendable {
    package let name: UntrustedText
    /// Where it can be read; empty if the place does not say.
    package let address: UntrustedText

    package init(name: UntrustedText, address: UntrustedText) {
        self.name = name
        self.address = address
    }
}

extension CommentService {
    /// An account where nothing but a name and a password is asked for.
    package func signUp(name: String, password: String) async throws(ServiceError) -> Session {
        try await signUp(SignUpForm(name: name, password: password))
    }
}
