extension FakeProgress {
    /// One request's bar, up to the last look.
    struct Run: Hashable, Sendable {
        /// More than this between two looks is a program that stood still.
        static let longestGap = Duration.seconds(5)

        let steps: [Step]
        let motion: Motion
        let limit: Duration
        let begun: Instant
        /// The latest moment that was seen: a clock that goes back stands still until it has caught up.
        private(set) var latest: Instant
        var position = Schedule.start
        private var taken = 0
        /// How far the schedule lies behind the clock because of gaps.
        private var lost = Duration.zero

        init(steps: [Step], motion: Motion, limit: Duration, begun: Instant) {
            self.steps = steps
            self.motion = motion
            self.limit = limit
            self.begun = begun
            latest = begun
        }

        var elapsed: Duration { begun.duration(to: latest) }
        var isStalled: Bool { taken == steps.count }

        mutating func look(at now: Instant) {
            latest = max(latest, now)
        }

        mutating func advance(to now: Instant) {
            let stoodStill = latest.duration(to: now) > Self.longestGap
            look(at: now)
            while taken < steps.count, steps[taken].after <= elapsed - lost {
                position = steps[taken].position
                taken += 1
                if stoodStill {
                    lost = elapsed - steps[taken - 1].after
                    return
                }
            }
        }

        func nextChange(steps cells: Int) -> Instant? {
            let drawn = Bar.step(of: position, in: cells)
            let step = steps[taken...].first { Bar.step(of: $0.position, in: cells) > drawn }
            let next = [step.map { $0.after + lost }, Remark.nextChange(after: elapsed, limit: limit)]
                .compactMap { $0 }.min()
            return next.map { Frames.instant(of: $0, since: begun, after: latest) }
        }
    }

    /// Moments at which a frame is drawn: whole multiples of 50 ms since something began.
    enum Frames {
        static let interval = Duration.milliseconds(50)

        /// The first frame at which something that happens `moment` after `origin` shows.
        static func instant(of moment: Duration, since origin: Instant, after latest: Instant) -> Instant {
            var frame = (moment / interval).rounded(.up)
            // A quotient may be rounded down.
            while origin.advanced(by: interval * Int(frame)) <= latest { frame += 1 }
            return origin.advanced(by: interval * Int(frame))
        }
    }
}
