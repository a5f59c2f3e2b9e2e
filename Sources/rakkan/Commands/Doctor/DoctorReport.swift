import Comments
import CursesTerminal
import TerminalUI

/// What `rakkan doctor` says.
struct DoctorReport {
    let identity: TerminalIdentity
    let facts: TerminalFacts
    let locale: String
    let measurement: Measurement
    /// The file that the client will read; nil if nothing was saved.
    let saved: String?
    let place: PlaceReport

    // MARK: For people

    var text: String {
        (about + widths + [""] + place.lines).joined(separator: "\n")
    }

    private var about: [String] {
        let type = identity.type.isEmpty ? "TERM is not set" : shown(identity.type)
        let known =
            switch facts.entry {
            case .usable: "known here"
            case .noCursor: "can't place its cursor: the client does not run on it"
            case .unknown: "unknown here: the client takes it for \(TerminalFacts.fallbackType)"
            }
        let program = [identity.program.map(shown), identity.isRemote ? "over SSH" : nil].compactMap(\.self)
        let codeset = facts.codeset == "UTF-8" ? "UTF-8" : "\(shown(facts.codeset)): the client draws ASCII"
        let size =
            facts.size == Size(columns: 0, rows: 0)
            ? "unknown: taken for 80 × 24" : "\(facts.size.columns) × \(facts.size.rows)"
        return [
            Self.row("terminal", ([type, known] + program).joined(separator: ", ")),
            Self.row("locale", "\(shown(locale)), \(codeset)"),
            Self.row("colours", facts.colors > 0 ? "\(facts.colors)" : "none"),
            Self.row("size", size),
        ]
    }

    private var widths: [String] {
        switch measurement {
        case .unanswered, .unclear: return [Self.row("widths", "not measured: \(measurement.failure ?? "")")]
        case .notAsked(let reason): return [Self.row("widths", "not measured: \(reason)")]
        case .measured(let findings): return measured(findings)
        }
    }

    private func measured(_ findings: WidthFindings) -> [String] {
        var lines = ["", "cells, as this terminal draws them:"]
        for sample in WidthSample.all {
            let cells = findings.cells[sample].map(String.init) ?? "?"
            let name = sample.name + String(repeating: " ", count: max(1, 28 - sample.name.count))
            lines.append("  \(name)\(cells)  \(sample.text)")
        }
        lines.append("")
        lines += DrawnForms(findings.rules).lines
        for sample in findings.surprises {
            lines.append("Not as this machine counts: \(sample.name). A line that holds such may be out of place.")
        }
        if let saved { lines.append("Saved for this terminal in \(shown(saved)).") }
        return lines
    }

    static func row(_ limits: Capabilities) -> String {
        row("limits", "\(limits.longestText) characters in a text, \(limits.longestTitle) in a title")
    }

    static func row(_ name: String, _ value: String) -> String {
        name + String(repeating: " ", count: max(1, 12 - name.count)) + value
    }

    // MARK: For programs

    var json: JSON {
        .object([
            (
                "terminal",
                .object([
                    ("type", .string(identity.type)), ("program", .optional(identity.program)),
                    ("remote", .bool(identity.isRemote)), ("entry", .string(facts.entry.rawValue)),
                    ("colors", .number(facts.colors)), ("columns", .number(facts.size.columns)),
                    ("rows", .number(facts.size.rows)),
                ])
            ),
            ("locale", .object([("name", .string(locale)), ("codeset", .string(facts.codeset))])),
            ("widths", widthsJSON),
            ("saved", .optional(saved)),
            place.json,
        ])
    }

    private var widthsJSON: JSON {
        guard case .measured(let findings) = measurement else { return .null }
        let rules = findings.rules
        let samples = WidthSample.all.map { sample in
            JSON.object([
                ("subject", .string(sample.subject.rawValue)), ("name", .string(sample.name)),
                ("text", .string(sample.text)), ("cells", findings.cells[sample].map { .number($0) } ?? .null),
            ])
        }
        return .object([
            ("samples", .array(samples)),
            (
                "rules",
                .object([
                    ("ambiguousIsWide", .bool(rules.ambiguousIsWide)), ("joinsEmoji", .bool(rules.joinsEmoji)),
                    ("widensVariants", .bool(rules.widensVariants)), ("widensKeycaps", .bool(rules.widensKeycaps)),
                    ("mergesSkinTones", .bool(rules.mergesSkinTones)), ("pairsFlags", .bool(rules.pairsFlags)),
                ])
            ),
        ])
    }
}

/// Where the comments live.
enum PlaceReport {
    case board(BoardReport)
    case server(ServerReport)

    static func make(_ options: Options, _ home: Home) throws(ProgramError) -> PlaceReport {
        options.server == nil ? .board(try .make(options, home)) : .server(try .make(options))
    }

    var lines: [String] {
        switch self {
        case .board(let report): report.lines
        case .server(let report): report.lines
        }
    }

    /// The exit status: a place that could not be looked at is a failure, a board that is not made yet is none.
    var status: Int32 {
        switch self {
        case .board(.trouble), .server(.trouble): ExitStatus.failed
        case .board, .server: ExitStatus.done
        }
    }

    var json: (String, JSON) {
        switch self {
        case .board(let report): ("board", report.json)
        case .server(let report): ("server", report.json)
        }
    }
}

/// Rules in words.
struct DrawnForms {
    let lines: [String]

    init(_ rules: WidthRules) {
        let emoji = [
            (rules.joinsEmoji, "joined emoji"), (rules.widensVariants, "signs with VS16"),
            (rules.widensKeycaps, "keycaps"), (rules.mergesSkinTones, "skin tones"), (rules.pairsFlags, "flags"),
        ]
        func list(_ isWhole: Bool) -> String {
            emoji.filter { $0.0 == isWhole }.map(\.1).joined(separator: ", ")
        }
        var lines: [String] = []
        if !list(true).isEmpty { lines.append("The client draws whole: \(list(true)).") }
        if !list(false).isEmpty { lines.append("In a plain form that fits here: \(list(false)).") }
        if rules.ambiguousIsWide {
            lines.append("Characters of ambiguous width take two cells; its own marks and lines are ASCII.")
        }
        self.lines = lines
    }
}
