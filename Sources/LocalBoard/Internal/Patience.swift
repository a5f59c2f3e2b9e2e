import OptimisticState

/// How long an account has to wait after wrong passwords. Stored, so that starting again does not help.
enum Patience {
    /// So many wrong passwords cost nothing: people mistype.
    static let free = 5
    static let longestWait: Duration = .seconds(15 * 60)

    /// 5 s after the fifth wrong password, doubling with each that follows.
    static func wait(after wrongPasswords: Int) -> Duration {
        guard wrongPasswords >= free else { return .zero }
        return min(longestWait, .seconds(5) * (1 << min(wrongPasswords - free, 10)))
    }

    /// What is left of a wait. A clock that was set back makes no wait longer than the longest.
    static func rest(until nextTry: Timestamp, at now: Timestamp) -> Duration {
        min(longestWait, max(.zero, nextTry - now))
    }
}
