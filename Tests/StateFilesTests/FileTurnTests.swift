import OptimisticState
import StateFiles
import TestSupport
import Testing

/// Processes of one user that do something one after the other. Each open file stands for a process.
@Suite struct FileTurnTests {
    @Test func oneHasItAtATimeAndLettingGoIsGivingItBack() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("turn.lock")
        let time = ManualTime()
        var first = await FileTurn.take(path, time: time)
        #expect(first != nil)
        let second = Task { await FileTurn.take(path, time: time) }
        while time.sleeperCount == 0 { await Task.yield() }
        withExtendedLifetime(first) {}
        first = nil
        time.advance(by: .milliseconds(50))
        #expect(await second.value != nil)
    }

    @Test func whoWaitsForTooLongAndWhoIsCancelledGoesWithout() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("turn.lock")
        let time = ManualTime()
        let first = await FileTurn.take(path, time: time)
        let cancelled = Task { await FileTurn.take(path, time: time) }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        let late = Task { await FileTurn.take(path, time: time) }
        while time.sleeperCount == 0 { await Task.yield() }
        time.advance(by: .seconds(31))
        #expect(await late.value == nil)
        withExtendedLifetime(first) {}
        let nowhere = await FileTurn.take(folder.file("none/turn.lock"), time: time)
        #expect(nowhere == nil)
    }
}
