import Glibc

/// Something that did not come within the limit.
package struct NeverCame: Error, CustomStringConvertible {
    package let description: String

    init(_ what: String, after session: TerminalSession, file: StaticString, line: UInt) {
        let fate =
            switch session.child.ending {
            case .exited(let status): "the program exited with \(status)"
            case .killed(let signal): "signal \(signal) killed the program"
            case nil: "the program runs"
            }
        let tail = String(decoding: session.recording.suffix(300), as: UTF8.self).debugDescription
        description = "\(file):\(line): \(what); \(fate).\n\(session.screen)\nlast bytes: \(tail)"
    }
}

extension TerminalSession {
    /// How long anything may take: no measure of speed, only the end of a wait that would not end.
    package static let limit: Int64 = 30_000_000_000

    /// Waits until the screen shows `text` somewhere in a row.
    package func waitFor(_ text: String, file: StaticString = #fileID, line: UInt = #line) throws {
        try waitUntil("the screen shows \"\(text)\"", file: file, line: line) { $0.contains(text) }
    }

    /// Waits until no row of the screen shows `text`, and the program is quiet for a moment: of a frame that comes in
    /// pieces, the one that takes a row away may come before the one that draws it elsewhere.
    package func waitForNo(_ text: String, file: StaticString = #fileID, line: UInt = #line) throws {
        repeat {
            try waitUntil("\"\(text)\" is off the screen", file: file, line: line) { !$0.contains(text) }
            readUntilQuiet(milliseconds: 25)
        } while screen.contains(text)
    }

    /// Waits until what the program has drawn satisfies `condition`.
    package func waitUntil(
        _ what: String, file: StaticString = #fileID, line: UInt = #line, _ condition: (Screen) throws -> Bool
    ) throws {
        let clock = Stopwatch()
        while try !condition(screen) {
            let left = TerminalSession.limit - clock.elapsed
            guard left > 0, !hasHungUp else {
                if hasHungUp { child.reap() }
                throw NeverCame("never came: \(what)", after: self, file: file, line: line)
            }
            receive(waitingUpTo: left)
        }
    }

    /// Reads until the program has been quiet for so many milliseconds, and tells how many bytes came.
    @discardableResult
    package func readUntilQuiet(milliseconds: Int64) -> Int {
        let before = bytesReceived
        while !hasHungUp, receive(waitingUpTo: milliseconds * 1_000_000) {}
        return bytesReceived - before
    }

    /// Waits until the program has ended, and reads all that it wrote.
    @discardableResult
    package func waitForExit(file: StaticString = #fileID, line: UInt = #line) throws -> Ending {
        let clock = Stopwatch()
        while child.ending == nil {
            let left = TerminalSession.limit - clock.elapsed
            guard left > 0 else { throw NeverCame("never ended", after: self, file: file, line: line) }
            var events = [pollfd(fd: child.hasEnded.number, events: Int16(POLLIN), revents: 0)]
            // A descriptor that has hung up is always ready: polled on, it would turn the wait into a spin.
            if !hasHungUp { events.append(pollfd(fd: master.number, events: Int16(POLLIN), revents: 0)) }
            wait(for: &events, upTo: left)
            if !hasHungUp { receive() }
            if events[0].revents != 0 { child.reap() }
        }
        // Its last bytes may still be on their way through the kernel: they are all there when the pty has hung up, or,
        // where another process keeps it open, when nothing has come for a while.
        while !hasHungUp, receive(waitingUpTo: 500_000_000) {}
        return child.ending ?? .exited(-1)
    }

    /// Reads what is there, waiting for it up to so many nanoseconds. False if nothing came.
    @discardableResult
    package func receive(waitingUpTo limit: Int64 = 0) -> Bool {
        if limit > 0 {
            var events = [pollfd(fd: master.number, events: Int16(POLLIN), revents: 0)]
            wait(for: &events, upTo: limit)
        }
        switch master.read(into: &buffer) {
        case .nothingNow: return false
        case .ended:
            hasHungUp = true
            return false
        case .bytes(let count):
            bytesReceived += count
            recording += buffer.prefix(count)
            if recording.count > 65_536 { recording.removeFirst(recording.count - 32_768) }
            screen.write(buffer.prefix(count))
            let answers = relay(screen.takeAnswers())
            if !answers.isEmpty { send(bytes: answers) }
            return true
        }
    }
}
