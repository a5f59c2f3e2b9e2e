import Comments
import LocalBoard
import OptimisticState
import TestSupport
import Testing

@Suite struct PatienceTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    /// What signing in came to: nil if it worked.
    private static func mistake(
        on board: LocalBoard, _ given: String = "wrong password"
    ) async -> FormMistake? {
        do throws(ServiceError) {
            _ = try await board.signIn(name: "anna", password: given)
            return nil
        } catch {
            guard case .form(let mistake) = error else { return nil }
            return mistake
        }
    }

    @Test func fiveWrongPasswordsCostNothingAndTheSixthWaits() throws {
        let bench = bench
        try bench.run {
            let board = try bench.board()
            _ = try await board.signUp(name: "anna", password: password)
            for _ in 0..<5 { #expect(await Self.mistake(on: board) == .wrongNameOrPassword) }
            #expect(await Self.mistake(on: board) == .tooManyAttempts(wait: .seconds(5)))
            // The right one waits too, and waiting is not counted.
            bench.time.advance(by: .seconds(2))
            #expect(await Self.mistake(on: board, password) == .tooManyAttempts(wait: .seconds(3)))
            bench.time.advance(by: .seconds(3))
            #expect(await Self.mistake(on: board) == .wrongNameOrPassword)
            #expect(await Self.mistake(on: board) == .tooManyAttempts(wait: .seconds(10)))
            bench.time.advance(by: .seconds(10))
            #expect(await Self.mistake(on: board, password) == nil)
            // Who is in has nothing held against them.
            for _ in 0..<5 { #expect(await Self.mistake(on: board) == .wrongNameOrPassword) }
        }
    }

    @Test func anotherProcessKnowsOfTheWrongPasswordsToo() throws {
        let bench = bench
        try bench.run {
            let first = try bench.board()
            _ = try await first.signUp(name: "anna", password: password)
            for _ in 0..<5 { _ = await Self.mistake(on: first) }
            let second = try bench.board()
            #expect(await Self.mistake(on: second, password) == .tooManyAttempts(wait: .seconds(5)))
        }
    }

    @Test func aHundredGuessesAtOnceAreFive() throws {
        let bench = bench
        try bench.run {
            let board = try bench.board()
            _ = try await board.signUp(name: "anna", password: password)
            let compared = await withTaskGroup(of: FormMistake?.self) { group in
                for _ in 0..<100 { group.addTask { await Self.mistake(on: board) } }
                return await group.reduce(0) { $0 + ($1 == .wrongNameOrPassword ? 1 : 0) }
            }
            #expect(compared == 5)
        }
    }

    @Test func theWaitIsNeverLongerThanAQuarterOfAnHour() throws {
        let bench = bench
        try bench.run {
            let board = try bench.board()
            _ = try await board.signUp(name: "anna", password: password)
            var longest: Duration = .zero
            for _ in 0..<40 {
                if case .tooManyAttempts(let wait) = await Self.mistake(on: board) {
                    longest = max(longest, wait)
                    bench.time.advance(by: wait)
                }
            }
            #expect(longest == .seconds(15 * 60))
            // A clock that is set back does not lock anybody out for longer.
            while await Self.mistake(on: board) == .wrongNameOrPassword {}
            bench.time.advance(by: .seconds(-100_000))
            #expect(await Self.mistake(on: board) == .tooManyAttempts(wait: .seconds(15 * 60)))
        }
    }
}
