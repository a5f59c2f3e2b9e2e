/// A cluster that `rakkan doctor` has a terminal draw, to see how many cells it takes.
package struct WidthSample: Hashable, Sendable {
    /// What is found out by it.
    package enum Subject: String, CaseIterable, Sendable {
        case letters, variants, keycaps, joined, skinTones, flags, ambiguous
    }

    package let subject: Subject
    package let name: String
    /// As it is, not in the form that is drawn elsewhere.
    package let text: String

    private init(_ subject: Subject, _ name: String, _ text: String) {
        self.subject = subject
        self.name = name
        self.text = text
    }

    package static let all: [WidthSample] = [
        WidthSample(.letters, "hiragana", "あ"),
        WidthSample(.letters, "e and a mark", "e\u{301}"),
        WidthSample(.letters, "an emoji", "👩"),
        WidthSample(.letters, "an emoji of 2021", "\u{1FAE0}"),
        WidthSample(.letters, "half-width kana", "ｶﾞ"),
        WidthSample(.variants, "a heart with VS16", "\u{2764}\u{FE0F}"),
        WidthSample(.variants, "a warning sign with VS16", "\u{26A0}\u{FE0F}"),
        WidthSample(.keycaps, "a keycap", "1\u{FE0F}\u{20E3}"),
        WidthSample(.joined, "a family", "👨‍👩‍👧‍👦"),
        WidthSample(.joined, "the rainbow flag", "🏳️‍🌈"),
        WidthSample(.joined, "two that nobody joins", "🐱‍🐟"),
        WidthSample(.skinTones, "a skin tone", "👍🏽"),
        WidthSample(.flags, "a flag", "🇯🇵"),
        WidthSample(.flags, "two flags", "🇯🇵🇫🇷"),
        WidthSample(.ambiguous, "a Greek letter", "α"),
        WidthSample(.ambiguous, "a circled number", "①"),
        WidthSample(.ambiguous, "a line", "─"),
        WidthSample(.ambiguous, "an ellipsis", "…"),
    ]
}

/// What a terminal was measured to do.
package struct WidthFindings: Hashable, Sendable {
    /// The cells that each sample took. Those that the terminal gave no answer for are missing.
    package private(set) var cells: [WidthSample: Int]

    package init(_ cells: [WidthSample: Int]) {
        self.cells = cells
    }

    /// What follows for drawing. A class is drawn in its richer form only if each of its samples was as that form needs.
    package var rules: WidthRules {
        var rules = WidthRules()
        rules.joinsEmoji = all(of: .joined, are: 2)
        rules.widensVariants = all(of: .variants, are: 2)
        rules.widensKeycaps = all(of: .keycaps, are: 2)
        rules.mergesSkinTones = all(of: .skinTones, are: 2)
        let flags = WidthSample.all.filter { $0.subject == .flags }
        rules.pairsFlags = flags.allSatisfy { sample in
            cells[sample].map { $0 == 2 * sample.text.count } ?? true
        }
        // Of two minds is wide: too wide a gap is ugly, too narrow a one breaks the line.
        rules.ambiguousIsWide = WidthSample.all.contains { $0.subject == .ambiguous && (cells[$0] ?? 1) > 1 }
        return rules
    }

    /// Samples on which the terminal and libc disagree although no rule can help: lines that hold such characters may be
    /// out of place.
    package var surprises: [WidthSample] {
        WidthSample.all.filter { sample in
            guard sample.subject == .letters, let cells = cells[sample] else { return false }
            return cells != DisplayText(sanitizing: sample.text).width
        }
    }

    private func all(of subject: WidthSample.Subject, are width: Int) -> Bool {
        WidthSample.all.allSatisfy { $0.subject != subject || cells[$0] == width }
    }
}
