import Comments
import NetworkConditions
import OptimisticState
import TestSupport
import Testing

@Suite struct PresetTests {
    @Test func everyPresetIsFoundByItsName() {
        let names: Set = [
            "wifi", "lte", "dsl", "3g", "edge", "very-bad", "high-latency-dns", "loss-100", "good", "bad", "flaky",
            "offline",
        ]
        #expect(Set(Network.all.map(\.name)) == names && Network.all.count == names.count)
        for network in Network.all { #expect(Network.named(network.name) == network) }
        #expect(Network.named("wlan") == nil)
    }

    @Test func withoutANetworkEverythingPassesStraightThrough() throws {
        let lab = Lab(nil)
        try lab.run {
            let (outcome, after) = await lab.submit()
            #expect(outcome.isAccepted && after == .zero)
        }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func onAGoodNetworkARequestTakesTwoToThreeSeconds(seed: UInt64) throws {
        let lab = Lab(.good, seed: seed)
        try lab.run {
            var total: Duration = .zero
            for _ in 0..<200 {
                let (outcome, after) = await lab.submit()
                #expect(outcome.isAccepted && after >= .seconds(2) && after <= .seconds(3))
                total += after
            }
            #expect(total / 200 > .milliseconds(2_400) && total / 200 < .milliseconds(2_600))
        }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func onABadNetworkOverAThirdOfSubmitsPassTheirLimit(seed: UInt64) throws {
        let lab = Lab(.bad, seed: seed)
        try lab.run {
            let deadlines = Deadlines(time: lab.time)
            var late = 0
            for _ in 0..<1_000 {
                let answer = await deadlines.within(deadlines.submit) { await lab.submit().outcome }
                if answer == nil { late += 1 }
            }
            // e⁻¹ of them, give or take four standard deviations.
            #expect((307...429).contains(late), "\(late) of 1,000")
        }
        // Given up by the client is not undone: the server has had each of them.
        #expect(lab.service.submits == 1_000)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func onAFlakyNetworkThreeOfTenFailInThirds(seed: UInt64) throws {
        let lab = Lab(.flaky, seed: seed)
        try lab.run {
            var ends: [String: Int] = [:]
            for _ in 0..<3_000 {
                let outcome = await lab.submit().outcome
                ends[outcome.failed, default: 0] += 1
            }
            // Binomial, give or take four standard deviations.
            #expect((2_000...2_200).contains(ends["accepted"] ?? 0), "\(ends)")
            #expect((235...365).contains(ends["offline: offline"] ?? 0), "\(ends)")
            #expect((510...690).contains(ends["unknown: connection-lost"] ?? 0), "\(ends)")
            #expect(ends.count == 3)
            // Half of the lost ones were lost after the work.
            let accepted = ends["accepted"] ?? 0
            #expect((235...365).contains(lab.service.submits - accepted), "\(lab.service.submits) arrived")
        }
    }

    @Test func offlineRefusesAtOnceAndReachesNobody() throws {
        let lab = Lab(.offline)
        try lab.run {
            let (outcome, after) = await lab.submit()
            #expect(outcome.failed == "offline: offline" && after == .zero)
            guard case .offline(let failure) = outcome else { return }
            #expect(!failure.mayHaveArrived)
            let refusals = [
                await lab.refusal { network throws(ServiceError) in
                    try await network.posts(PageRequest(limit: 1), as: nil)
                },
                await lab.refusal { network throws(ServiceError) in
                    try await network.signIn(name: "anna", password: "p")
                },
            ]
            for case let refusal in refusals {
                guard case .offline = refusal else { throw Unexpected(refusal: refusal) }
            }
        }
        #expect(lab.service.lastArrival == nil)
    }

    @Test func oneSeedGivesOneFateAlways() throws {
        func ends(seed: UInt64) throws -> [String] {
            let lab = Lab(.flaky, seed: seed)
            let ends = Locked<[String]>([])
            try lab.run {
                for _ in 0..<50 {
                    let end = await lab.submit().outcome.failed
                    ends.withLock { $0.append(end) }
                }
            }
            return ends.withLock { $0 }
        }
        #expect(try ends(seed: 5) == ends(seed: 5))
        #expect(try ends(seed: 5) != ends(seed: 6))
    }
}

struct Unexpected: Error {
    let refusal: ServiceError?
}
