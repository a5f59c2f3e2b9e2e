import Comments
import NetworkConditions
import OptimisticState
import TestSupport
import Testing

@Suite struct CustomTests {
    @Test(arguments: [
        "latency=300ms,jitter=50ms,loss=0.2,down=240kbps,fail=503", "latency=3s", "loss=20%", "up=1.5Mbps", "dns=0s",
        "server=40ms", "fail=hang,chance=0.3", "fail=429,retry-after=8s",
    ])
    func aNetworkIsWrittenByItsParts(text: String) throws {
        #expect(try Network.parse(text).name == text)
    }

    @Test(arguments: [
        ("wlan", NetworkMistake.unknownPreset("wlan")), ("", .unknownPreset("")), ("latenz=3s", .unknownKey("latenz")),
        ("latency=3s,", .unknownKey("")), ("latency=3s,latency=4s", .twice("latency")),
        ("latency=300", .noDuration(key: "latency", value: "300")),
        ("latency=-3s", .noDuration(key: "latency", value: "-3s")),
        ("latency=nans", .noDuration(key: "latency", value: "nans")),
        ("latency=0x10s", .noDuration(key: "latency", value: "0x10s")),
        ("dns=11m,loss=1", .noDuration(key: "dns", value: "11m")), ("loss=1.5", .noShare(key: "loss", value: "1.5")),
        ("loss=", .noShare(key: "loss", value: "")), ("down=240", .noRate(key: "down", value: "240")),
        ("down=0kbps", .noRate(key: "down", value: "0kbps")), ("fail=200", .unknownFault("200")),
        ("fail=teapot", .unknownFault("teapot")), ("retry-after=3s", .retryAfterWithoutStatus),
        ("fail=hang,retry-after=3s", .retryAfterWithoutStatus), ("chance=0.3", .chanceWithoutFault),
    ])
    func aMistakeIsNamed(text: String, mistake: NetworkMistake) {
        #expect(throws: mistake) { try Network.parse(text) }
    }

    @Test(arguments: [
        ("refused", "offline: offline", 0), ("reset-before", "unknown: connection-lost", 0),
        ("reset-after", "unknown: connection-lost", 1), ("half", "unknown: connection-lost", 1),
        ("html", "unknown: not-understood", 0), ("503", "transient: server-error", 0),
        ("429", "transient: rate-limited", 0), ("401", "needs sign-in: needs-sign-in", 0),
        ("403", "rejected: refused 403", 0), ("413", "rejected: too-long 413", 0),
    ])
    func everyFaultHasItsClass(word: String, ending: String, arrived: Int) throws {
        let lab = Lab(try Network.parse("fail=\(word)"))
        try lab.run { #expect(await lab.submit().outcome.failed == ending) }
        #expect(lab.service.submits == arrived)
    }

    @Test func aHangEndsOnlyWithTheClientsPatience() throws {
        let lab = Lab(try Network.parse("fail=hang"))
        try lab.run {
            let deadlines = Deadlines(time: lab.time)
            #expect(await deadlines.within(deadlines.submit) { await lab.submit().outcome } == nil)
        }
    }

    @Test func aStatusCanAskForPatience() throws {
        let lab = Lab(try Network.parse("fail=503,retry-after=8s"))
        try lab.run {
            guard case .transient(let failure, let patience) = await lab.submit().outcome else {
                Issue.record("not transient")
                return
            }
            #expect(failure.status == 503 && patience == .seconds(8))
        }
    }

    @Test func aWrittenFaultSparesListsSoThatThereIsSomethingToSee() throws {
        let lab = Lab(try Network.parse("fail=503"))
        try lab.run { _ = try await lab.network.posts(PageRequest(limit: 1), as: nil) }
        #expect(lab.service.count("posts") == 1)
    }
}
