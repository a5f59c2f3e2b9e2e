import Comments

/// Why the form is shown.
package enum SignInReason: Hashable, Sendable {
    /// The first start: a line for newcomers.
    case newcomer
    /// What was asked for needs an account, and is done afterwards.
    case needed
    /// Asked for with `S`.
    case asked
    /// The session has ended.
    case sessionEnded
}

/// What one has to agree to, and whether that was done.
package struct TermsModel: Hashable, Sendable {
    package let terms: [Terms]
    package let isAgreedTo: Bool
}

/// What a screen shows of the form. The password itself is not in it.
package struct SignInModel: Hashable, Sendable {
    package let mode: SignInPresenter.Mode
    package let field: SignInPresenter.Field
    /// What became of the last request, or is becoming of it; nil before one.
    package let progress: ProgressModel?
    /// What there is to say about it; nil if there is nothing.
    package let message: UntrustedText?
    /// How the last request ended, without a word about keys; nil before one has.
    package let ending: UntrustedText?
    package let name: TextBuffer
    package let passwordLength: Int
    package let passwordCursor: Int
    package let reason: SignInReason
    /// What the next request is shown with; nil where there is no choice.
    package let progressKind: ProgressKind?
    /// Whether Esc goes on without an account; else it leaves.
    package let welcomesReaders: Bool
    /// What was typed as the token; nil where none is asked for.
    package let token: TextBuffer?
    /// Nil where there are none to agree to.
    package let terms: TermsModel?

    /// The last field: Enter there is the request.
    package var lastField: SignInPresenter.Field { terms != nil ? .terms : token != nil ? .token : .password }
    /// What the place wants besides name and password, and was not given yet; nil if that is nothing.
    package var wanted: SignInPresenter.Field? {
        switch field {
        case .token: .token
        case .terms: terms?.isAgreedTo == false ? .terms : nil
        case .name, .password: nil
        }
    }

    package var isRunning: Bool { progress?.phase == .running }
    /// Whether keys go to the form: not to one that is only still seen.
    package var takesKeys: Bool { progress?.phase != .running && progress?.phase != .succeeded }
}
