import Comments
import NetworkConditions
import OptimisticState
import TestSupport
import Testing

@Suite struct SwitchingTests {
    @Test func whatIsInFlightKeepsItsFate() throws {
        let lab = Lab(.good)
        let outcome = Locked<Outcome?>(nil)
        lab.executor.start {
            let answer = await lab.submit().outcome
            outcome.withLock { $0 = answer }
        }
        lab.executor.run()
        lab.network.use(.offline)
        lab.executor.run()
        #expect(outcome.withLock { $0 } == nil)
        try lab.run { #expect(await lab.submit().outcome.failed == "offline: offline") }
        for _ in 0..<2 {
            lab.time.advance(by: .seconds(3))
            lab.executor.run()
        }
        #expect(outcome.withLock { $0?.isAccepted } == true)
    }

    @Test func goingOnlineIsSaidOnce() {
        let lab = Lab(.offline)
        lab.network.use(.wifi)
        #expect(lab.reachable.withLock { $0 } == 1 && lab.network.network == .wifi)
        lab.network.use(.flaky)
        lab.network.use(nil)
        lab.network.use(.offline)
        #expect(lab.reachable.withLock { $0 } == 1)
        lab.network.use(nil)
        #expect(lab.reachable.withLock { $0 } == 2)
    }

    @Test(arguments: [nil, Network.wifi])
    func liveChangesStopOfflineAndCatchUpAfterwards(_ before: Network?) {
        let lab = Lab(before)
        let heard = Locked<Cursor?>(nil)
        lab.executor.start {
            let batch = try? await lab.network.changes(since: Cursor("0"), as: nil)
            heard.withLock { $0 = batch?.cursor }
        }
        func settle() {
            lab.executor.run()
            while let deadline = lab.time.nextDeadline {
                lab.time.advance(by: deadline - lab.time.now())
                lab.executor.run()
            }
        }
        settle()
        #expect(lab.service.count("changes") == 1)
        lab.network.use(.offline)
        lab.service.change()
        settle()
        #expect(heard.withLock { $0 } == nil)
        lab.network.use(.wifi)
        settle()
        #expect(heard.withLock { $0 } == Cursor("1"))
    }

    @Test func whoBeginsToFollowOfflineWaitsUntilThereIsANetwork() {
        let lab = Lab(.offline)
        lab.service.change()
        let heard = Locked<Cursor?>(nil)
        let following = lab.executor.start {
            let batch = try? await lab.network.changes(since: Cursor("0"), as: nil)
            heard.withLock { $0 = batch?.cursor }
        }
        lab.executor.run()
        #expect(lab.service.count("changes") == 0)
        lab.network.use(nil)
        lab.executor.run()
        #expect(heard.withLock { $0 } == Cursor("1"))
        following.cancel()
    }

    @Test func whoFollowsCanStopOffline() {
        let lab = Lab(.offline)
        let end = Locked<ServiceError?>(nil)
        let following = lab.executor.start {
            let error = await lab.refusal { network throws(ServiceError) in
                try await network.changes(since: Cursor("0"), as: nil)
            }
            end.withLock { $0 = error }
        }
        lab.executor.run()
        following.cancel()
        lab.executor.run()
        #expect(end.withLock { $0 } == .cancelled)
    }
}
