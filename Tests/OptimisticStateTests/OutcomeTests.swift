import OptimisticState
import TestSupport
import Testing

/// What each class of outcome means, and how long is waited.
@Suite struct OutcomeTests {
    let disk = MemoryDisk<Desk>()
    let time = ManualTime()

    enum Then: Equatable { case waits, signsIn, fails }

    struct Row: Sendable {
        let name: String
        let outcome: Outcome
        let automatic: Then
        let manual: Then
        /// Whether the next of its lane goes on, while automatic retry is on.
        let letsPass: Bool
        var mayHaveArrived = false
    }

    static let table: [Row] = [
        Row(name: "offline", outcome: .offline(.offline), automatic: .waits, manual: .fails, letsPass: false),
        Row(
            name: "unknown", outcome: .unknown(.timeout), automatic: .waits, manual: .fails, letsPass: false,
            mayHaveArrived: true),
        Row(
            name: "transient", outcome: .transient(.busy, retryAfter: nil), automatic: .waits, manual: .fails,
            letsPass: false),
        Row(
            name: "authentication", outcome: .needsSignIn(Failure(code: "expired", status: 401)), automatic: .signsIn,
            manual: .signsIn, letsPass: false),
        Row(name: "permanent", outcome: .rejected(.refused), automatic: .fails, manual: .fails, letsPass: true),
        Row(
            name: "undecided", outcome: .cannotTell(Failure(code: "cannot-tell")), automatic: .fails, manual: .fails,
            letsPass: true, mayHaveArrived: true),
    ]

    @Test(arguments: table.indices) func eachClassHasItsEffect(row: Int) throws {
        let row = Self.table[row]
        for (rule, then) in [(RetryRule.standard, row.automatic), (.manual, row.manual)] {
            let disk = MemoryDisk<Desk>()
            let process = try Process(on: disk, retries: rule)
            let id = process.enqueue(AddNote(folder: inbox, text: "x"))
            let next = process.enqueue(AddNote(folder: inbox, text: "y"))
            process.answer(id, row.outcome)
            let entry = try #require(process.store.read { $0.entry(id) })
            switch entry.loadingState {
            case .loading(.waiting): #expect(then == .waits, "\(row.name)")
            case .loading(.needsSignIn): #expect(then == .signsIn, "\(row.name)")
            case .failure: #expect(then == .fails, "\(row.name)")
            case .loading: Issue.record("\(row.name): \(entry.loadingState)")
            }
            #expect(entry.mayHaveArrived == row.mayHaveArrived, "\(row.name)")
            #expect(process.inFlight == (row.letsPass || then == .fails ? [next] : []), "\(row.name)")
            #expect(process.texts(in: inbox) == ["x", "y"], "\(row.name): nothing is dropped")
            #expect(disk.rows.map(\.id) == [id, next], "\(row.name)")
        }
    }

    // MARK: Backoff

    /// The moment at which what waits is sent again, counted from now.
    private func wait(of id: MutationID, in process: Process) -> Duration? {
        guard case .loading(.waiting(let until?, _)) = process.store.read({ $0.entry(id)?.loadingState }) else {
            return nil
        }
        return until - process.time.now()
    }

    @Test(arguments: [1.0, 0.5]) func theDelayDoublesUpToAMinuteAndIsJittered(jitter: Double) throws {
        let process = try Process(on: disk, time: time, jitter: jitter)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        for ceiling in [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000] {
            process.answer(id, .transient(.busy, retryAfter: nil))
            let delay = try #require(wait(of: id, in: process))
            #expect(delay == .milliseconds(Int(Double(ceiling) * jitter)))
            process.advance(by: delay)
            #expect(process.inFlight == [id])
        }
    }

    @Test func aMomentThatTheServerNamesWins() throws {
        let process = try Process(on: disk, time: time)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        process.answer(id, .transient(.busy, retryAfter: .seconds(300)))
        #expect(wait(of: id, in: process) == .seconds(300))
    }

    @Test func reachabilityOrAKeyResetsTheDelay() throws {
        let process = try Process(on: disk, time: time)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        for isKey in [false, true] {
            for _ in 0..<4 {
                process.answer(id, .transient(.busy, retryAfter: nil))
                process.advance(by: .seconds(60))
            }
            process.answer(id, .offline(.offline))
            if isKey { process.store.wake(id) } else { process.store.reachable() }
            process.run()
            #expect(process.inFlight == [id], "it goes on at once")
            process.answer(id, .transient(.busy, retryAfter: nil))
            #expect(wait(of: id, in: process) == .milliseconds(500))
            process.advance(by: .milliseconds(500))
        }
    }

    @Test func theDelayAndTheAttemptsSurviveARestart() throws {
        let before = try Process(on: disk, time: time)
        let id = before.enqueue(AddNote(folder: inbox, text: "x"))
        for _ in 0..<3 {
            before.answer(id, .transient(.busy, retryAfter: nil))
            if disk.rows[0].state.attempts < 3 { before.advance(by: .seconds(2)) }
        }
        before.kill()
        let after = try Process(on: disk, time: time)
        #expect(wait(of: id, in: after) == .seconds(2))
        #expect(after.store.read { $0.entry(id)?.attempts } == 3)
        after.advance(by: .seconds(2))
        after.answer(id, .transient(.busy, retryAfter: nil))
        #expect(wait(of: id, in: after) == .seconds(4))
    }

    @Test func afterADayItGivesUpAndIsKeptForEver() throws {
        let process = try Process(on: disk, time: time)
        let id = process.enqueue(AddNote(folder: inbox, text: "x"))
        var attempts = 0
        while process.inFlight == [id] {
            attempts += 1
            process.answer(id, .transient(.busy, retryAfter: nil))
            process.advance(by: .seconds(60))
        }
        #expect(attempts > 1_000, "no number of attempts ends it")
        guard case .failure(let failure) = process.item(.created(by: id))?.loadingState else {
            Issue.record("it should have given up")
            return
        }
        #expect(failure.code == Failure.gaveUpCode && failure.status == 503)
        process.store.setRetries(.standard)
        process.advance(by: .seconds(1_000_000))
        #expect(process.inFlight.isEmpty && process.texts(in: inbox) == ["x"])
        process.store.retry(id)
        process.run()
        #expect(process.inFlight == [id])
    }
}
