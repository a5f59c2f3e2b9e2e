extension FakeProgress {
    /// The picture of a success: from where the bar stood to 100 %, and a moment there.
    struct Completion: Hashable, Sendable {
        private static let easing = Duration.milliseconds(250)
        private static let hold = Duration.milliseconds(200)
        /// A bar is on screen for at least so long, this picture included: less is a flash.
        private static let leastVisible = Duration.milliseconds(400)

        private let from: Double
        private let begun: Instant
        private let length: Duration
        let end: Instant

        init(of run: Run) {
            from = run.position
            begun = run.latest
            length = run.motion == .full ? Self.easing : .zero
            end = max(begun.advanced(by: length + Self.hold), run.begun.advanced(by: Self.leastVisible))
        }

        /// Fast, then ever slower.
        func position(at now: Instant) -> Double {
            let passed = begun.duration(to: now)
            guard passed < length else { return 1 }
            let left = 1 - passed / length
            return from + (1 - from) * (1 - left * left)
        }

        func nextChange(after latest: Instant, steps: Int) -> Instant {
            let drawn = Bar.step(of: position(at: latest), in: steps)
            var moment = latest
            while moment < end {
                moment = Frames.instant(of: begun.duration(to: moment), since: begun, after: moment)
                if Bar.step(of: position(at: moment), in: steps) != drawn { return min(moment, end) }
            }
            return end
        }
    }
}
