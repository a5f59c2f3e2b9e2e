import Glibc
import OptimisticState

/// How far the clocks here are ahead of UTC at a moment, in seconds: by `TZ`, or the system's time zone.
func localOffset(at moment: Timestamp) -> Int {
    var seconds = time_t(moment.milliseconds / 1_000)
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
}
