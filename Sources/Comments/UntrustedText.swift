/// Text from outside this process, or typed by its user: hostile to a terminal until a screen has cleaned it.
///
/// Nothing but a screen's `DisplayText` may turn it into cells; `--json` writes it raw, controls escaped.
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

    /// Whether there is nothing to see in it: blanks, line ends, and characters that show nothing.
    package var isBlank: Bool {
        raw.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        }
    }
}
