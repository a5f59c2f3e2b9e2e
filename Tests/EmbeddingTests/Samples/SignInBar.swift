import FakeProgress

/// Shows a bar while something is waited for that tells nothing of its progress.
struct SignInBar {
    /// Cells, points divided by a few: whatever can be told apart on your screen.
    static let steps = 400
    let show: @Sendable (_ position: Double, _ words: String) -> Void

    /// Returns what `request` returns, at once: the end of the picture is shown by the caller's screen, or skipped.
    func wait<T: Sendable>(for request: @escaping @Sendable () async throws -> T) async throws -> T {
        let clock = SuspendingClock()
        let start = clock.now
        func instant() -> FakeProgress.Instant { .init(sinceOrigin: start.duration(to: clock.now)) }

        var (bar, generator) = (FakeProgress(), SystemRandomNumberGenerator())
        let run = bar.begin(at: instant(), using: &generator)
        return try await withThrowingTaskGroup(of: T?.self) { group in
            group.addTask { try await request() }
            while true {
                bar.advance(to: instant())
                show(bar.position, words(for: bar.remark))
                if let next = bar.nextChange(steps: Self.steps) {
                    group.addTask {
                        try await clock.sleep(until: start.advanced(by: next.sinceOrigin))
                        return nil
                    }
                }
                do {
                    guard let result = try await group.next() ?? nil else { continue }
                    group.cancelAll()
                    bar.succeed(run, at: instant())
                    show(1, "Welcome")
                    return result
                } catch {
                    bar.fail(run, at: instant())
                    show(bar.position, "That did not work")
                    throw error
                }
            }
        }
    }

    private func words(for remark: FakeProgress.Remark?) -> String {
        switch remark {
        case nil: ""
        case .working: "Signing in…"
        case .stillWorking: "Still working…"
        case .longerThanUsual(let seconds): "Taking longer than usual, \(seconds) s"
        case .slowOrLost(let seconds, let limit): "Slow or lost connection, \(seconds) s of \(limit) s"
        }
    }
}
