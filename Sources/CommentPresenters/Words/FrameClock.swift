import Comments
import OptimisticState

/// The moment a frame is made for, and when it will have to be made again because of time alone.
struct FrameClock {
    /// An item shows at once; the word beside it that something is pending, only after this.
    static let patience = Duration.milliseconds(400)

    let now: Timestamp
    /// The earliest moment at which something that was asked of this clock reads differently.
    private(set) var nextChange: Timestamp?
    /// Why the last attempt of what is shown came to nothing, as far as it was seen: said while it is sent again.
    private(set) var lastFailures: [MutationID: Failure]

    /// Nil while times are shown as what has passed.
    private let zone: LocalZone?
    /// How far the clock is ahead that the server dates by, in whole minutes: all times change together.
    private let minutesAhead: Int64

    /// - Parameters:
    ///   - zone: shows times as date and hour there.
    ///   - clockAhead: how far the server's clock is ahead of this one.
    init(
        now: Timestamp, lastFailures: [MutationID: Failure] = [:], zone: LocalZone? = nil,
        clockAhead: Duration = .zero
    ) {
        let ahead = clockAhead.inMilliseconds
        minutesAhead = (ahead + (ahead < 0 ? -30_000 : 30_000)) / 60_000
        self.now = now
        self.lastFailures = lastFailures
        self.zone = zone
    }

    mutating func remember(_ failure: Failure, of id: MutationID) { lastFailures[id] = failure }

    /// The minute has to have begun: relative times change together, once a minute.
    private var minute: Int64 { now.milliseconds - floorMod(now.milliseconds, 60_000) }

    mutating func wake(at moment: Timestamp) {
        guard moment > now else { return }
        nextChange = min(nextChange ?? moment, moment)
    }

    /// Whether something that began then has lasted long enough to be mentioned.
    mutating func isWorthAWord(since begin: Timestamp) -> Bool {
        let end = begin + Self.patience
        wake(at: end)
        return end <= now
    }

    /// The whole seconds until `moment`, counting down once a second; 0 when it has come.
    mutating func seconds(until moment: Timestamp) -> Int64 {
        let left = moment.milliseconds - now.milliseconds
        guard left > 0 else { return 0 }
        let seconds = (left + 999) / 1_000
        wake(at: Timestamp(milliseconds: moment.milliseconds - (seconds - 1) * 1_000))
        return seconds
    }

    /// How long ago a moment was, in one word; or when it was.
    ///
    /// - Parameter isServers: it was told by the server's clock, not by the one here.
    mutating func age(of moment: Timestamp, isServers: Bool) -> String {
        if let zone { return LocalTime(moment, in: zone).text }
        wake(at: Timestamp(milliseconds: minute + 60_000))
        let minutes = (minute - moment.milliseconds) / 60_000 + (isServers ? minutesAhead : 0)
        return switch minutes {
        case ..<1: "now"
        case ..<60: "\(minutes) min"
        case ..<(24 * 60): "\(minutes / 60) h"
        case ..<(30 * 24 * 60): "\(minutes / 60 / 24) d"
        default: CivilDate(daysSince1970: Int(moment.milliseconds / 86_400_000)).text
        }
    }

    private func floorMod(_ number: Int64, _ divisor: Int64) -> Int64 {
        let rest = number % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

/// How far the clocks of a place are ahead of UTC at a moment, in seconds.
package typealias LocalZone = @Sendable (Timestamp) -> Int

/// Date, hour and minute, as clocks on the wall have it.
struct LocalTime {
    let text: String

    init(_ moment: Timestamp, in zone: LocalZone) {
        let ahead = Int64(zone(moment)).multipliedReportingOverflow(by: 1_000).partialValue
        let local = moment.milliseconds.addingReportingOverflow(ahead)
        let milliseconds = local.overflow ? moment.milliseconds : local.partialValue
        let (days, rest) = Self.divide(milliseconds, by: 86_400_000)
        let minutes = Int(rest / 60_000)
        text = "\(CivilDate(daysSince1970: Int(days)).text) \(Self.two(minutes / 60)):\(Self.two(minutes % 60))"
    }

    /// Rounded down, so that the rest is never negative.
    private static func divide(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A day of the Gregorian calendar, by the algorithm of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
struct CivilDate {
    let text: String

    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    }
}
