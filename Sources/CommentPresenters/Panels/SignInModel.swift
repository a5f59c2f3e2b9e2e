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

    package var isRunning: Bool { progress?.phase == .running }
    /// Whether keys go to the form: not to one that is only still seen.
    package var takesKeys: Bool { progress?.phase != .running && progress?.phase != .succeeded }
}
