extension FakeProgress {
    /// A moment on the clock of whoever shows the bar.
    ///
    /// The clock should stand still while the system sleeps (`SuspendingClock`), and must not be the wall clock, which
    /// people set: `Instant(sinceOrigin: start.duration(to: .now))`.
    public struct Instant: InstantProtocol, Hashable, Sendable {
        /// The time since any one moment, the same for all instants of one bar.
        public var sinceOrigin: Duration

        /// Makes the moment that lies so long after the clock's origin.
        public init(sinceOrigin: Duration) {
            self.sinceOrigin = sinceOrigin
        }

        /// The moment that lies `duration` later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(sinceOrigin: sinceOrigin + duration)
        }

        /// The time from here to `other`; negative if it lies before.
        public func duration(to other: Instant) -> Duration {
            other.sinceOrigin - sinceOrigin
        }

        /// Whether `earlier` lies before `later`.
        public static func < (earlier: Instant, later: Instant) -> Bool {
            earlier.sinceOrigin < later.sinceOrigin
        }
    }
}
