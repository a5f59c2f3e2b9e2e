/// A progress bar for a request that tells nothing of its progress: it moves, slows down at 90 %, and reaches 100 %
/// only when the request has succeeded.
///
/// A pure state machine: each method takes the moment and changes the value, no timer runs inside. Whoever shows it
/// calls ``advance(to:)`` before drawing and again at ``nextChange(steps:)``. One run at a time: ``begin(_:motion:limit:at:using:)``
/// starts a new one, whatever became of the last, and everything that is said about an older run is ignored.
///
/// Guaranteed: within a run ``position`` never falls, also when the clock does; it is a function of time and not of how
/// often one looks; and success is the only way to 1.
public struct FakeProgress: Hashable, Sendable {
    /// What is going on.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// Nothing was begun.
        case idle
        /// Steps are still to come.
        case running
        /// At 90 %, or as near as no step is left: time goes on and the request has not ended.
        case stalled
        /// The request has succeeded; the bar runs to 100 % and stands there for a moment.
        case completing
        /// Succeeded, and shown long enough.
        case done
        /// Stands where it stood when the request failed.
        case failed
        /// Stands where it stood when the user gave up.
        case cancelled
    }

    /// Names one run among all of one value.
    public struct Generation: Hashable, Sendable {
        var number: UInt64 = 0
    }

    /// Each case keeps the run as it was when it was entered, or as far as it has come.
    enum State: Hashable, Sendable {
        case idle
        case open(Run)
        case completing(Run, Completion)
        case done(Run)
        case failed(Run)
        case cancelled(Run)
    }

    private(set) var state = State.idle
    /// The newest run; of a value that was never begun, one that nothing can be said about.
    public private(set) var generation = Generation()

    /// A bar that nothing was begun on.
    public init() {}

    /// Begins a new run, at once at 5 %.
    ///
    /// - Parameters:
    ///   - schedule: when and how far it steps.
    ///   - motion: whether completion may be animated.
    ///   - limit: how long the request may take. Only ``remark`` tells it: whoever ends the request at the limit says so
    ///     with ``fail(_:at:)``.
    ///   - now: the moment of the request.
    ///   - generator: what the steps are drawn from, all of them now: the same numbers make the same run.
    /// - Returns: what the end of this request has to name.
    /// - Complexity: O(steps of the schedule): about 10 for ``Schedule/seed``, about 40 for ``Schedule/easing``.
    @discardableResult
    public mutating func begin(
        _ schedule: Schedule = .seed, motion: Motion = .full, limit: Duration = .seconds(60), at now: Instant,
        using generator: inout some RandomNumberGenerator
    ) -> Generation {
        generation.number += 1
        state = .open(Run(steps: schedule.steps(using: &generator), motion: motion, limit: limit, begun: now))
        return generation
    }

    /// The request has succeeded: the bar runs to 100 % and stands there for a moment.
    ///
    /// Nothing happens if the run is not the newest or has ended.
    public mutating func succeed(_ run: Generation, at now: Instant) {
        guard run == generation else { return }
        advance(to: now)
        switch state {
        case .open(var run):
            let completion = Completion(of: run)
            run.position = completion.position(at: run.latest)
            state = .completing(run, completion)
        case .idle, .completing, .done, .failed, .cancelled: break
        }
    }

    /// The request has failed: the bar stands where it is.
    ///
    /// Nothing happens if the run is not the newest or has ended.
    public mutating func fail(_ run: Generation, at now: Instant) {
        guard run == generation else { return }
        advance(to: now)
        switch state {
        case .open(let run): state = .failed(run)
        case .idle, .completing, .done, .failed, .cancelled: break
        }
    }

    /// The user does not want it any more: the bar stands where it is, and whatever the request answers is ignored.
    ///
    /// Nothing happens unless a request is open: one that has succeeded can't be taken back.
    public mutating func cancel(at now: Instant) {
        advance(to: now)
        switch state {
        case .open(let run): state = .cancelled(run)
        case .idle, .completing, .done, .failed, .cancelled: break
        }
    }

    /// Ends the picture of a success now.
    public mutating func skip() {
        switch state {
        case .completing(var run, _):
            run.position = 1
            state = .done(run)
        case .idle, .open, .done, .failed, .cancelled: break
        }
    }

    /// Takes the steps that were due by `now`; one that lies before the last look changes nothing.
    ///
    /// More than five seconds since the last look mean that the program stood still (suspended, stopped in a debugger):
    /// then one step is taken at most, and the next waits its time from now on.
    ///
    /// - Complexity: O(steps taken). Said of an end or a cancelling too, which look first.
    public mutating func advance(to now: Instant) {
        switch state {
        case .open(var run):
            run.advance(to: now)
            state = .open(run)
        case .completing(var run, let completion):
            run.look(at: now)
            run.position = completion.position(at: run.latest)
            state = run.latest < completion.end ? .completing(run, completion) : .done(run)
        case .idle, .done, .failed, .cancelled: break
        }
    }
}
