extension FakeProgress {
    /// When a bar steps, and how far.
    ///
    /// Both begin at 5 %, wait 0.5-2 s before each step, uniformly, and never pass 90 %.
    public enum Schedule: Hashable, Sendable, CaseIterable {
        /// Each step adds 5-15 points, uniformly. Reaches 90 % after 11.3 s on average (5 % of the runs before 8.6 s, 95 %
        /// before 14.2 s) and stands there.
        ///
        /// The numbers are those of the login screen of "Player!".
        case seed
        /// At the same random instants as ``seed``, to 5 + 85·(1 − e^(−t/5 s)) %: steps grow ever smaller instead of
        /// ending. Stops after about 45 s, when not even a thousandth of a point would be seen.
        case easing
    }

    /// How much a bar may move.
    public enum Motion: Hashable, Sendable, CaseIterable {
        /// Completion eases to 100 %.
        case full
        /// Steps only, for people whom motion disturbs.
        case reduced
    }
}

extension FakeProgress.Schedule {
    static let start = 0.05
    static let cap = 0.9
    /// What is left to the cap when ``easing`` stops: less than an eighth of a cell on a bar of 1,000 cells.
    private static let negligible = 0.0001

    /// All steps of a run, in order.
    func steps(using generator: inout some RandomNumberGenerator) -> [FakeProgress.Step] {
        var steps: [FakeProgress.Step] = []
        var (seconds, sum, value) = (0.0, Self.start, Self.start)
        while value < Self.cap {
            seconds += Double.random(in: 0.5...2, using: &generator)
            // Drawn by both: the same numbers make the same instants.
            sum += Double.random(in: 0.05...0.15, using: &generator)
            switch self {
            case .seed:
                value = min(sum, Self.cap)
            case .easing:
                let left = (Self.cap - Self.start) * exponential(-seconds / 5)
                value = left < Self.negligible ? Self.cap : Self.cap - left
            }
            steps.append(FakeProgress.Step(after: .seconds(seconds), position: value))
        }
        return steps
    }
}

extension FakeProgress {
    struct Step: Hashable, Sendable {
        /// Since the beginning of the run.
        let after: Duration
        let position: Double
    }
}
