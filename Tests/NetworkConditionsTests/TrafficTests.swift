import Comments
import NetworkConditions
import OptimisticState
import TestSupport
import Testing

@Suite struct TrafficTests {
    private func begin(_ lab: Lab) -> Task<Void, Never> {
        let task = lab.executor.start { _ = await lab.submit() }
        lab.executor.run()
        return task
    }

    private func pass(_ lab: Lab, _ duration: Duration) {
        lab.time.advance(by: duration)
        lab.executor.run()
    }

    @Test func aRequestIsSeenOnItsWayAndWithItsFate() throws {
        let lab = Lab(.good)
        _ = begin(lab)
        let request = try #require(lab.network.traffic.first)
        #expect(
            request.subject == .submit(.addComment(post: "p1", parent: nil, text: "t")) && request.ending == nil)
        #expect(request.progress(at: lab.time.now()) == 0)
        #expect(request.phase(at: lab.time.now()) == .dns)
        let half = lab.time.now() + .milliseconds(1_250)
        #expect((0.4...0.65).contains(request.progress(at: half)))
        #expect([.send, .server].contains(request.phase(at: half)))
        for _ in 0..<3 { pass(lab, .seconds(3)) }
        #expect(lab.network.traffic.map(\.ending) == [.answered])
        #expect(lab.network.traffic.first?.progress(at: lab.time.now()) == 1)
    }

    @Test func whoGivesUpSeesThatTheServerDidItAllTheSame() {
        let lab = Lab(.good)
        let sending = begin(lab)
        sending.cancel()
        lab.executor.run()
        #expect(lab.network.traffic.first?.isGivenUp == true && lab.network.traffic.first?.ending == nil)
        for _ in 0..<3 { pass(lab, .seconds(3)) }
        #expect(lab.network.traffic.first?.ending == .answered && lab.service.submits == 1)
    }

    @Test func aBeginningAndAnEndAreToldAndNothingBetween() {
        let told = Locked(0)
        let (time, executor) = (ManualTime(), ManualExecutor())
        let network = NetworkConditions(
            wrapping: Recorder(time), network: .good, time: time, generator: SeededGenerator(seed: 1),
            spawn: { executor.start($0) }, becameReachable: {}, trafficChanged: { told.withLock { $0 += 1 } })
        executor.start { try? await network.signOut(Recorder.session) }
        executor.run()
        #expect(told.withLock { $0 } == 1)
        for _ in 0..<100 {
            time.advance(by: .milliseconds(100))
            executor.run()
        }
        #expect(told.withLock { $0 } == 2)
    }

    @Test func whoListensIsNoTrafficAndWithoutANetworkNothingIs() throws {
        let lab = Lab(.wifi)
        lab.service.change()
        try lab.run { _ = try await lab.network.changes(since: Cursor("0"), as: nil) }
        #expect(lab.network.traffic.isEmpty)
        lab.network.use(nil)
        try lab.run { _ = await lab.submit() }
        #expect(lab.network.traffic.isEmpty)
    }

    @Test func theListOfWhatHasEndedDoesNotGrow() throws {
        let lab = Lab(.offline)
        try lab.run { for _ in 0..<1_000 { _ = await lab.submit() } }
        #expect(lab.network.traffic.count <= 24)
        #expect(lab.network.traffic.allSatisfy { $0.ending == .connectionRefused })
    }
}
