import Comments
import OptimisticState

/// The form that makes an account or signs in with one. It stays filled whatever happens.
package struct SignInPresenter: Sendable {
    package enum Mode: Hashable, Sendable { case signUp, signIn }
    package enum Field: Hashable, Sendable {
        case name, password
        /// Where the place asks for them.
        case token, terms
    }

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
    /// What the place has said that it wants besides; asked for in the same form.
    private var demands = SignUpDemands()
    private var token = TextBuffer()
    private var agrees = false
    private let reason: SignInReason
    private let offersKinds: Bool
    private let welcomesReaders: Bool

    /// What a field takes, in Unicode scalars: more than any name or password may have.
    private static let longestField = 5_000

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
    /// Whether it came up because a session was over, and nothing was typed into it.
    var asksForNothingTyped: Bool { reason == .sessionEnded && !isRunning && password.isEmpty }
    var progressKind: ProgressKind { progress.kind }

    mutating func type(_ text: String) {
        if field == .terms, !isRunning {
            // A blank ticks the box, and takes the tick away; nothing else does.
            for letter in text where letter == " " { agrees.toggle() }
            if progress.model == nil { ending = nil }
            return
        }
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
        case .token: change(&token)
        case .terms: break
        }
    }

    /// What there is to fill in now, from above.
    private var fields: [Field] {
        guard mode == .signUp else { return [.name, .password] }
        return [.name, .password] + (demands.token ? [.token] : []) + (demands.terms.isEmpty ? [] : [.terms])
    }

    /// Goes to another field, around at the ends.
    mutating func move(by step: Int) {
        guard !isRunning, let place = fields.firstIndex(of: field) else { return }
        field = fields[(place + step + fields.count) % fields.count]
    }

    mutating func switchMode() {
        guard !isRunning else { return }
        mode = mode == .signUp ? .signIn : .signUp
        if !fields.contains(field) { field = .password }
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
        guard field == fields.last else {
            move(by: 1)
            return nil
        }
        if mode == .signUp, let missing = answers.missing(demands) {
            progress.clear()
            say(.form(missing))
            return nil
        }
        ending = nil
        progress.begin(at: now, using: &chance)
        return mode == .signUp ? .signUp(answers) : .signIn(name: name.text, password: password.text)
    }

    private var answers: SignUpForm {
        SignUpForm(
            name: name.text, password: password.text, token: demands.token ? token.text.trimmed : "",
            agreedTo: agrees ? demands.terms : [])
    }

    /// Esc on a running request.
    mutating func cancel(at now: Timestamp) {
        progress.cancel(at: now)
        ending = Ending(
            sentence: UntrustedText(mode.cancelledSentence), withoutKeys: UntrustedText(mode.cancelledWithoutKeys))
    }

    mutating func fail(_ error: ServiceError, at now: Timestamp) {
        if case .form(.wantsMore(let demands)) = error {
            // Nothing was wrong: the form grows, and the bar begins anew with the next request.
            progress.clear()
            if demands.terms != self.demands.terms { agrees = false }
            self.demands = demands
        } else {
            progress.fail(at: now)
        }
        say(error)
    }

    private mutating func say(_ error: ServiceError) {
        ending = Ending(sentence: UntrustedText(error.formSentence), withoutKeys: UntrustedText(error.formMistake))
        if case .form(let mistake) = error, fields.contains(mistake.field) { field = mistake.field }
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
            progressKind: offersKinds ? progress.kind : nil, welcomesReaders: welcomesReaders,
            token: fields.contains(.token) ? token : nil,
            terms: fields.contains(.terms) ? TermsModel(terms: demands.terms, isAgreedTo: agrees) : nil)
    }
}

extension SignUpForm {
    /// What of the demands it does not answer; nil if it answers all.
    fileprivate func missing(_ demands: SignUpDemands) -> FormMistake? {
        let open = demands.unanswered(by: self)
        return open.token ? .tokenIsEmpty : open.terms.isEmpty ? nil : .termsNotAgreed
    }
}

extension String {
    /// Without the blanks that come along when a word is copied.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
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
        case .wantsMore(let demands): demands.token ? .token : .terms
        case .tokenIsEmpty, .tokenNotTaken: .token
        case .termsNotAgreed: .terms
        }
    }
}
