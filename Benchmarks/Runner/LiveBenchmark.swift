import Comments
import LiveBell
import OptimisticState
import PtySupport

/// A commit by this process → bytes on another's terminal.
struct LiveBenchmark {
    let board: BigBoard

    func local() async throws -> Measurement {
        let session = try board.person("listener").open("--post", board.smallPost)
        try session.waitFor("The third.")
        session.readUntilQuiet(milliseconds: 100)
        let bell = try LiveBell(in: board.scratch.file("live"))
        let clock = Locked<Stopwatch?>(nil)
        board.committed.withLock { committed in
            committed = {
                clock.withLock { $0 = Stopwatch() }
                bell.ring()
            }
        }
        defer { board.committed.withLock { $0 = nil } }
        var samples: [Double] = []
        for round in 0..<30 {
            let text = "live \(100 + round)"
            try await BigBoard.submit(
                .addComment(post: board.smallPost, parent: nil, text: text), to: board.board, as: board.author)
            guard let since = clock.withLock({ $0 }) else { throw BenchError(description: "no commit was told") }
            session.send("G")
            samples.append(try session.measure(text, since: since) { $0.contains(text) })
            session.readUntilQuiet(milliseconds: 50)
        }
        try session.finish()
        return Measurement("live.local", samples, unit: "ms")
    }
}
