import Glibc

/// What packets meet on their way. Requests make connections of their own: DNS, TCP, TLS, then question and answer.
struct Link: Hashable, Sendable {
    /// Bits per second; nil where nothing limits.
    var downRate: Int?
    var upRate: Int?
    /// One way.
    var downDelay: Duration
    var upDelay: Duration
    /// Each way takes up to so much longer or shorter.
    var jitter = Duration.zero
    /// Of all packets, 0 to 1.
    var downLoss: Double
    var upLoss: Double
    /// What the name's resolver takes beyond the way to it.
    var dns: Duration
    /// The median of a log-normal time.
    var server = Link.usualServer

    static let usualServer = Duration.milliseconds(250)
    /// The spread of the server's logarithm: 95 of 100 requests are done within 2.3 medians.
    static let serverSpread = 0.5

    init(
        down: Int? = nil, up: Int? = nil, delay: (down: Int, up: Int) = (0, 0),
        loss: (down: Double, up: Double) = (0, 0), dns: Duration = .zero
    ) {
        downRate = down
        upRate = up
        downDelay = .milliseconds(delay.down)
        upDelay = .milliseconds(delay.up)
        downLoss = loss.down
        upLoss = loss.up
        self.dns = dns
    }

    var roundTrip: Duration { downDelay + upDelay }

    /// A question and its answer: either can be lost, and the asker sees no difference.
    var exchangeLoss: Double { 1 - (1 - downLoss) * (1 - upLoss) }

    /// A first packet has no measured round trip to go by (RFC 6298, 2.1).
    static let firstTimeout = Duration.seconds(1)
    var timeout: Duration { max(.milliseconds(200), roundTrip * 3) }
    /// Doubling ends here.
    private static let longestTimeout = Duration.seconds(60)

    /// What lost packets of one exchange cost, each wait twice the one before.
    ///
    /// - Parameter chance: 0 up to 1: with p the loss, at least k packets are lost for all below pᵏ.
    func cost(ofLossesFrom first: Duration, chance: Double) -> Duration {
        var (cost, wait, bound) = (Duration.zero, first, exchangeLoss)
        while chance < bound, wait < Self.longestTimeout {
            cost += wait
            wait = min(wait * 2, Self.longestTimeout)
            bound *= exchangeLoss
        }
        return cost
    }

    static func time(of bytes: Int, at rate: Int?) -> Duration {
        rate.map { .microseconds(bytes * 8 * 1_000_000 / max(1, $0)) } ?? .zero
    }
}
