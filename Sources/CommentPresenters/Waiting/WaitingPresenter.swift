import OptimisticState

/// Compares the two ways: how long one could not act, in each.
struct WaitingPresenter: Sendable {
    /// What one waits for now.
    struct Run: Sendable {
        let id: MutationID
        let begunAt: Timestamp
    }
    var isOn = false
    private(set) var run: Run?
    private var waited = Duration.zero
    private var actedAtOnce = Duration.zero
    /// Before anyone has tried it there is nothing to compare.
    private var wasTried = false

    mutating func begin(_ id: MutationID, at moment: Timestamp) {
        run = Run(id: id, begunAt: moment)
        wasTried = true
    }

    mutating func end(at now: Timestamp) {
        guard let run else { return }
        waited += now - run.begunAt
        self.run = nil
    }

    /// The optimistic way: from Enter until one could act again.
    mutating func didAct(within duration: Duration) { actedAtOnce += duration }

    /// How long one waits already, in whole seconds.
    func seconds(_ clock: inout FrameClock) -> Int64? {
        guard let run else { return nil }
        let seconds = (clock.now - run.begunAt).inMilliseconds / 1_000
        clock.wake(at: run.begunAt + .seconds(seconds + 1))
        return seconds
    }

    func model(_ clock: inout FrameClock) -> WaitedModel? {
        guard isOn || wasTried else { return nil }
        let running = seconds(&clock).map { Duration.seconds($0) } ?? .zero
        let (mine, other) = isOn ? (waited + running, actedAtOnce) : (actedAtOnce, waited)
        return WaitedModel(isWaitingWay: isOn, here: mine.inTenthsOfSeconds, there: other.inTenthsOfSeconds)
    }
}

/// What a screen shows of the two ways.
package struct WaitedModel: Hashable, Sendable {
    package let isWaitingWay: Bool
    /// "0.0 s": until one could act again, in the way that is on and in the other.
    package let here, there: String
}
