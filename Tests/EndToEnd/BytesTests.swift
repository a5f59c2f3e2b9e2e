import PtySupport
import Testing

/// What a key costs on a slow link, counted: from the key's write to the first 50 ms of quiet, at 100×30.
@Suite(.needsTheBinary) struct BytesTests {
    private let world: World
    private let aki: Person
    init() throws {
        world = try World()
        aki = try world.person("aki")
    }

    private struct Budget: CustomTestStringConvertible, Sendable {
        let theme: String
        let environment: [String: String]
        let comment: Int
        let favourite: Int
        let move: Int
        var testDescription: String { theme }
    }

    private static let budgets = [
        Budget(theme: "default", environment: [:], comment: 200, favourite: 60, move: 60),
        Budget(theme: "default on dark", environment: ["COLORFGBG": "15;0"], comment: 200, favourite: 60, move: 60),
        Budget(theme: "monochrome", environment: ["NO_COLOR": "1"], comment: 130, favourite: 60, move: 30),
    ]

    @Test(arguments: budgets) private func whatIsDoneMostCostsNoMoreThanItsBudget(budget: Budget) throws {
        let post = try aki.post("Sunday at the lake")
        for text in ["The first.", "The second.", "The third."] { _ = try aki.run("comment", post, text) }
        let session = try aki.open("--post", post, environment: budget.environment)
        try session.waitFor("The third.")
        for key in ["k", "k", "j", "j"] { #expect(session.cost(of: key) <= budget.move, "\(key)") }
        #expect(session.cost(of: "f") <= budget.favourite)
        #expect(session.cost(of: "f") <= budget.favourite)
        try session.openComposer(with: "c")
        session.send("twenty-seven letters of it.")
        try session.waitFor("twenty-seven letters of it.")
        #expect(session.cost(of: "\r") <= budget.comment)
        try session.waitFor("twenty-seven letters of it.")
        try session.quit()
    }

    @Test func keysCostTheSameBytesInAHundredThousandComments() throws {
        let keys = ["k", "k", "\u{1B}[5~", "j", "\u{1B}[6~", "j", "\u{1B}[5~", "\u{1B}[5~", "\u{1B}[6~", "j"]
        let costs = try [1_000, 100_000].map { count in
            let world = try World()
            let aki = try world.person("aki")
            let post = try aki.post("The long thread")
            try RawDatabase(world.board).execute(
                """
                INSERT INTO comments (post, author, mutation, text, created_at)
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                SELECT 1, 1, 'm' || i, 'Comment ' || (i % 10) || ' of those that are about a line.', 1000000000000 FROM n
                """)
            let session = try aki.open("--post", post)
            try session.waitFor("Comment 0 of")
            let costs = keys.map { session.cost(of: $0) }
            try session.quit()
            return costs
        }
        #expect(costs[0] == costs[1])
        #expect(costs[0].allSatisfy { $0 > 0 })
    }
}

extension TerminalSession {
    /// Bytes that come back for `keys`, up to the first 50 ms of quiet; what it was is in the recording.
    fileprivate func cost(of keys: String) -> Int {
        readUntilQuiet(milliseconds: 50)
        let before = bytesReceived
        send(keys)
        receive(waitingUpTo: TerminalSession.limit)
        readUntilQuiet(milliseconds: 50)
        return bytesReceived - before
    }
}
