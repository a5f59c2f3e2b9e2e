extension FakeProgress {
    /// What to say beside a bar, by the time that has passed: the bar is an estimate, and after 90 % the count is the
    /// sign of life.
    public enum Remark: Hashable, Sendable {
        /// Up to 4 s: what is being done.
        case working
        /// From 4 s on: still working.
        case stillWorking
        /// From 10 s on: longer than usual; how long, in whole seconds, and how to cancel.
        case longerThanUsual(seconds: Int)
        /// From 30 s on: a slow or lost connection; how long, and after how long it will be given up, in whole seconds.
        case slowOrLost(seconds: Int, limit: Int)

        /// The remark after so much time, of a request that may take `limit`. The count ends at the limit.
        public init(after elapsed: Duration, limit: Duration) {
            let seconds = Int(min(elapsed, limit).components.seconds)
            self =
                switch seconds {
                case ..<4: .working
                case ..<10: .stillWorking
                case ..<30: .longerThanUsual(seconds: seconds)
                default: .slowOrLost(seconds: seconds, limit: Int(limit.components.seconds))
                }
        }

        /// When, since the beginning, the remark after `elapsed` gives way to another one; nil if none follows.
        static func nextChange(after elapsed: Duration, limit: Duration) -> Duration? {
            let seconds = elapsed.components.seconds
            let next = seconds < 4 ? 4 : seconds < 10 ? 10 : seconds + 1
            return .seconds(next) <= limit ? .seconds(next) : nil
        }
    }

    /// When a line is printed where no bar can be drawn: at the start, after 10 s, and every 30 s. One at the end is up
    /// to whoever prints.
    ///
    /// - Returns: the time since the beginning of the first line that comes after `elapsed`.
    public static func nextLine(after elapsed: Duration) -> Duration {
        switch elapsed {
        case ..<Duration.zero: .zero
        case ..<Duration.seconds(10): .seconds(10)
        default: .seconds((elapsed.components.seconds / 30 + 1) * 30)
        }
    }
}
