import Comments
import OptimisticState

/// The form that makes an account or signs in with one. It stays filled whatever happens.
package struct SignInPresenter: Sendable {
    package enum Mode: Hashable, Sendable { case signUp, signIn }
    package enum Field: Hashable, Sendable { case name, password }

    private(set) var mode: Mode
    private(set) var field = Field.name
    private(set) var isRunning = false
    /// What went wrong; nil while nothing did.
    private var message: UntrustedText?
    private var name: TextBuffer
    private var password = TextBuffer()
    private let reason: SignInReason

    init(_ mode: Mode, name: String = "", reason: SignInReason) {
        self.mode = mode
        self.name = TextBuffer(name)
        self.reason = reason
        if !name.isEmpty { field = .password }
    }

    mutating func type(_ text: String) {
        let line = String(text.prefix { !$0.isNewline })
        change { $0.insert(line) }
    }

    mutating func change(_ change: TextChange) {
        guard change != .newLine else { return }
        self.change { $0.apply(change) }
    }

    private mutating func change(_ change: (inout TextBuffer) -> Void) {
        guard !isRunning else { return }
        switch field {
        case .name: change(&name)
        case .password: change(&password)
        }
    }

    mutating func otherField() {
        guard !isRunning else { return }
        field = field == .name ? .password : .name
    }

    mutating func switchMode() {
        guard !isRunning else { return }
        mode = mode == .signUp ? .signIn : .signUp
        message = nil
    }

    /// Enter: the next field, or on the last one the request.
    mutating func submit() -> Command? {
        guard !isRunning else { return nil }
        guard field == .password else {
            field = .password
            return nil
        }
        isRunning = true
        message = nil
        return mode == .signUp
            ? .signUp(name: name.text, password: password.text)
            : .signIn(name: name.text, password: password.text)
    }

    /// Esc on a running request.
    mutating func cancel() {
        isRunning = false
        message = UntrustedText(ServiceError.cancelled.formSentence)
    }

    mutating func fail(_ error: ServiceError) {
        isRunning = false
        message = UntrustedText(error.formSentence)
        if case .form(let mistake) = error { field = mistake.field }
    }

    var model: SignInModel {
        SignInModel(
            mode: mode, field: field, isRunning: isRunning, message: message, name: name,
            passwordLength: password.characters.count, passwordCursor: password.cursor, reason: reason)
    }
}

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
    package let isRunning: Bool
    package let message: UntrustedText?
    package let name: TextBuffer
    package let passwordLength: Int
    package let passwordCursor: Int
    package let reason: SignInReason
}

extension FormMistake {
    /// Where the mistake can be mended.
    fileprivate var field: SignInPresenter.Field {
        switch self {
        case .nameIsEmpty, .nameHasForbiddenCharacter, .nameTooLong, .nameTaken, .banned: .name
        case .passwordIsEmpty, .passwordTooShort, .passwordTooLong, .wrongNameOrPassword, .tooManyAttempts,
            .signUpClosed:
            .password
        }
    }
}
