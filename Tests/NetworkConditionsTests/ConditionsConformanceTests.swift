import Comments
import LocalBoard
import NetworkConditions
import OptimisticState
import ServiceConformance
import TestSupport
import Testing

@Suite struct ConditionsConformanceTests {
    static let seeds: [UInt64] = [1, 2, 3, 4]

    @Test("Through a flaky network everything happens exactly once", arguments: Conformance.checks, seeds)
    func theBoardPassesThroughFlaky(_ check: Check, seed: UInt64) throws {
        let folder = try TemporaryFolder()
        try Conformance.run(check, seed: seed) { time, executor in
            conditions(.flaky, seed: seed, on: try board(in: folder, time, executor), time, executor)
        }
    }

    @Test("Without its idempotency key the board passes what does not need one", arguments: Conformance.checks)
    func theBoardPassesWithoutItsKey(_ check: Check) throws {
        let folder = try TemporaryFolder()
        try Conformance.run(check) { time, executor in
            unkeyed(try board(in: folder, time, executor), seed: 7)
        }
    }
}

func board(in folder: TemporaryFolder, _ time: ManualTime, _ executor: ManualExecutor) throws -> LocalBoard {
    var settings = LocalBoard.Settings()
    settings.passwordCost = .least
    settings.storageExecutor = ManualSerialExecutor(on: executor)
    settings.hashingExecutor = ManualSerialExecutor(on: executor)
    return try LocalBoard(folder.file("board"), time: time, settings: settings) {}
}

func conditions(
    _ network: Network?, seed: UInt64 = 1, on service: any CommentService, _ time: ManualTime,
    _ executor: ManualExecutor, becameReachable: @escaping @Sendable () -> Void = {}
) -> NetworkConditions {
    NetworkConditions(
        wrapping: service, network: network, time: time, generator: SeededGenerator(seed: seed),
        spawn: { executor.start($0) }, becameReachable: becameReachable)
}

func unkeyed(_ service: any CommentService, seed: UInt64) -> UnkeyedService {
    let generator = Locked(SeededGenerator(seed: seed))
    return UnkeyedService(wrapping: service) { generator.withLock { MutationID.random(using: &$0) } }
}
