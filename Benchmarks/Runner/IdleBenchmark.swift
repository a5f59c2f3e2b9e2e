import PtySupport

/// A minute in which nobody does anything.
struct IdleBenchmark {
    let board: BigBoard

    /// Of a client that shows a post: how often one of its threads was woken, and the bytes that it wrote. Times on screen
    /// change once a minute, which is one wake-up, and few bytes.
    func minute() throws -> [Measurement] {
        let session = try board.person("idle").open("--post", board.post)
        try session.waitFor("of 10000")
        session.readUntilQuiet(milliseconds: 1_000)
        let switches = ProcessTable.contextSwitches(of: session.child.process)
        let bytes = session.bytesReceived
        let clock = Stopwatch()
        let minute: Int64 = 60_000_000_000
        while clock.elapsed < minute { session.receive(waitingUpTo: minute - clock.elapsed) }
        let woken = ProcessTable.contextSwitches(of: session.child.process) - switches
        let written = session.bytesReceived - bytes
        try session.finish()
        return [
            Measurement("idle60.switches", [Double(woken)], unit: "", beside: "limit", yardstick: [2]),
            Measurement("idle60.bytes", [Double(written)], unit: "B"),
        ]
    }
}
