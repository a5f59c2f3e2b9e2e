import Comments
import OptimisticState

extension Timestamp {
    /// How long ago it was, for a sentence: "a moment ago", "5 min ago", "on 2026-11-30".
    package func ago(at now: Timestamp) -> String {
        // Frames go by whole minutes; a sentence that is said once does not.
        let whole = Timestamp(milliseconds: now.milliseconds / 60_000 * 60_000)
        var clock = FrameClock(now: whole)
        let age = clock.age(of: self + (whole - now), isServers: false)
        return age == "now" ? "a moment ago" : age.contains("-") ? "on \(age)" : "\(age) ago"
    }
}
