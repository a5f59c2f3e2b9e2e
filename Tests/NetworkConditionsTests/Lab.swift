import Comments
import NetworkConditions
import OptimisticState
import ServiceConformance
import TestSupport

/// A service that records, behind a network, on a clock that the test moves.
struct Lab {
    let time = ManualTime()
    let executor = ManualExecutor()
    let service: Recorder
    let network: NetworkConditions
    let reachable = Locked(0)

    init(_ preset: Network?, seed: UInt64 = 1) {
        service = Recorder(time)
        network = conditions(preset, seed: seed, on: service, time, executor) { [reachable] in
            reachable.withLock { $0 += 1 }
        }
    }

    func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        try Conformance.run(on: time, executor, body)
    }

    /// Sends one comment, and tells how that ended after how long.
    func submit() async -> (outcome: Outcome, after: Duration) {
        let begun = time.now()
        let outcome = await network.submit(
            .addComment(post: "p1", parent: nil, text: "t"), id: MutationID("m"), mayHaveArrived: false,
            as: Recorder.session)
        return (outcome, time.now() - begun)
    }

    /// What a list, or another request that can throw, came to.
    func refusal<T: Sendable>(
        of request: (NetworkConditions) async throws(ServiceError) -> T
    ) async -> ServiceError? {
        do throws(ServiceError) {
            _ = try await request(network)
            return nil
        } catch {
            return error
        }
    }
}

extension Outcome {
    var isAccepted: Bool { if case .accepted = self { true } else { false } }

    /// The class of a failure, and its code.
    var failed: String {
        switch self {
        case .accepted: "accepted"
        case .offline(let failure): "offline: \(failure.code)"
        case .unknown(let failure): "unknown: \(failure.code)"
        case .transient(let failure, _): "transient: \(failure.code)"
        case .needsSignIn(let failure): "needs sign-in: \(failure.code)"
        case .rejected(let failure): "rejected: \(failure.code) \(failure.status ?? 0)"
        case .cannotTell(let failure): "cannot tell: \(failure.code)"
        }
    }
}
