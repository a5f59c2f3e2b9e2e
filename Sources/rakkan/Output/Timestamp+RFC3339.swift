import Glibc
import OptimisticState

extension Timestamp {
    /// RFC 3339, UTC, with milliseconds: `2026-11-30T08:07:44.120Z`.
    var rfc3339: String {
        var seconds = time_t(milliseconds.floorDivided(by: 1_000))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date = [
            padded(Int(parts.tm_year) + 1900, 4), padded(Int(parts.tm_mon) + 1, 2), padded(Int(parts.tm_mday), 2),
        ]
        let time = [padded(Int(parts.tm_hour), 2), padded(Int(parts.tm_min), 2), padded(Int(parts.tm_sec), 2)]
        let fraction = padded(Int(milliseconds - milliseconds.floorDivided(by: 1_000) * 1_000), 3)
        return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "." + fraction + "Z"
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
