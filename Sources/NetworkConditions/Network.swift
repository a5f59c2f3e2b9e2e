/// A named network: how long requests take on it, and how many fail.
package struct Network: Hashable, Sendable {
    package let name: String
    let travel: Travel
    /// Of a hundred requests, so many fail: a third refused, a third lost before the server, a third lost after it has
    /// done the work.
    let failingPercent: Int
    /// Whether every request is refused at once, and nothing is heard.
    package let isOffline: Bool

    /// How long a request and its answer are on their way.
    enum Travel: Hashable, Sendable {
        /// Always the same.
        case fixed(up: Duration, down: Duration)
        /// Both ways together, every length between the two as likely as the other.
        case uniform(ClosedRange<Milliseconds>)
        /// Both ways together: at least so long, and a wait without memory of that mean.
        case exponential(least: Milliseconds, mean: Milliseconds)

        typealias Milliseconds = Int64
    }

    init(_ name: String, _ travel: Travel, failingPercent: Int = 0, isOffline: Bool = false) {
        self.name = name
        self.travel = travel
        self.failingPercent = failingPercent
        self.isOffline = isOffline
    }
}

extension Network {
    package static let wifi = Network("wifi", .fixed(up: .milliseconds(1), down: .milliseconds(1)))
    /// The article's good network: a request takes 2 to 3 s.
    package static let good = Network("good", .uniform(2_000...3_000))
    /// The article's bad network: over a third of submits pass their limit of 15 s (e⁻¹ of them).
    package static let bad = Network("bad", .exponential(least: 10_000, mean: 5_000))
    package static let flaky = Network(
        "flaky", .fixed(up: .milliseconds(150), down: .milliseconds(150)), failingPercent: 30)
    package static let offline = Network("offline", .fixed(up: .zero, down: .zero), isOffline: true)

    /// In the order in which people choose among them.
    package static let all = [wifi, good, bad, flaky, offline]

    package static func named(_ name: String) -> Network? { all.first { $0.name == name } }
}
