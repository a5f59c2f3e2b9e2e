import Comments
import OptimisticState

/// The form that makes an account or signs in with one. It stays filled whatever happens.
package struct SignInPresenter: Sendable {
    package enum Mode: Hashable, Sendable { case signUp, signIn }
    package enum Field: Hashable, Sendable { case name, password }

    private struct Ending {
        /// With the keys that go on from there.
        let sentence: UntrustedText
        let withoutKeys: UntrustedText
    }

    private(set) var mode: Mode
    private(set) var field = Field.name
    private var progress: SignInProgress
    /// How the last request ended; nil before one has.
    private var ending: Ending?
    private var name: TextBuffer
    private var password = TextBuffer()
    private let reason: SignInReason
    private let offersKinds: Bool
    private let welcomesReaders: Bool

    /// What a field takes, in Unicode scalars: more than any name or password may have.
    private static let longestField = 2_000

    /// - Parameters:
    ///   - offersKinds: whether the kind of progress can be chosen.
    ///   - welcomesReaders: whether one may go on without it.
    init(
        _ mode: Mode, name: String = "", reason: SignInReason, progress: ProgressKind = .seed,
        offersKinds: Bool = false, welcomesReaders: Bool = true
    ) {
        self.welcomesReaders = welcomesReaders
        self.mode = mode
        self.name = TextBuffer(name)
        self.reason = reason
        self.progress = SignInProgress(progress)
        self.offersKinds = offersKinds
        if !name.isEmpty { field = .password }
    }

    var isRunning: Bool { progress.isRunning }
    var progressKind: ProgressKind { progress.kind }

    mutating func type(_ text: String) {
        let line = text.prefix { !$0.isNewline }.unicodeScalars
        change { $0.insert(String(line.prefix(max(0, Self.longestField - $0.scalarCount)))) }
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
        ending = nil
        progress.clear()
    }

    /// The next request is shown with the next kind.
    mutating func switchProgress() {
        guard offersKinds, !isRunning else { return }
        progress.kind = progress.kind.next
    }

    /// Enter: the next field, or on the last one the request.
    mutating func submit(at now: Timestamp, using chance: inout some RandomNumberGenerator) -> Command? {
        guard !isRunning else { return nil }
        guard field == .password else {
            field = .password
            return nil
        }
        ending = nil
        progress.begin(at: now, using: &chance)
        return mode == .signUp
            ? .signUp(name: name.text, password: password.text)
            : .signIn(name: name.text, password: password.text)
    }

    /// Esc on a running request.
    mutating func cancel(at now: Timestamp) {
        progress.cancel(at: now)
        ending = Ending(
            sentence: UntrustedText(mode.cancelledSentence), withoutKeys: UntrustedText(mode.cancelledWithoutKeys))
    }

    mutating func fail(_ error: ServiceError, at now: Timestamp) {
        progress.fail(at: now)
        ending = Ending(sentence: UntrustedText(error.formSentence), withoutKeys: UntrustedText(error.formMistake))
        if case .form(let mistake) = error { field = mistake.field }
    }

    /// The form as it is still seen for a moment after it has succeeded; nil if no request of it was.
    func succeeded(at now: Timestamp) -> SignInPresenter? {
        var form = self
        form.progress.succeed(at: now)
        let said = UntrustedText(mode.succeededSentence)
        form.ending = Ending(sentence: said, withoutKeys: said)
        return form.isStillSeen ? form : nil
    }

    /// Whether a success is still being shown.
    var isStillSeen: Bool { progress.isCompleting }

    mutating func advance(to now: Timestamp) { progress.advance(to: now) }

    /// When the form reads differently although nothing has happened.
    func nextChange(_ request: BarRequest) -> Timestamp? { progress.nextChange(request) }

    var model: SignInModel {
        let remark = progress.remark?.sentence(mode, cancelKey: "Esc")
        return SignInModel(
            mode: mode, field: field, progress: progress.model,
            message: remark.map { UntrustedText($0) } ?? ending?.sentence,
            ending: ending?.withoutKeys, name: name, passwordLength: password.clusters.all,
            passwordCursor: password.clusters.before, reason: reason,
            progressKind: offersKinds ? progress.kind : nil, welcomesReaders: welcomesReaders)
    }
}

extension FormMistake {
    /// Where the mistake can be mended.
    fileprivate var field: SignInPresenter.Field {
        switch self {
        case .nameIsEmpty, .nameHasForbiddenCharacter, .nameHasNoLetter, .nameTooLong, .nameTaken, .banned,
            .tooManyAccounts,
            .noMoreAccountsToday:
            .name
        case .passwordIsEmpty, .passwordTooShort, .passwordTooLong, .wrongNameOrPassword, .tooManyAttempts,
            .signUpClosed, .keyHasAccount:
            .password
        }
    }
}
