/// Text from outside this process, or typed by its user: hostile to a terminal until it was cleaned.
///
/// Nothing but `DisplayText` may turn it into what a person's terminal is given: cells, lines, what commands print.
/// `--json` writes it raw, with controls and what reorders text escaped.
package struct UntrustedText: Hashable, Codable, Sendable {
    /// The text as it came, controls and all.
    package let raw: String

    package init(_ raw: String) {
        self.raw = raw
    }

    package init(from decoder: any Decoder) throws {
        raw = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(raw)
    }

    /// The text for a clipboard: whole, but for controls, which whoever pastes it into a shell would not see.
    package var forClipboard: String {
        var kept = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars
        where scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control {
            kept.append(scalar)
        }
        return String(kept)
    }

    /// For the midst of a sentence of ours.
    package var setApart: String { raw.setApart }

    /// Whether there is nothing to see in it: blanks, line ends, and characters that show nothing.
    package var isBlank: Bool {
        raw.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                // A pattern of braille without a dot.
                || scalar == "\u{2800}" || scalar.properties.generalCategory == .control
                || scalar.properties.generalCategory == .format
        }
    }
}

extension String {
    /// What stands around words of others in a sentence of ours: an isolate (UAX 9), which no screen draws.
    package static let apart: (first: Character, last: Character) = ("\u{2068}", "\u{2069}")

    /// Words of others for the midst of a sentence of ours, so that nobody takes them for ours: not for names of keys that
    /// have moved.
    package var setApart: String {
        let scalars = unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }
        return "\(Self.apart.first)\(String(String.UnicodeScalarView(scalars)))\(Self.apart.last)"
    }
}
