import Comments
import NetworkConditions
import OptimisticState
import TestSupport
import Testing

/// How long one request takes on a link, part by part.
@Suite struct ModelTests {
    /// The lengths of so many submits, shortest first.
    private func lengths(_ network: Network, count: Int = 1_000, seed: UInt64 = 1) throws -> [Duration] {
        let lab = Lab(network, seed: seed)
        let found = Locked<[Duration]>([])
        try lab.run {
            for _ in 0..<count {
                let after = await lab.submit().after
                found.withLock { $0.append(after) }
            }
        }
        return found.withLock { $0.sorted() }
    }

    private func median(_ network: Network) throws -> Duration {
        let lengths = try lengths(network)
        return lengths[lengths.count / 2]
    }

    /// DNS, TCP and TLS take a round trip each, question and answer the fourth, the server 250 ms.
    @Test(arguments: [("wifi", 258), ("lte", 711), ("dsl", 330), ("3g", 1_125), ("edge", 3_780)])
    func theMedianIsFourRoundTripsTheBytesAndTheServer(preset: String, milliseconds: Int) throws {
        let network = try #require(Network.named(preset))
        let median = try median(network)
        #expect(
            abs(median.inMilliseconds - Int64(milliseconds)) < 30, "\(preset): \(median), not \(milliseconds) ms")
    }

    @Test func theServersTimeIsLogNormalAndItsMedianAParameter() throws {
        let lengths = try lengths(try Network.parse("server=1s"))
        let quantile = { (share: Double) in Double(lengths[Int(share * 1_000)].inMilliseconds) }
        #expect((930...1_070).contains(quantile(0.5)))
        // e^(±0.5) one deviation away.
        #expect((560...650).contains(quantile(0.159)), "\(quantile(0.159))")
        #expect((1_520...1_790).contains(quantile(0.841)), "\(quantile(0.841))")
    }

    @Test func aSlowResolverCostsEveryRequestThreeSeconds() throws {
        let lengths = try lengths(.highLatencyDNS)
        #expect(try #require(lengths.first) > .milliseconds(3_000))
        #expect(abs(lengths[500].inMilliseconds - 3_250) < 30)
    }

    /// Of the four exchanges 19 of 100 are lost at least once: a first packet costs 1 s then, another 3 s, doubling.
    @Test func whatIsLostCostsTimeoutsThatDouble() throws {
        let sure = try median(try Network.parse("latency=500ms,down=1Mbps,up=1Mbps"))
        let lengths = try lengths(.veryBad, count: 4_000)
        let extra = lengths.map { ($0 - sure).inMilliseconds }
        let unhurt = extra.count { $0 < 700 }
        // 0.81⁴, give or take four standard deviations.
        #expect((1_600...1_850).contains(unhurt), "\(unhurt) of 4,000")
        let mean = extra.reduce(0, +) / 4_000
        // Σ p(2p)ᵏ·first ≈ 0.306 s for a first packet, three times that for another.
        #expect((2_150...2_850).contains(mean), "\(mean) ms on average")
    }

    @Test func whereEverythingIsLostNothingEverComes() throws {
        let lab = Lab(.loss100)
        try lab.run {
            let deadlines = Deadlines(time: lab.time)
            let answer = await deadlines.within(deadlines.submit) { await lab.submit().outcome }
            #expect(answer == nil)
        }
        #expect(lab.service.submits == 0)
    }

    @Test func jitterSwaysBothWays() throws {
        let lengths = try lengths(try Network.parse("latency=300ms,jitter=50ms,server=0ms"))
        let (least, most) = (try #require(lengths.first), try #require(lengths.last))
        // Four round trips of 600 ms, each up to 100 ms longer or shorter.
        #expect(least >= .milliseconds(2_000) && least < .milliseconds(2_030))
        #expect(most <= .milliseconds(2_800) && most > .milliseconds(2_770))
    }
}
