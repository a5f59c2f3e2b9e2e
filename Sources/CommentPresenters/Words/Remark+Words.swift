import FakeProgress

extension FakeProgress.Remark {
    /// What stands beside the bar: it is an estimate, and says so as time passes.
    func sentence(_ mode: SignInPresenter.Mode, cancelKey: String) -> String {
        switch self {
        case .working: mode == .signUp ? "Creating your account…" : "Signing in…"
        case .stillWorking: "Still working…"
        case .longerThanUsual(let seconds): "Taking longer than usual, \(seconds) s. \(cancelKey) cancels"
        case .slowOrLost(let seconds, let limit): "Slow or lost connection, \(seconds) s of \(limit) s"
        }
    }
}

extension SignInPresenter.Mode {
    /// A sign-up may have reached the server before it was cancelled.
    var cancelledSentence: String {
        switch self {
        case .signUp: "Cancelled. If the account was made, Ctrl-N signs in."
        case .signIn: "Cancelled. Enter tries again."
        }
    }

    var cancelledWithoutKeys: String {
        switch self {
        case .signUp: "Cancelled. If the account was made, sign in with it."
        case .signIn: "Cancelled."
        }
    }

    var succeededSentence: String {
        switch self {
        case .signUp: "Your account is ready."
        case .signIn: "You are signed in."
        }
    }
}

/// The same for where no bar can be drawn: a line at the start, after 10 s, and every 30 s.
package struct ProgressLines: Sendable {
    private let mode: SignInPresenter.Mode

    package init(_ mode: SignInPresenter.Mode) {
        self.mode = mode
    }

    /// When, since the beginning, the first line after `elapsed` is due.
    package func next(after elapsed: Duration) -> Duration { FakeProgress.nextLine(after: elapsed) }

    /// The line that is due then.
    package func line(after elapsed: Duration) -> String {
        FakeProgress.Remark(after: elapsed, limit: SignInProgress.limit).sentence(mode, cancelKey: "Ctrl-C")
    }

    package var lastLine: String { mode.succeededSentence }
}
