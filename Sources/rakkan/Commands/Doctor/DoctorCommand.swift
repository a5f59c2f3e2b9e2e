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
        guard terminal >= 0 else {
            throw UsageError(sentence: "there is no terminal to look at: run rakkan doctor in the one that you use")
        }
        defer { close(terminal) }
        guard tcgetpgrp(terminal) == getpgrp() else {
            throw ProgramError(sentence: "a job in the background can't ask the terminal: run rakkan doctor in front")
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
        if case .silent = measurement {
            Console.complain(
                "the terminal did not say where its cursor is: texts are drawn in the forms that all terminals agree on"
            )
            return ExitStatus.failed
        }
        return ExitStatus.done
    }

    /// Milliseconds for each answer.
    private static func patience(_ identity: TerminalIdentity) -> Int32 { identity.isRemote ? 5_000 : 2_000 }

    private static func measure(
        _ terminal: Int32, _ facts: TerminalFacts, _ identity: TerminalIdentity
    ) -> Measurement {
        guard facts.entry != .noCursor else { return .notAsked("it can't place its cursor") }
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
            case .measured(let findings): return findings.cells.isEmpty ? .silent : .measured(findings)
            case .interrupted(let signals): CursesTerminal.die(of: signals)
            case .gone: return .silent
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
    /// No answer came in time.
    case silent
    /// Asking would have done harm; why.
    case notAsked(String)
}
