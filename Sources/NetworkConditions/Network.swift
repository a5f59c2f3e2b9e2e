/// A named network: how long requests take on it, and how many fail.
package struct Network: Hashable, Sendable {
    package let name: String
    let course: Course
    let faults: Faults
    /// Whether every request is refused at once, and nothing is heard.
    package let isOffline: Bool

    /// How long a request and its answer take.
    enum Course: Hashable, Sendable {
        /// As packets on a link do.
        case link(Link)
        /// There and back together, every length between the two as likely as the other.
        case uniform(ClosedRange<Milliseconds>)
        /// There and back together: at least so long, and a wait without memory of that mean.
        case exponential(least: Milliseconds, mean: Milliseconds)

        typealias Milliseconds = Int64
    }

    init(_ name: String, _ course: Course, faults: Faults = Faults(), isOffline: Bool = false) {
        self.name = name
        self.course = course
        self.faults = faults
        self.isOffline = isOffline
    }

    init(_ name: String, _ link: Link) { self.init(name, .link(link)) }

    /// Whether nothing at all gets through.
    var isUnreachable: Bool {
        if isOffline { return true }
        if case .link(let link) = course { return link.exchangeLoss >= 1 }
        return false
    }
}

extension Network {
    // The presets of Apple's Network Link Conditioner; the uplinks of Wi-Fi and LTE are from memory.
    package static let wifi = Network("wifi", Link(down: 40_000_000, up: 33_000_000, delay: (1, 1)))
    package static let lte = Network("lte", Link(down: 50_000_000, up: 10_000_000, delay: (50, 65)))
    package static let dsl = Network("dsl", Link(down: 2_000_000, up: 256_000, delay: (5, 5)))
    package static let threeG = Network("3g", Link(down: 780_000, up: 330_000, delay: (100, 100)))
    package static let edge = Network("edge", Link(down: 240_000, up: 200_000, delay: (400, 440)))
    package static let veryBad = Network(
        "very-bad", Link(down: 1_000_000, up: 1_000_000, delay: (500, 500), loss: (0.1, 0.1)))
    package static let highLatencyDNS = Network("high-latency-dns", Link(dns: .milliseconds(3_000)))
    package static let loss100 = Network("loss-100", Link(loss: (1, 1)))

    /// The article's good network: a request takes 2 to 3 s.
    package static let good = Network("good", .uniform(2_000...3_000))
    /// The article's bad network: over a third of submits pass their limit of 15 s (e⁻¹ of them).
    package static let bad = Network("bad", .exponential(least: 10_000, mean: 5_000))
    /// Three of ten requests fail: a third refused, a third lost before the server, a third lost after it has done the
    /// work.
    package static let flaky = Network(
        "flaky", .link(Link(delay: (150, 150))),
        faults: Faults(chance: 0.3, kinds: [.refused, .resetBefore, .resetAfter], sparesLists: false))
    package static let offline = Network("offline", .link(Link()), isOffline: true)

    /// In the order in which people choose among them.
    package static let all = [
        good, bad, flaky, offline, wifi, lte, dsl, threeG, edge, veryBad, highLatencyDNS, loss100,
    ]

    package static func named(_ name: String) -> Network? { all.first { $0.name == name } }
}
