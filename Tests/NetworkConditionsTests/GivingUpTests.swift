import Comments
import NetworkConditions
import OptimisticState
import TestSupport
import Testing

@Suite struct GivingUpTests {
    @Test func aRequestThatIsGivenUpArrivesAllTheSame() throws {
        let lab = Lab(.good)
        let outcome = Locked<Outcome?>(nil)
        let sending = lab.executor.start {
            let answer = await lab.submit().outcome
            outcome.withLock { $0 = answer }
        }
        lab.executor.run()
        sending.cancel()
        lab.executor.run()
        guard case .unknown(let failure) = outcome.withLock({ $0 }) else {
            Issue.record("it says \(outcome.withLock { $0 }?.failed ?? "nothing")")
            return
        }
        #expect(failure.mayHaveArrived && lab.service.submits == 0)
        lab.time.advance(by: .seconds(3))
        lab.executor.run()
        #expect(lab.service.submits == 1)
    }

    @Test func aListThatIsGivenUpIsCancelled() {
        let lab = Lab(.good)
        let end = Locked<ServiceError?>(nil)
        let reading = lab.executor.start {
            let error = await lab.refusal { network throws(ServiceError) in
                try await network.posts(PageRequest(limit: 1), as: nil)
            }
            end.withLock { $0 = error }
        }
        lab.executor.run()
        reading.cancel()
        lab.executor.run()
        #expect(end.withLock { $0 } == .cancelled)
    }
}
