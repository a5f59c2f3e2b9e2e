import Comments
import FakeProgress
import OptimisticState

/// What a request can be shown with while one waits for it; the demo compares them.
package enum ProgressKind: Hashable, Sendable, CaseIterable {
    /// Something that turns and tells nothing.
    case spinner
    /// Empty until the answer, then full: all that is known.
    case honest
    /// The fake progress of the article.
    case seed
    /// The same instants, without the stop at 90 %.
    case easing

    /// The next one, around.
    var next: ProgressKind {
        let all = Self.allCases
        let index = all.firstIndex(of: self).map { all.index(after: $0) } ?? all.startIndex
        return index == all.endIndex ? all[all.startIndex] : all[index]
    }
}

/// Drives the fake progress of a sign-up or sign-in with the client's time.
struct SignInProgress: Sendable {
    static let limit = Deadlines.signInLimit
    private static let turn = Duration.milliseconds(100)

    private var bar = FakeProgress()
    /// Of the next run.
    var kind: ProgressKind
    /// Of this one.
    private var shownKind: ProgressKind
    private var begun = Timestamp(milliseconds: 0)

    init(_ kind: ProgressKind) {
        self.kind = kind
        shownKind = kind
    }

    var isRunning: Bool {
        switch bar.phase {
        case .running, .stalled: true
        case .idle, .completing, .done, .failed, .cancelled: false
        }
    }

    /// Whether a success is still being shown.
    var isCompleting: Bool { bar.phase == .completing }

    mutating func begin(at now: Timestamp, using chance: inout some RandomNumberGenerator) {
        shownKind = kind
        begun = now
        switch kind {
        case .seed: bar.begin(.seed, limit: Self.limit, at: now.instant, using: &chance)
        case .easing: bar.begin(.easing, limit: Self.limit, at: now.instant, using: &chance)
        case .spinner, .honest:
            bar.begin(motion: .reduced, limit: Self.limit, at: now.instant, using: &chance)
        }
    }

    mutating func succeed(at now: Timestamp) { bar.succeed(bar.generation, at: now.instant) }
    mutating func fail(at now: Timestamp) { bar.fail(bar.generation, at: now.instant) }
    mutating func cancel(at now: Timestamp) { bar.cancel(at: now.instant) }
    mutating func advance(to now: Timestamp) { bar.advance(to: now.instant) }

    /// Shows nothing any more.
    mutating func clear() { bar = FakeProgress() }

    /// What to say while it runs; nil at any other time.
    var remark: FakeProgress.Remark? { bar.remark }

    /// When to draw again, for a bar that is drawn so.
    func nextChange(_ request: BarRequest) -> Timestamp? {
        switch shownKind {
        case .seed, .easing:
            return bar.nextChange(steps: request.style.glyphs(in: .running).steps(in: request.cells))?.timestamp
        case .honest:
            return bar.nextChange(steps: 0)?.timestamp
        case .spinner:
            guard let next = bar.nextChange(steps: 0)?.timestamp else { return nil }
            return isRunning ? min(next, begun + Self.turn * (turns + 1)) : next
        }
    }

    private var turns: Int { Int(bar.elapsed / Self.turn) }

    /// Nil before anything was begun.
    var model: ProgressModel? {
        let phase: ProgressModel.Phase =
            switch bar.phase {
            case .idle: .running
            case .running, .stalled: .running
            case .completing, .done: .succeeded
            case .failed: .failed
            case .cancelled: .cancelled
            }
        let picture: ProgressModel.Picture =
            switch shownKind {
            case .spinner: .spinner(turns: turns)
            case .honest: .bar(position: phase == .succeeded ? 1 : 0)
            case .seed, .easing: .bar(position: bar.position)
            }
        return bar.phase == .idle ? nil : ProgressModel(phase: phase, picture: picture)
    }
}

extension Timestamp {
    fileprivate var instant: FakeProgress.Instant { FakeProgress.Instant(sinceOrigin: .milliseconds(milliseconds)) }
}

extension FakeProgress.Instant {
    fileprivate var timestamp: Timestamp { Timestamp(milliseconds: sinceOrigin.inMilliseconds) }
}
