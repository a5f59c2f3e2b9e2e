import Comments
import OptimisticState
import Testing
import TestSupport

@Test func aDeadlineCancelsWhatTakesTooLong() {
    let time = ManualTime()
    let executor = ManualExecutor()
    let outcome = Locked<Int??>(nil)
    executor.start {
        let answer = await Deadlines(time: time).within(.seconds(15)) {
            try? await time.sleep(until: time.now() + .seconds(20))
            return Task.isCancelled ? 1 : 2
        }
        outcome.withLock { $0 = .some(answer) }
    }
    executor.run()
    #expect(outcome.withLock { $0 } == nil)
    time.advance(by: .seconds(15))
    executor.run()
    #expect(outcome.withLock { $0 } == .some(nil))
    #expect(time.sleeperCount == 0)
}
