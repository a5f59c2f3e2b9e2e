import CursesTerminal
import Glibc
import LiveBell
import StateFiles
import TerminalUI

/// `rakkan doctor`: says what is known of the terminal, measures how wide it draws what terminals draw differently, and
/// remembers it for the client; then the board, or the homeserver.
enum DoctorCommand {
    static func run(_ options: Options) throws -> Int32 {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        defer { if terminal >= 0 { close(terminal) } }
        guard terminal >= 0 else { return try run(options, without: "there is none here") }
        guard tcgetpgrp(terminal) == getpgrp() else {
            return try run(options, without: "a job in the background can't ask it")
        }
        let home = try Home(options)
        defer { home.bell?.leave() }
        let environment = environment()
        let identity = TerminalIdentity(environment)
        let facts = TerminalFacts(type: identity.type, descriptor: terminal)
        let measurement = measure(terminal, facts, identity)
        let report = DoctorReport(
            identity: identity, facts: facts, locale: localeName(), measurement: measurement,
            saved: save(measurement, for: identity, in: home), place: try PlaceReport.make(options, home))
        Console.say(options.isJSON ? report.json.text : report.text)
        guard let failure = measurement.failure else { return report.place.status }
        let what =
            home.terminals.rules(for: identity.key) == nil
            ? "texts are drawn in the forms that all terminals agree on" : "what was measured before still counts"
        Console.complain("the widths were not measured: \(failure); \(what)")
        return ExitStatus.failed
    }

    /// In a pipe, by cron, behind `ssh` without a terminal: the place is looked at all the same.
    private static func run(_ options: Options, without reason: String) throws -> Int32 {
        let home = try Home(options)
        defer { home.bell?.leave() }
        let place = try PlaceReport.make(options, home)
        let json = JSON.object([("terminal", .null), ("widths", .null), ("saved", .null), place.json])
        Console.say(options.isJSON ? json.text : place.lines.joined(separator: "\n"))
        Console.complain("the terminal's part is left out: \(reason)")
        return place.status
    }

    /// Milliseconds for each answer.
    private static func patience(_ identity: TerminalIdentity) -> Int32 { identity.isRemote ? 5_000 : 2_000 }

    private static func measure(
        _ terminal: Int32, _ facts: TerminalFacts, _ identity: TerminalIdentity
    ) -> Measurement {
        guard facts.entry != .noCursor else { return .notAsked("it can't place its cursor") }
        guard facts.size.columns == 0 || facts.size.columns >= WidthProbe.leastColumns else {
            return .notAsked("it has fewer than \(WidthProbe.leastColumns) columns")
        }
        guard facts.codeset == "UTF-8" else {
            return .notAsked("the locale's characters are not UTF-8, so that the client draws ASCII")
        }
        // Where the signals' handlers write.
        let mailbox = Mailbox<Never>()
        do throws(StartFailure) {
            let outcome = try WidthDialogue.run(
                on: terminal, wake: mailbox.wakeDescriptor, wakened: mailbox.descriptor,
                patience: patience(identity))
            switch outcome {
            case .ended(.measured(let findings)): return .measured(findings)
            case .ended(.unanswered(let count)): return .unanswered(after: count)
            case .ended(.unclear): return .unclear
            case .interrupted(let signals): CursesTerminal.die(of: signals)
            case .gone: return .unanswered(after: 0)
            }
        } catch {
            return .notAsked("it can't be asked")
        }
    }

    private static func save(_ measurement: Measurement, for identity: TerminalIdentity, in home: Home) -> String? {
        guard case .measured(let findings) = measurement else { return nil }
        do {
            try home.terminals.save(findings.rules, for: identity.key)
            return home.folders.terminals
        } catch {
            Console.complain("what was measured can't be saved in \(shown(home.folders.terminals))")
            return nil
        }
    }

    private static func localeName() -> String {
        setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
    }
}

/// What came of asking.
enum Measurement: Equatable {
    case measured(WidthFindings)
    /// Not all samples were answered in time; how many were. A part of a measurement is none.
    case unanswered(after: Int)
    /// Its answers can't be used.
    case unclear
    /// Asking would have done harm; why.
    case notAsked(String)

    /// Why it was asked in vain; nil if it was not.
    var failure: String? {
        switch self {
        case .unanswered(0): "the terminal did not answer"
        case .unanswered(let count): "the terminal answered \(count) of \(WidthSample.all.count) questions in time"
        case .unclear: "the terminal's answers come more than once, or can't be true"
        case .measured, .notAsked: nil
        }
    }
}
