import Glibc

/// Time that has passed since a moment, on the clock that never jumps.
package struct Stopwatch: Sendable {
    private let start = Stopwatch.nanoseconds()

    package init() {}

    /// Nanoseconds since the start.
    package var elapsed: Int64 { Stopwatch.nanoseconds() - start }

    private static func nanoseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
