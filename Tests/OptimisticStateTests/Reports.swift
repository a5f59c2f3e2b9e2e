import Glibc
import OptimisticState
import Testing

/// A test of a public report says which fault of `make mutants` brings the report back. In a copy of the machine in
/// which that fault is switched on, the test has to fail, and those that name other faults are not run.
struct BrokenBy: TestTrait, TestScoping {
    let fault: String

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? self : nil }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let active = getenv("FAULT").map { String(cString: $0) } ?? "none"
        if active == "none" { return try await function() }
        guard active == fault else { return }
        await withKnownIssue("\(fault) is switched on") { try await function() }
    }
}

extension Trait where Self == BrokenBy {
    /// The fault that brings the report back.
    static func broken(by fault: String) -> Self { BrokenBy(fault: fault) }
}
