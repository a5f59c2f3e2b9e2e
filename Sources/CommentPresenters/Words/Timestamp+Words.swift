import Comments
import OptimisticState

extension Timestamp {
    /// How long ago it was, for a sentence: "a moment ago", "5 min ago", "on 2026-11-30".
    package func ago(at now: Timestamp) -> String {
        var clock = FrameClock(now: now)
        let age = clock.age(of: self, isServers: false)
        return age == "now" ? "a moment ago" : age.contains("-") ? "on \(age)" : "\(age) ago"
    }
}
