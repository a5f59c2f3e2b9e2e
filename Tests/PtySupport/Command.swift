import CPty
import Glibc

/// Runs a program to its end without a terminal, as a script does.
package enum Command {
    package struct Result: Equatable, Sendable {
        package var ending: Ending
        package var output: String
        package var errors: String

        package init(ending: Ending, output: String, errors: String) {
            self.ending = ending
            self.output = output
            self.errors = errors
        }

        /// The exit status; -1 if a signal ended it.
        package var status: Int32 {
            switch ending {
            case .exited(let status): status
            case .killed: -1
            }
        }
    }

    /// Writing to a program that has ended is an answer (`EPIPE`) here, not a death.
    static let ignoresBrokenPipes: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return true
    }()

    package static func run(_ program: Program, input: String = "") throws -> Result {
        try run(program, input: Array(input.utf8))
    }

    package static func run(_ program: Program, input: [UInt8]) throws -> Result {
        _ = ignoresBrokenPipes
        var input = input[...]
        let (childInput, writer) = try Descriptor.pipe()
        let (outputReader, childOutput) = try Descriptor.pipe()
        let (errorReader, childErrors) = try Descriptor.pipe()
        for end in [writer, outputReader, errorReader] {
            _ = try checked("fcntl", cpty_set_nonblocking(end.number))
        }
        let process = program.withCProgram {
            cpty_spawn_on($0, childInput.number, childOutput.number, childErrors.number)
        }
        let child = try Child(checked("start \(program.path)", process))
        for end in [childInput, childOutput, childErrors] { end.close() }

        var output: [UInt8] = []
        var errors: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let clock = Stopwatch()
        while writer.number >= 0 || outputReader.number >= 0 || errorReader.number >= 0 {
            if input.isEmpty { writer.close() }
            // poll passes over negative descriptors.
            var events = [
                pollfd(fd: writer.number, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: outputReader.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errorReader.number, events: Int16(POLLIN), revents: 0),
            ]
            let left = TerminalSession.limit - clock.elapsed
            guard left > 0 else { throw SystemError(call: "\(program.path) \(program.arguments)", code: ETIMEDOUT) }
            wait(for: &events, upTo: left)
            if events[0].revents != 0 {
                let written = writer.write(input)
                input = written > 0 ? input.dropFirst(written) : []
            }
            if events[1].revents != 0 { receive(from: outputReader, into: &output, by: &buffer) }
            if events[2].revents != 0 { receive(from: errorReader, into: &errors, by: &buffer) }
        }
        child.reap()
        return Result(
            ending: child.ending ?? .exited(-1), output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: errors, as: UTF8.self))
    }

    private static func receive(from end: Descriptor, into text: inout [UInt8], by buffer: inout [UInt8]) {
        switch end.read(into: &buffer) {
        case .bytes(let count): text += buffer.prefix(count)
        case .nothingNow: break
        case .ended: end.close()
        }
    }
}
