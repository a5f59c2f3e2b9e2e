import Comments
import NetworkConditions
import OptimisticState
import TestSupport
import Testing

@Suite struct RefusingTests {
    @Test(arguments: [nil, Network.wifi])
    func theNextSubmitIsRefusedForGoodAndTheOneAfterItIsNot(_ preset: Network?) throws {
        let lab = Lab(preset)
        lab.network.refuseNext()
        #expect(lab.network.refusesNext)
        try lab.run {
            let outcome = await lab.submit().outcome
            #expect(outcome.failed == "rejected: refused 403")
            guard case .rejected(let failure) = outcome else { return }
            #expect(!failure.isTransient && !failure.mayHaveArrived)
            #expect(!lab.network.refusesNext && lab.service.submits == 0)
            #expect(await lab.submit().outcome.isAccepted)
        }
    }

    @Test func listsAndChangesAreNeverRefused() throws {
        let lab = Lab(.wifi)
        lab.service.change()
        lab.network.refuseNext()
        try lab.run {
            _ = try await lab.network.posts(PageRequest(limit: 1), as: nil)
            _ = try await lab.network.comments(of: "p1", PageRequest(limit: 1), as: nil)
            _ = try await lab.network.changes(since: Cursor("0"), as: nil)
            try await lab.network.signOut(Recorder.session)
            #expect(lab.network.refusesNext)
            func signIn() async -> ServiceError? {
                await lab.refusal { network throws(ServiceError) in
                    try await network.signIn(name: "anna", password: "p")
                }
            }
            #expect(await signIn() == .refused(Failure(code: FailureCode.refused, status: 403)))
            #expect(await signIn() == nil)
            lab.network.refuseNext()
            let refusal = await lab.refusal { network throws(ServiceError) in
                try await network.signUp(name: "anna", password: "p")
            }
            #expect(refusal == .refused(Failure(code: FailureCode.refused, status: 403)))
            #expect(lab.service.count("sign-up") == 0 && lab.service.count("sign-in") == 1)
        }
    }

    @Test func offlineThereIsNobodyToRefuse() throws {
        let lab = Lab(.offline)
        lab.network.refuseNext()
        try lab.run { #expect(await lab.submit().outcome.failed == "offline: offline") }
        #expect(lab.network.refusesNext)
    }
}
