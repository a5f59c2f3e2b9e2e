import Comments
import LocalBoard
import OptimisticState
import ServiceConformance
import TestSupport
import Testing

@Suite struct BoardConformanceTests {
    @Test("The local board passes the suite", arguments: Conformance.checks)
    func theLocalBoardPasses(_ check: Check) throws {
        let folder = try TemporaryFolder()
        try Conformance.run(check) { time, executor in
            var settings = LocalBoard.Settings()
            settings.passwordCost = .least
            settings.storageExecutor = ManualSerialExecutor(on: executor)
            settings.hashingExecutor = ManualSerialExecutor(on: executor)
            return try LocalBoard(folder.file("board"), time: time, settings: settings) {}
        }
    }
}
