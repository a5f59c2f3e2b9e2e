/// A moment, in milliseconds since the Unix epoch.
///
/// The core never asks what time it is: every operation that depends on time takes a `Timestamp`, and what has to happen
/// later comes back as one. Moments are stored in the journal, so they have to mean the same to the next process.
public struct Timestamp: Hashable, Comparable, Codable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// Makes the moment that lies `milliseconds` after the Unix epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Reads one bare number, so that a stored moment stays legible.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes one bare number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Whether `earlier` lies before `later`.
    public static func < (earlier: Timestamp, later: Timestamp) -> Bool {
        earlier.milliseconds < later.milliseconds
    }

    /// The moment that lies `duration` after `moment`, to the millisecond.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(milliseconds: moment.milliseconds &+ duration.inMilliseconds)
    }

    /// The time from `earlier` to `later`; negative when they are the other way round.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        .milliseconds(later.milliseconds &- earlier.milliseconds)
    }
}

extension Duration {
    /// The whole milliseconds of this duration, rounded towards zero.
    package var inMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1_000 &+ attoseconds / 1_000_000_000_000_000
    }
}
