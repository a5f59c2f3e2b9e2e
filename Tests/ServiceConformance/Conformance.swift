import Comments
import OptimisticState
import TestSupport
import Testing

/// One thing that every service must do.
package struct Check: Sendable, CustomTestStringConvertible {
    /// A sentence that says what is true.
    package let testDescription: String
    let body: @Sendable (Stage) async throws -> Void

    init(_ sentence: String, _ body: @escaping @Sendable (Stage) async throws -> Void) {
        testDescription = sentence
        self.body = body
    }
}

/// The suite that every service passes, on every network: on a bad one its requests are repeated as the drainer
/// repeats them.
package enum Conformance {
    package static let checks: [Check] =
        accountChecks + postChecks + commentChecks + changingChecks + favouriteChecks + sendingChecks + followingChecks
        + textChecks

    /// Makes a service without any account, on a clock and an executor that the suite moves.
    package typealias MakeService = (ManualTime, ManualExecutor) throws -> any CommentService

    /// The check can't go on, and nothing will happen that it could wait for.
    package struct Stuck: Error {}

    /// Runs one check on a service of its own; hours of its clock take milliseconds.
    ///
    /// - Parameter whenIdle: What to do when everything waits; nil moves the clock. A service whose answers come from
    ///   outside gives them their time first.
    package static func run(
        _ check: Check, seed: UInt64 = 1, on makeService: MakeService,
        whenIdle: ((ManualTime, ManualExecutor) -> Void)? = nil
    ) throws {
        let time = ManualTime()
        let executor = ManualExecutor()
        let stage = Stage(service: try makeService(time, executor), time: time, seed: seed)
        try run(on: time, executor, whenIdle: whenIdle) { try await check.body(stage) }
    }

    /// Runs `body`, moving the clock whenever everything waits for it.
    package static func run(
        on time: ManualTime, _ executor: ManualExecutor, whenIdle: ((ManualTime, ManualExecutor) -> Void)? = nil,
        _ body: @escaping @Sendable () async throws -> Void
    ) throws {
        let ending = Locked<Result<Void, any Error>?>(nil)
        executor.start {
            let result: Result<Void, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            ending.withLock { $0 = result }
        }
        executor.run()
        while ending.withLock({ $0 == nil }) {
            if let whenIdle {
                let before = (time.now(), executor.jobCount)
                whenIdle(time, executor)
                guard before != (time.now(), executor.jobCount) else { throw Stuck() }
            } else {
                guard let deadline = time.nextDeadline else { throw Stuck() }
                time.advance(by: deadline - time.now())
            }
            executor.run()
        }
        // What is still on its way arrives, so that nothing of this run outlives it.
        while let deadline = time.nextDeadline {
            time.advance(by: deadline - time.now())
            executor.run()
        }
        try ending.withLock { $0 }?.get()
    }
}
