import PtySupport

extension TerminalSession {
    /// Milliseconds from the write of `bytes` to the read that made `condition` true.
    func measure(_ what: String, sending bytes: String, until condition: (Screen) -> Bool) throws -> Double {
        let clock = Stopwatch()
        send(bytes)
        return try measure(what, since: clock, until: condition)
    }

    func measure(_ what: String, since clock: Stopwatch, until condition: (Screen) -> Bool) throws -> Double {
        while clock.elapsed < TerminalSession.limit {
            guard receive(waitingUpTo: TerminalSession.limit - clock.elapsed) else { break }
            let elapsed = clock.elapsed
            if condition(screen) { return Double(elapsed) / 1_000_000 }
        }
        throw BenchError(description: "never came: \(what)\n\(screen)")
    }

    /// Bytes that come back for `bytes`, up to the first 50 ms of quiet.
    func count(sending bytes: String) -> Double {
        readUntilQuiet(milliseconds: 50)
        send(bytes)
        return Double(readUntilQuiet(milliseconds: 50))
    }

    /// Ends it without waiting for what it would still send.
    func finish() throws {
        child.send(signal: 9)
        try waitForExit()
    }
}
